#!/bin/sh
# Makes the secrets of docker-compose.yml that are not there yet, in deploy/docker/secrets (or the folder given). What is
# there is never changed. The folder is for its owner alone; the files in it are readable, because each process reads its
# own as a user without rights on this machine.
set -eu
umask 077
dir=${1:-$(dirname "$0")/secrets}
mkdir -p "$dir"
chmod 700 "$dir"
cd "$dir"

random() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }

# put NAME VALUE: only when there is no such file.
put() {
  [ -e "$1" ] && return 0
  printf '%s' "$2" >"$1.new"
  chmod 644 "$1.new"
  mv "$1.new" "$1"
}

# What sealed the secrets of others until now: the service token, where there is one from before, so that they can be opened.
if [ -e service_token ]; then sealing=$(cat service_token); else sealing=$(random 32); fi
put sealing_key "$sealing"
put service_token "$(random 32)"
put bootstrap_api_key "cnd_$(random 6)_$(random 32)"
# Empty until you write one into it.
put openai_api_key ''
put oidc_client_secret ''
put smtp_url ''

put mongo_root_password "$(random 24)"
for service in tenant questionnaire trust_portal insights; do
  put "mongodb_url_$service" "mongodb://candor_$service:$(random 24)@mongo:27017/candor_$service?authSource=candor_$service"
done
put mongodb_url_operator "mongodb://candor_operator:$(random 24)@mongo:27017/?authSource=admin"

for user in tenant questionnaire trust_portal insights operator; do
  put "rabbitmq_url_$user" "amqp://candor-$user:$(random 24)@rabbitmq:5672/candor"
done

password() { sed 's|^amqp://[^:]*:\([^@]*\)@.*|\1|' "rabbitmq_url_$1"; }
# user NAME PATTERN: may declare, write and read what matches.
user() { printf '{"user":"candor-%s","vhost":"candor","configure":"%s","write":"%s","read":"%s"}' "$1" "$2" "$2" "$2"; }
login() { printf '{"name":"candor-%s","password":"%s","tags":"%s"}' "$1" "$(password "$1")" "$2"; }

# Those of an installation from before every service had queues do not know all users.
if [ -e rabbitmq_definitions ] && ! grep -q '"candor-trust_portal"' rabbitmq_definitions; then rm rabbitmq_definitions; fi
# What the broker loads at each start: no guest, and each process reaches only its own queues (see the runtime's topology.ts).
put rabbitmq_definitions "{
  \"vhosts\": [{ \"name\": \"candor\" }],
  \"users\": [
    $(login tenant ''),
    $(login questionnaire ''),
    $(login trust_portal ''),
    $(login insights ''),
    $(login operator monitoring)
  ],
  \"permissions\": [
    $(user tenant '^(candor|tenant[.].*)$'),
    $(user questionnaire '^(candor|(questionnaire|knowledge)[.].*)$'),
    $(user trust_portal '^(candor|trust-portal[.].*)$'),
    $(user insights '^(candor|insights[.].*)$'),
    $(user operator '.*')
  ]
}
"
