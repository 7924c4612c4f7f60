"""What a training program may say to Weir, and ask of it.

    import weir

    step = load(weir.resume_from()) if weir.resume_from() else 0
    while step < steps:
        train(step)
        step += 1
        weir.progress(step, of=steps, samples_per_s=rate, phase="train")
        if weir.checkpoint_requested():
            weir.checkpoint_done(step, save(step))

Plain files underneath, documented in docs/job-protocol.md, version 1. Outside Weir every call does
nothing. No call ever raises into a training loop: what goes wrong is told once, on standard error.
Needs Python 3.8 and nothing else. Call it from one process per job (rank 0) or from each; in a gang
the ranks must agree on the answer of checkpoint_requested() before they act on it.
"""

import json
import os
import signal
import sys
import threading
import time

__all__ = [
    "EXIT_DO_NOT_REQUEUE",
    "EXIT_REQUEUE",
    "catch_sigterm",
    "checkpoint_directory",
    "checkpoint_done",
    "checkpoint_requested",
    "deadline",
    "inside",
    "progress",
    "restart_count",
    "resume_from",
    "resume_step",
    "stopping",
]

VERSION = 1

#: Exit code: saved and stopped, please start me again (EX_TEMPFAIL).
EXIT_REQUEUE = 75
#: Exit code: starting me again would not help.
EXIT_DO_NOT_REQUEUE = 93

REQUEST = "checkpoint-request.json"
DONE = "checkpoint-done.json"
PROGRESS = "progress.json"
HANDLES_USR2 = "handles-usr2"

_LOOK_EVERY_S = 0.2
_WRITE_EVERY_S = 1.0
_LONGEST = 64 * 1024


class _Job:
    """State of this process. One per process, made when the module is imported."""

    def __init__(self, environment):
        self.run_dir = environment.get("WEIR_RUN_DIR") or None
        self.checkpoint_dir = environment.get("WEIR_CHECKPOINT_DIR") or None
        self.resume_from = environment.get("WEIR_RESUME_FROM") or None
        self.resume_step = _whole(environment.get("WEIR_RESUME_STEP"))
        self.restart_count = _whole(environment.get("WEIR_RESTART_COUNT")) or 0
        self.usr2 = False  # a request was announced; look at once
        self.term = False
        self.answered = None  # identity of the request that was answered
        self.request = None  # (identity, fields) of the request that stands
        self.looked = None  # monotonic time of the last look
        self.wrote = None  # monotonic time of the last progress
        self.told = set()
        self.lock = threading.Lock()

    def tell_once(self, what, error):
        if what not in self.told:
            self.told.add(what)
            try:
                print("weir: %s: %s" % (what, error), file=sys.stderr)
            except Exception:  # a closed standard error is no reason to end a training
                pass


def _whole(text):
    try:
        value = int(text)
    except (TypeError, ValueError):
        return None
    return value if value >= 0 else None


def _write(path, fields):
    """Writes a whole file or none: temporary, then rename."""
    temporary = "%s.%d.tmp" % (path, os.getpid())
    text = json.dumps(fields, allow_nan=False)
    with open(temporary, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(temporary, path)


def _look(job):
    """The request that stands, as (identity, fields), or None. Cheap: one stat, unless it changed."""
    if job.run_dir is None:
        return None
    now = time.monotonic()
    if not job.usr2 and job.looked is not None and now - job.looked < _LOOK_EVERY_S:
        return job.request
    job.usr2 = False
    job.looked = now
    path = os.path.join(job.run_dir, REQUEST)
    try:
        stat = os.stat(path)
    except OSError:
        job.request = None
        return None
    identity = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
    if job.request is None or job.request[0] != identity:
        job.request = (identity, _read(path))
    return job.request


def _read(path):
    """The fields, or none of them: a request that cannot be read is still a request."""
    try:
        with open(path, encoding="utf-8") as file:
            fields = json.loads(file.read(_LONGEST))
        return fields if isinstance(fields, dict) and fields.get("version") == VERSION else {}
    except (OSError, ValueError):
        return {}


def inside():
    """Whether this process was started by Weir."""
    return _job.run_dir is not None


def checkpoint_requested():
    """Whether a checkpoint is wished for that has not been answered yet, or SIGTERM was caught.

    Looks at most every 0.2 s, and at once after SIGUSR2. Call it in every loop of the program,
    warm-up and evaluation included: a wish that is not seen before its deadline is lost work.
    """
    try:
        if _job.term:
            return True
        request = _look(_job)
        return request is not None and request[0] != _job.answered
    except Exception as error:
        _job.tell_once("cannot look for a request", error)
        return False


def deadline():
    """When the wished checkpoint must be complete, as seconds since the epoch; None without one."""
    try:
        request = _look(_job)
        milliseconds = request[1].get("deadlineEpochMs") if request else None
        return milliseconds / 1000.0 if isinstance(milliseconds, (int, float)) else None
    except Exception as error:
        _job.tell_once("cannot look for a deadline", error)
        return None


def checkpoint_done(step, path):
    """Says that the checkpoint of this step is complete at path, a file or a folder.

    Call it after every save, wished or not, when all bytes of all ranks are written. If the path is
    inside WEIR_CHECKPOINT_DIR it is declared there as well (.STEP.ready.json), so that it counts
    whatever its layout. Returns whether it was noted.
    """
    noted = False
    try:
        step = int(step)
        path = os.path.abspath(os.fspath(path))
        with _job.lock:
            noted = _declare(_job, step, path) or noted
            if _job.run_dir is not None:
                request = _look(_job)
                _write(
                    os.path.join(_job.run_dir, DONE),
                    {"version": VERSION, "step": step, "path": path},
                )
                noted = True
                least = request[1].get("minStep") if request else None
                if request and not (isinstance(least, int) and step < least):
                    _job.answered = request[0]
    except Exception as error:
        _job.tell_once("cannot say that a checkpoint is complete", error)
    return noted


def _declare(job, step, path):
    if job.checkpoint_dir is None:
        return False
    # The job may have reached the folder through a link; names are relative to the folder itself.
    top = os.path.realpath(job.checkpoint_dir)
    real = os.path.realpath(path)
    if os.path.commonpath([top, real]) != top or real == top:
        return False
    files = []
    for name in _files(real):
        files.append({"name": os.path.relpath(name, top), "bytes": os.stat(name).st_size})
    if not files:
        return False
    _write(
        os.path.join(top, ".%d.ready.json" % step),
        {
            "version": VERSION,
            "step": step,
            "path": os.path.relpath(real, top),
            "files": sorted(files, key=lambda file: file["name"]),
        },
    )
    _forget(top, step, os.path.relpath(real, top))
    return True


def _forget(top, step, path):
    """Removes declarations of what is not there any more, or was just written over."""
    for name in os.listdir(top):
        if name.startswith(".") and name.endswith(".ready.json") and name != ".%d.ready.json" % step:
            declared = _read(os.path.join(top, name)).get("path")
            if isinstance(declared, str):
                if declared == path or not os.path.exists(os.path.join(top, declared)):
                    os.remove(os.path.join(top, name))


def _files(path):
    if os.path.isfile(path):
        yield path
    for folder, _, names in os.walk(path):
        for name in names:
            file = os.path.join(folder, name)
            if os.path.isfile(file) and not os.path.islink(file):
                yield file


def progress(step, of=None, samples_per_s=None, phase=None):
    """Says how far the job is. Written at most once per second, so call it as often as you like."""
    try:
        if _job.run_dir is None:
            return
        now = time.monotonic()
        last = of is not None and step >= of
        if not last and _job.wrote is not None and now - _job.wrote < _WRITE_EVERY_S:
            return
        _job.wrote = now
        fields = {"version": VERSION, "step": int(step)}
        if of is not None:
            fields["of"] = int(of)
        if samples_per_s is not None:
            fields["samplesPerSecond"] = float(samples_per_s)
        if phase is not None:
            fields["phase"] = str(phase)
        fields["at"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        with _job.lock:
            _write(os.path.join(_job.run_dir, PROGRESS), fields)
    except Exception as error:
        _job.tell_once("cannot write progress", error)


def resume_from():
    """Path of the complete checkpoint to go on from; None for a start from the beginning."""
    return _job.resume_from


def resume_step():
    """Its step, where it is known."""
    return _job.resume_step


def restart_count():
    """How often this job was started before."""
    return _job.restart_count


def checkpoint_directory():
    """Where the job should save; None outside Weir."""
    return _job.checkpoint_dir


def stopping():
    """Whether SIGTERM arrived, after catch_sigterm()."""
    return _job.term


def catch_sigterm():
    """From now on SIGTERM does not end the process but makes checkpoint_requested() true.

    For jobs that save when they are stopped (stop-then-save): save, then exit with EXIT_REQUEUE.
    Only the main thread can do this; returns whether it was done.
    """

    def caught(number, frame):
        _job.term = True

    return _handle(signal.SIGTERM, caught)


def _handle(number, handler):
    try:
        signal.signal(number, handler)
        return True
    except (ValueError, OSError) as error:  # not in the main thread
        _job.tell_once("cannot handle signal %d" % number, error)
        return False


def _listen(job):
    """Lets SIGUSR2 announce a request, and says so; without, the file alone is looked at."""
    if job.run_dir is None or not hasattr(signal, "SIGUSR2"):
        return
    try:
        if signal.getsignal(signal.SIGUSR2) != signal.SIG_DFL:
            return  # the program has plans of its own for it
    except ValueError:
        return

    def announced(number, frame):
        job.usr2 = True

    if _handle(signal.SIGUSR2, announced):
        try:
            with open(os.path.join(job.run_dir, HANDLES_USR2), "w", encoding="utf-8"):
                pass
        except OSError as error:
            job.tell_once("cannot announce SIGUSR2", error)


_job = _Job(os.environ)
_listen(_job)
