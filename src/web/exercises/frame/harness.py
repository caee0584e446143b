"""Runs the code of a learner and its tests; harness.ts is the same for JavaScript."""

import builtins
import inspect
import os
import sys
import traceback

import __main__

MAXIMUM_VALUE_CHARACTERS = 300
MAXIMUM_TESTS = 200
TESTS_FILE = "tes"


class Unmet(Exception):
    pass


def cut(text):
    return text if len(text) <= MAXIMUM_VALUE_CHARACTERS else text[:MAXIMUM_VALUE_CHARACTERS] + "…"


def show(value):
    try:
        return cut(repr(value))
    except Exception:
        return f"nilai jenis {type(value).__name__}"


def word(error):
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class Expected:
    """`harap(nilai)` and what may be expected of it."""

    def __init__(self, value):
        self._value = value

    def _require(self, is_met, expected, came=None):
        if not is_met:
            came = show(self._value) if came is None else came
            raise Unmet(f"Diharapkan {expected}, yang muncul {came}.")

    def sama(self, other):
        self._require(self._value == other, show(other))

    def benar(self):
        self._require(bool(self._value), "benar (True)")

    def memuat(self, part):
        value = self._value
        if isinstance(value, dict) and isinstance(part, dict):
            is_met = all(key in value and value[key] == part[key] for key in part)
        else:
            is_met = part in value
        self._require(is_met, f"memuat {show(part)}")

    def kira(self, other, selisih=0.01):
        is_number = isinstance(self._value, (int, float))
        is_met = is_number and abs(self._value - other) <= selisih
        self._require(is_met, f"kira-kira {show(other)} (selisih paling banyak {selisih})")

    def gagal(self):
        if not callable(self._value):
            self._require(False, "fungsi yang gagal")
        try:
            came = self._value()
        except Exception:
            return
        self._require(False, "kegagalan", show(came))


def place_of(error, paths):
    """The file and line of the learner at which an error began; empty and 0 where it is elsewhere."""
    folder = os.getcwd() + "/"
    if isinstance(error, SyntaxError):
        name = (error.filename or "").removeprefix(folder)
        if name in paths:
            return name, error.lineno or 0
    found = ("", 0)
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename.removeprefix(folder)
        if name in paths:
            found = (name, line)
    return found


def write_files(files):
    for path, text in files:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)


def execute(path, text, paths, report):
    """True unless the code failed, which is reported."""
    try:
        exec(compile(text, path, "exec"), __main__.__dict__)
    except SystemExit:
        pass
    except BaseException as error:
        report(word(error), *place_of(error, paths))
        return False
    return True


async def run(files, tests, output, report, send_test):
    files = [(path, text) for path, text in files]
    paths = {path for path, _ in files} | {TESTS_FILE}
    write_files(files)
    for path, text in files:
        if path.endswith(".py") and not execute(path, text, paths, report):
            return
    registered = []

    def tes(title, check):
        if len(registered) < MAXIMUM_TESTS:
            registered.append((cut(builtins.str(title)), check))

    def keluaran():
        sys.stdout.flush()
        return output()

    texts = dict(files)
    __main__.__dict__.update(tes=tes, harap=Expected, berkas=texts.get, keluaran=keluaran)
    if not execute(TESTS_FILE, tests, paths, report):
        return
    for index, (title, check) in enumerate(registered):
        try:
            result = check()
            if inspect.isawaitable(result):
                await result
        except Unmet as unmet:
            send_test(index, title, False, str(unmet))
        except BaseException as error:
            send_test(index, title, False, f"Tes ini berhenti: {word(error)}")
        else:
            send_test(index, title, True, "")
