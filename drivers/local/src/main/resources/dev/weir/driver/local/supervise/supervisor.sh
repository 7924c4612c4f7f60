# One per task: starts it, waits for it, writes down how it ended. It outlives the server.
# sh supervisor.sh FOLDER
umask 077
cd "$1" || exit 70

# Whoever makes this folder starts the task; nobody can make it twice.
mkdir claim 2>/dev/null || exit 0

# Caught and not ignored: what is ignored here would be ignored in the task as well.
trap : TERM INT HUP QUIT USR1 USR2

# Out of the server's cgroup, so that ending that one does not end this.
[ -z "$WEIR_SUPERVISORS" ] || echo $$ >"$WEIR_SUPERVISORS/cgroup.procs"
unset WEIR_SUPERVISORS OLDPWD

read -r stat </proc/$$/stat
stat=${stat##*) }
set -- $stat
printf '%s %s\n' "$$" "${20}" >supervisor.tmp && mv supervisor.tmp supervisor.pid

setsid sh ./start.sh >>stdout.log 2>>stderr.log </dev/null
code=$?

printf '{"version":1,"status":%d,"atEpochMs":%s}\n' "$code" "$(date +%s%3N)" >exit.tmp &&
  sync exit.tmp &&
  mv exit.tmp exit.json &&
  sync .
