#!/usr/bin/env bash
#SBATCH --job-name=coverstat
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
# One task of the array: array.sh N OUT CONFIG [FLAGS...]. submit.sh submits it.
# A minute before its time is up it is told, and parks what it has.
set -euo pipefail
n=$1 out=$2
shift 2
export COVERSTAT_RUN_FLAGS=${COVERSTAT_RUN_FLAGS:---workers ${SLURM_CPUS_PER_TASK:-1}}
echo "shard $SLURM_ARRAY_TASK_ID of $n on ${SLURMD_NODENAME:-?}, job $SLURM_JOB_ID, start $((${SLURM_RESTART_COUNT:-0} + 1)), $(date +%T)"
exec "$COVERSTAT_CLUSTER/shard.sh" "$SLURM_ARRAY_TASK_ID" "$n" "$out" "$@"
