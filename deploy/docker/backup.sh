#!/bin/sh
# Backs up everything that Candor keeps into one file:  sh deploy/docker/backup.sh [FILE]
# The processes that write are stopped for it (the gateway answers 503 meanwhile, and clients try again), so that the file
# shows one moment; with --online they are not, for a MongoDB whose backup is of one moment by itself. Messages in the
# broker are no data: what they point to is in the database, and the sweeper publishes them again.
set -eu
here=$(dirname "$0")
online=no
[ "${1:-}" = --online ] && online=yes && shift
file=${1:-$here/backups/candor-$(date -u +%Y%m%dT%H%M%SZ).archive.gz}
mkdir -p "$(dirname "$file")"
[ ! -e "$file" ] || { echo "$file is there already; nothing was done." >&2; exit 1; }
umask 077
writers='worker insights trust-portal questionnaire tenant'

start() {
  rm -f "$file.part"
  [ "$online" = yes ] || sh "$here/compose.sh" start $writers
}
[ "$online" = yes ] || sh "$here/compose.sh" stop $writers
trap start EXIT

sh "$here/compose.sh" exec -T mongo sh -c \
  'exec mongodump --quiet --uri "$(cat /run/secrets/mongodb_url_operator)" --archive --gzip' >"$file.part"
gzip -t "$file.part"
mv "$file.part" "$file"
echo "$file: $(wc -c <"$file") bytes"
echo "Keep $here/secrets apart from it: without them nobody can use the restored database, nor with them anybody else's."
