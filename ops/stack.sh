# shellcheck shell=bash
# Names of a deployment's resources, and other functions for the scripts in this folder.
: "${AWS_REGION:?Set AWS_REGION to the region of the deployment.}"
export AWS_REGION AWS_DEFAULT_REGION=$AWS_REGION AWS_PAGER=''
case ${STAGE:=production} in
  production) suffix=Production ;;
  development) suffix=Development ;;
  *) echo 'STAGE must be production or development.' >&2; exit 2 ;;
esac

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Asks before an action that cannot be undone.
confirm() {
  local answer
  read -r -p "$1 Type yes to continue: " answer
  [ "$answer" = yes ] || fail 'Nothing was done.'
}

# physical_ids STACK FILTER: the resources of a stack that match a JMESPath filter, one per line.
physical_ids() {
  aws cloudformation list-stack-resources --stack-name "Anteroom$1$suffix" --output text \
    --query "StackResourceSummaries[?$2 && !starts_with(ResourceStatus, 'DELETE')].[PhysicalResourceId]"
}

# physical_id STACK FILTER: the one resource that matches.
physical_id() {
  local found
  found=$(physical_ids "$1" "$2")
  [ "$(grep -c . <<<"$found")" = 1 ] || fail "Anteroom$1$suffix does not have exactly one resource where $2."
  printf '%s\n' "$found"
}

# The live database cluster.
live_cluster() { physical_id Data "ResourceType=='AWS::RDS::DBCluster'"; }

# cluster_facts CLUSTER QUERY: attributes of a cluster, tab-separated.
cluster_facts() {
  aws rds describe-db-clusters --db-cluster-identifier "$1" --output text --query "DBClusters[0].[$2]"
}

cluster_exists() { aws rds describe-db-clusters --db-cluster-identifier "$1" >/dev/null 2>&1; }

# wait_for WAITER ARGS…: like `aws rds wait`, but for two hours instead of half an hour.
wait_for() {
  local try
  for try in 1 2 3 4; do
    if aws rds wait "$@"; then return 0; fi
    echo "Still waiting for $1 ($try of 4)" >&2
  done
  return 1
}
