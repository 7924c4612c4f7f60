# Starts supervisors, each in a session of its own, and goes.
# sh spawn.sh SUPERVISOR.SH (MARK FOLDER)...
umask 077
supervisor=$1
shift
while [ $# -gt 0 ]; do
  WEIR_MARK=$1 setsid -f sh "$supervisor" "$2" </dev/null >/dev/null 2>>"$2/supervisor.log"
  shift 2
done
