#!/bin/sh
# Counts to STEPS, saves every fifth step and when asked, and bears witness of what it finds when it
# starts.   worker.sh WITNESS STEPS
witness=$1
steps=$2
say() { echo "$1 $WEIR_JOB_NAME $WEIR_INCARNATION $WEIR_TASK $2" >>"$witness"; }

# Another process of the same task that still lives is one start too many.
holder=$WEIR_CHECKPOINT_DIR/holder.$WEIR_TASK
if [ -f "$holder" ] && read -r pid <"$holder" && kill -0 "$pid" 2>/dev/null &&
  tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -qx "WEIR_JOB_ID=$WEIR_JOB_ID"; then
  say overlap "$pid"
fi
echo $$ >"$holder"

newest=0
for ready in "$WEIR_CHECKPOINT_DIR"/.*.ready.json; do
  step=${ready##*/.}
  step=${step%.ready.json}
  [ "$step" != '*' ] && [ "$step" -gt "$newest" ] && newest=$step
done
at=${WEIR_RESUME_STEP:-0}
say start "$at"
[ "$at" -eq "$newest" ] || say behind "$at<$newest"

save() {
  echo "state of step $at" >"$WEIR_CHECKPOINT_DIR/state-$at"
  draft=$WEIR_CHECKPOINT_DIR/.draft.$$
  printf '{"version":1,"step":%d,"path":"state-%d","files":["state-%d"]}\n' "$at" "$at" "$at" >"$draft"
  mv "$draft" "$WEIR_CHECKPOINT_DIR/.$at.ready.json"
}

answered=
while [ "$at" -lt "$steps" ]; do
  sleep 0.1
  at=$((at + 1))
  [ "$WEIR_TASK" = 0 ] || continue # the first task saves for all
  if [ -f "$WEIR_RUN_DIR/checkpoint-request.json" ] && [ -z "$answered" ]; then
    save
    answered=yes
    printf '{"version":1,"step":%d,"path":"state-%d"}\n' "$at" "$at" >"$WEIR_RUN_DIR/.done.$$"
    mv "$WEIR_RUN_DIR/.done.$$" "$WEIR_RUN_DIR/checkpoint-done.json"
  elif [ $((at % 5)) -eq 0 ]; then
    save
  fi
done
say end "$at"
