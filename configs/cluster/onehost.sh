# shellcheck shell=bash
# A whole Slurm on one host, for tests: munged, slurmctld, and several slurmd
# that take one another for separate machines. Everything it writes lies in
# one folder, nothing in /etc, and its ports and sockets are its own, so that
# a Slurm that the host already has is not disturbed. To be sourced by a
# script that has set `base`, the folder; it needs root.
#
# Why each setting that is not plain:
#   cred_expire=5     a requeued task waits until the credential of its first
#                     start has expired: two minutes otherwise
#   linuxproc         finds a task's processes in /proc; no cgroups needed
#   ReturnToService   a node that was dead is used again when it reports
#   SlurmdTimeout     how long a silent node passes for alive

nodes=(n1 n2 n3)
declare -A daemon # process ids, by node or name
: "${base:?the folder}"

# free_ports prints so many TCP ports that nobody listens on.
free_ports() {
  local want=$1 port=$((20000 + RANDOM % 10000))
  while [ "$want" -gt 0 ]; do
    port=$((port + 1))
    if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      want=$((want - 1))
    fi
  done
}

write_config() {
  local name memory control ports=()
  mapfile -t ports < <(free_ports $((1 + ${#nodes[@]})))
  control=${ports[0]}
  memory=$(awk '/^MemTotal/ {print int($2 / 1024 * 0.8)}' /proc/meminfo)
  cat <<CONF
ClusterName=onehost
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$control
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$base/munge/socket,cred_expire=5
StateSaveLocation=$base/state
SlurmctldPidFile=$base/slurmctld.pid
SlurmdSpoolDir=$base/spool-%n
SlurmdPidFile=$base/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000,sched_interval=2,bf_interval=2
SlurmdTimeout=6
SlurmctldTimeout=10
MessageTimeout=5
KillWait=5
TaskProlog=$base/prolog
ReturnToService=2
PropagateResourceLimits=NONE
CONF
  local i=1
  for name in "${nodes[@]}"; do
    echo "NodeName=$name NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[$i]} CPUs=1 RealMemory=$memory"
    i=$((i + 1))
  done
  echo "PartitionName=all Nodes=$(IFS=,; echo "${nodes[*]}") Default=YES MaxTime=UNLIMITED State=UP"
}

# start_slurm starts everything and waits until all nodes are idle.
start_slurm() {
  mkdir -p "$base/munge" "$base/state"
  chmod 755 "$base" "$base/munge"
  (umask 077; head -c 128 /dev/urandom >"$base/munge/key")
  # What a node runs is told its node. Snakemake takes all variables of Slurm from
  # srun, where SLURM_CONF is needed.
  mkdir -p "$base/bin"
  printf '#!/bin/sh\necho "export ONEHOST=%s/%s"\n' "$base" "\$SLURMD_NODENAME" >"$base/prolog"
  printf '#!/bin/sh\nSLURM_CONF=%s/slurm.conf exec %s "$@"\n' "$base" "$(command -v srun)" >"$base/bin/srun"
  chmod 755 "$base/prolog" "$base/bin/srun"
  PATH=$base/bin:$PATH
  write_config >"$base/slurm.conf"
  export SLURM_CONF=$base/slurm.conf
  munged --foreground --socket="$base/munge/socket" --key-file="$base/munge/key" \
    --log-file="$base/munge/log" --pid-file="$base/munge/pid" --seed-file="$base/munge/seed" \
    </dev/null >"$base/munge/out" 2>&1 &
  remember munged
  wait_for 10 "munged's socket" test -S "$base/munge/socket"
  slurmctld -D -i -L "$base/slurmctld.log" </dev/null >/dev/null 2>&1 &
  remember slurmctld
  local n
  for n in "${nodes[@]}"; do start_node "$n"; done
  wait_for 30 "three idle nodes" all_idle
}

# start_node starts a node's slurmd.
start_node() {
  mkdir -p "$base/spool-$1"
  slurmd -D -N "$1" -L "$base/slurmd-$1.log" </dev/null >/dev/null 2>&1 &
  remember "$1"
}

# remember keeps the id of a daemon just started. It is disowned so that the
# shell does not report how it died.
remember() {
  daemon[$1]=$!
  disown $!
}

all_idle() {
  [ "$(sinfo --noheader --Node --format=%T 2>/dev/null | grep -c '^idle$')" -eq "${#nodes[@]}" ]
}

# processes_of prints the ids of a node's processes: first its slurmd and the
# step daemons, known by the log they have open (they overwrite their
# environment, and are no children of slurmd), then what they have started.
processes_of() {
  { find /proc/[0-9]*/fd -lname "$base/slurmd-$1.log" 2>/dev/null || true; } | cut -d/ -f3 | sort -nu
  { grep -lzxs "ONEHOST=$base/$1" /proc/[0-9]*/environ || true; } | cut -d/ -f3
}

# kill_node ends a node as a power cut would: all its processes at once, none
# of them asked, and none left to report the death of another.
kill_node() {
  local pids
  for _ in 1 2 3; do # a step daemon may just be starting a process
    mapfile -t pids < <(processes_of "$1")
    [ "${#pids[@]}" -eq 0 ] || kill -KILL "${pids[@]}" 2>/dev/null || true
  done
  unset "daemon[$1]"
}

# stop_slurm ends all daemons and what they left running.
stop_slurm() {
  local name
  for name in "${nodes[@]}"; do
    [ -z "${daemon[$name]:-}" ] || kill_node "$name"
  done
  for name in "${!daemon[@]}"; do
    kill -TERM "${daemon[$name]}" 2>/dev/null || true
    for _ in $(seq 50); do
      kill -0 "${daemon[$name]}" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "${daemon[$name]}" 2>/dev/null || true
  done
}

# wait_for waits until a command succeeds: wait_for SECONDS WHAT COMMAND...
wait_for() {
  local limit=$1 what=$2 began=$SECONDS
  shift 2
  until "$@" 2>/dev/null; do
    if [ $((SECONDS - began)) -ge "$limit" ]; then
      echo "test-workflow: waited $limit s for $what" >&2
      return 1
    fi
    sleep 0.1
  done
}
