"""Tests of the module, with the standard library alone: python3 -m unittest discover -s python/tests"""

import importlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
import weir  # noqa: E402


class Outside(unittest.TestCase):
    def setUp(self):
        for name in [name for name in os.environ if name.startswith("WEIR_")]:
            del os.environ[name]
        importlib.reload(weir)

    def test_every_call_does_nothing(self):
        self.assertFalse(weir.inside())
        self.assertFalse(weir.checkpoint_requested())
        self.assertIsNone(weir.deadline())
        self.assertIsNone(weir.resume_from())
        self.assertIsNone(weir.resume_step())
        self.assertEqual(weir.restart_count(), 0)
        self.assertIsNone(weir.checkpoint_directory())
        self.assertFalse(weir.checkpoint_done(3, "/nowhere/at/all"))
        weir.progress(1, of=2, samples_per_s=3.0, phase="train")

    def test_nothing_is_raised_whatever_is_passed(self):
        weir.progress(object(), of=object(), samples_per_s="x", phase=object())
        self.assertFalse(weir.checkpoint_done("no step", 12))


class Inside(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.run_dir = os.path.join(self.folder.name, "run")
        self.checkpoints = os.path.join(self.folder.name, "checkpoints")
        os.mkdir(self.run_dir)
        os.mkdir(self.checkpoints)
        os.environ["WEIR_RUN_DIR"] = self.run_dir
        os.environ["WEIR_CHECKPOINT_DIR"] = self.checkpoints
        os.environ["WEIR_RESUME_FROM"] = "/somewhere/ckpt.pt"
        os.environ["WEIR_RESUME_STEP"] = "40"
        os.environ["WEIR_RESTART_COUNT"] = "2"
        signal.signal(signal.SIGUSR2, signal.SIG_DFL)
        importlib.reload(weir)

    def tearDown(self):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGUSR2, signal.SIG_DFL)
        for name in [name for name in os.environ if name.startswith("WEIR_")]:
            del os.environ[name]

    def request(self, text=None, step=0):
        text = text or json.dumps({"version": 1, "deadlineEpochMs": 1500, "minStep": step})
        path = os.path.join(self.run_dir, weir.REQUEST)
        with open(path + ".tmp", "w") as out:
            out.write(text)
        os.replace(path + ".tmp", path)
        weir._job.looked = None

    def read(self, folder, name):
        with open(os.path.join(folder, name)) as file:
            return json.load(file)

    def save(self, name="ckpt-7.pt", content=b"weights"):
        path = os.path.join(self.checkpoints, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(content)
        return path

    def test_the_environment_is_read(self):
        self.assertTrue(weir.inside())
        self.assertEqual(weir.resume_from(), "/somewhere/ckpt.pt")
        self.assertEqual(weir.resume_step(), 40)
        self.assertEqual(weir.restart_count(), 2)
        self.assertEqual(weir.checkpoint_directory(), self.checkpoints)

    def test_a_request_is_seen_answered_and_seen_no_more(self):
        self.assertFalse(weir.checkpoint_requested())
        self.request()
        self.assertTrue(weir.checkpoint_requested())
        self.assertEqual(weir.deadline(), 1.5)
        self.assertTrue(weir.checkpoint_done(7, self.save()))
        self.assertFalse(weir.checkpoint_requested())
        done = self.read(self.run_dir, weir.DONE)
        self.assertEqual((done["version"], done["step"]), (1, 7))
        self.assertTrue(done["path"].endswith("ckpt-7.pt"))

    def test_a_second_request_is_a_new_one(self):
        self.request()
        weir.checkpoint_done(7, self.save())
        time.sleep(0.01)
        self.request()
        self.assertTrue(weir.checkpoint_requested())

    def test_an_older_step_does_not_answer(self):
        self.request(step=10)
        weir.checkpoint_done(7, self.save())
        self.assertTrue(weir.checkpoint_requested())
        weir.checkpoint_done(10, self.save())
        self.assertFalse(weir.checkpoint_requested())

    def test_a_garbled_request_is_still_a_request(self):
        for text in ["{", "[]", '{"version": 9}', "\x00" * 100, '{"version":1,"minStep":"x"}']:
            with self.subTest(text=text):
                self.request(text=text)
                self.assertTrue(weir.checkpoint_requested())
                self.assertIsNone(weir.deadline())

    def test_a_withdrawn_request_is_none(self):
        self.request()
        self.assertTrue(weir.checkpoint_requested())
        os.remove(os.path.join(self.run_dir, weir.REQUEST))
        weir._job.looked = None
        self.assertFalse(weir.checkpoint_requested())

    def test_looking_is_cheap_until_the_signal(self):
        weir.checkpoint_requested()
        looked = weir._job.looked
        weir.checkpoint_requested()
        self.assertEqual(weir._job.looked, looked)
        self.request()
        weir._job.looked = time.monotonic() + 1000  # no look is due for long
        self.assertFalse(weir.checkpoint_requested())
        os.kill(os.getpid(), signal.SIGUSR2)
        self.assertTrue(weir.checkpoint_requested())

    def test_usr2_is_declared(self):
        self.assertTrue(os.path.isfile(os.path.join(self.run_dir, weir.HANDLES_USR2)))

    def test_a_program_with_plans_for_usr2_keeps_them(self):
        os.remove(os.path.join(self.run_dir, weir.HANDLES_USR2))
        own = lambda number, frame: None  # noqa: E731
        signal.signal(signal.SIGUSR2, own)
        importlib.reload(weir)
        self.assertIs(signal.getsignal(signal.SIGUSR2), own)
        self.assertFalse(os.path.exists(os.path.join(self.run_dir, weir.HANDLES_USR2)))

    def test_sigterm_is_a_request_once_caught(self):
        self.assertTrue(weir.catch_sigterm())
        self.assertFalse(weir.checkpoint_requested())
        os.kill(os.getpid(), signal.SIGTERM)
        self.assertTrue(weir.checkpoint_requested())
        self.assertTrue(weir.stopping())

    def test_another_thread_cannot_catch_signals_and_hears_so(self):
        answers = []
        thread = threading.Thread(target=lambda: answers.append(weir.catch_sigterm()))
        thread.start()
        thread.join()
        self.assertEqual(answers, [False])

    def test_a_file_inside_the_folder_is_declared_ready(self):
        weir.checkpoint_done(7, self.save(content=b"12345"))
        ready = self.read(self.checkpoints, ".7.ready.json")
        self.assertEqual(ready["files"], [{"name": "ckpt-7.pt", "bytes": 5}])
        self.assertEqual((ready["version"], ready["step"], ready["path"]), (1, 7, "ckpt-7.pt"))

    def test_a_folder_is_declared_with_all_its_files(self):
        self.save("step-8/b/two", b"22")
        self.save("step-8/one", b"1")
        weir.checkpoint_done(8, os.path.join(self.checkpoints, "step-8"))
        ready = self.read(self.checkpoints, ".8.ready.json")
        self.assertEqual([f["name"] for f in ready["files"]], ["step-8/b/two", "step-8/one"])
        self.assertEqual(ready["path"], "step-8")

    def test_declarations_of_what_is_gone_are_forgotten(self):
        weir.checkpoint_done(1, self.save("ckpt.pt"))
        weir.checkpoint_done(2, self.save("ckpt.pt"))
        weir.checkpoint_done(3, self.save("ckpt-3.pt"))
        os.remove(os.path.join(self.checkpoints, "ckpt-3.pt"))
        weir.checkpoint_done(4, self.save("ckpt-4.pt"))
        ready = sorted(n for n in os.listdir(self.checkpoints) if n.endswith(".ready.json"))
        self.assertEqual(ready, [".2.ready.json", ".4.ready.json"])

    def test_a_path_outside_is_answered_but_not_declared(self):
        weir.checkpoint_done(9, os.path.join(self.folder.name, "elsewhere.pt"))
        self.assertEqual(self.read(self.run_dir, weir.DONE)["step"], 9)
        self.assertEqual(os.listdir(self.checkpoints), [])

    def test_progress_is_written_at_most_once_per_second(self):
        weir.progress(1, of=10, samples_per_s=2.5, phase="train")
        weir.progress(2, of=10)
        first = self.read(self.run_dir, weir.PROGRESS)
        self.assertEqual((first["version"], first["step"], first["of"]), (1, 1, 10))
        self.assertEqual((first["samplesPerSecond"], first["phase"]), (2.5, "train"))
        weir._job.wrote -= 1.5
        weir.progress(3)
        self.assertEqual(self.read(self.run_dir, weir.PROGRESS)["step"], 3)

    def test_the_last_step_is_always_written(self):
        weir.progress(9, of=10)
        weir.progress(10, of=10)
        self.assertEqual(self.read(self.run_dir, weir.PROGRESS)["step"], 10)

    def test_numbers_that_json_has_not_are_left_out_without_raising(self):
        weir.progress(1, samples_per_s=float("nan"))
        self.assertEqual(os.listdir(self.run_dir), [weir.HANDLES_USR2])

    def test_a_vanished_folder_does_not_raise(self):
        os.environ["WEIR_RUN_DIR"] = os.path.join(self.folder.name, "gone")
        importlib.reload(weir)
        weir.progress(1)
        self.assertFalse(weir.checkpoint_requested())
        weir.checkpoint_done(1, self.save())

    def test_no_temporary_files_stay(self):
        weir.progress(1)
        weir.checkpoint_done(7, self.save())
        left = os.listdir(self.run_dir) + os.listdir(self.checkpoints)
        self.assertEqual([name for name in left if name.endswith(".tmp")], [])


if __name__ == "__main__":
    unittest.main()
