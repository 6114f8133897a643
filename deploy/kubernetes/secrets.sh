#!/bin/sh
# Makes the Secrets that the Deployments refer to:  sh deploy/kubernetes/secrets.sh NAMESPACE FOLDER | kubectl apply -f -
# FOLDER holds the values, a file each, as deploy/docker/secrets.sh makes them; for the dev overlay they are right as they
# are, for production write your own MONGODB_URL, RABBITMQ_URL and SMTP_URL into mongodb_url_…, rabbitmq_url_…, smtp_url
# before. Nothing is sent anywhere: the Secrets are printed.
set -eu
namespace=${1:?"Usage: secrets.sh NAMESPACE FOLDER"}
folder=${2:?"Usage: secrets.sh NAMESPACE FOLDER"}
sh "$(dirname "$0")/../docker/secrets.sh" "$folder"

# secret NAME KEY=FILE…
secret() {
  name=$1
  shift
  arguments=''
  for pair in "$@"; do arguments="$arguments --from-file=${pair%%=*}=$folder/${pair#*=}"; done
  # The names have no spaces.
  # shellcheck disable=SC2086
  kubectl create secret generic "$name" --namespace "$namespace" --dry-run=client -o yaml $arguments
  echo ---
}

secret candor-service-token service-token=service_token
secret candor-tenant mongodb-url=mongodb_url_tenant rabbitmq-url=rabbitmq_url_tenant \
  bootstrap-api-key=bootstrap_api_key smtp-url=smtp_url oidc-client-secret=oidc_client_secret sealing-key=sealing_key
secret candor-questionnaire mongodb-url=mongodb_url_questionnaire rabbitmq-url=rabbitmq_url_questionnaire \
  openai-api-key=openai_api_key
secret candor-trust-portal mongodb-url=mongodb_url_trust_portal rabbitmq-url=rabbitmq_url_trust_portal \
  smtp-url=smtp_url
secret candor-insights mongodb-url=mongodb_url_insights rabbitmq-url=rabbitmq_url_insights sealing-key=sealing_key
# For the databases of the dev overlay.
secret candor-mongo mongo_root_password=mongo_root_password mongodb_url_tenant=mongodb_url_tenant \
  mongodb_url_questionnaire=mongodb_url_questionnaire mongodb_url_trust_portal=mongodb_url_trust_portal \
  mongodb_url_insights=mongodb_url_insights mongodb_url_operator=mongodb_url_operator
secret candor-rabbitmq rabbitmq_definitions=rabbitmq_definitions
