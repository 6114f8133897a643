#!/bin/sh
# Brings Candor up in containers: makes the secrets that are missing, builds the images, starts them in the order of their
# health, and says where it is. Can be run again at any time, also to upgrade; with images from a registry, set
# CANDOR_BUILD=no and CANDOR_VERSION. Arguments go to `up` (as --scale worker=4).
set -eu
here=$(dirname "$0")
known=yes
[ -e "$here/secrets/bootstrap_api_key" ] || known=no
sh "$here/secrets.sh"
if [ "${CANDOR_BUILD:-yes}" = yes ]; then
  sh "$here/compose.sh" --profile admin build
fi
# Waits for each container's health before it starts those that need it.
sh "$here/compose.sh" up -d --no-build --remove-orphans "$@"

url="http://${CANDOR_BIND:-127.0.0.1}:${CANDOR_PORT:-8080}"
gateway=$(sh "$here/compose.sh" ps -q gateway)
waited=0
while [ "$(docker inspect -f '{{.State.Health.Status}}' "$gateway")" != healthy ]; do
  waited=$((waited + 1))
  if [ "$waited" -gt 180 ]; then
    echo "The gateway does not get ready; it says:" >&2
    docker inspect -f '{{range .State.Health.Log}}{{.Output}}{{end}}' "$gateway" >&2
    exit 1
  fi
  sleep 1
done
echo "Candor is ready at $url (described at $url/docs)."
if [ "$known" = no ]; then
  echo "Admin key of the default organization: $(cat "$here/secrets/bootstrap_api_key")"
  echo "It is kept in $here/secrets/bootstrap_api_key; make keys of your own and revoke it."
fi
