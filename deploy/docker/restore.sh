#!/bin/sh
# Puts a backup in place of everything that is there:  sh deploy/docker/restore.sh FILE
# Works on an installation that runs, also one that is new (deploy/docker/up.sh); its own secrets stay.
set -eu
here=$(dirname "$0")
file=${1:?"Usage: restore.sh FILE"}
gzip -t "$file"
writers='worker insights trust-portal questionnaire tenant'
sh "$here/compose.sh" stop $writers
sh "$here/compose.sh" exec -T mongo sh -c \
  'exec mongorestore --quiet --uri "$(cat /run/secrets/mongodb_url_operator)" --archive --gzip --drop --nsInclude "candor_*.*"' <"$file"
sh "$here/compose.sh" start $writers
echo "$file is restored. API keys are those of the backup."
