#!/bin/sh
# `docker compose` or, where there is only the older one, `docker-compose`, on this repository's file. Arguments are passed on.
set -eu
cd "$(dirname "$0")/../.."
if docker compose version >/dev/null 2>&1; then
  exec docker compose -f docker-compose.yml "$@"
fi
if command -v docker-compose >/dev/null 2>&1; then
  exec docker-compose -f docker-compose.yml "$@"
fi
echo 'Neither "docker compose" nor "docker-compose" is here. Install the compose plugin: docs.docker.com/compose/install' >&2
exit 1
