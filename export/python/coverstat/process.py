"""The program: where it is, how it is called and stopped, what its exit codes mean."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .errors import Error, Failed, Incomplete, located

Record = dict[str, Any]


@cache
def program() -> str:
    """The path of the program that this package calls.

    It is $COVERSTAT if that is set, else the program that was installed with the
    package, else the one that was built in the source tree, else the one on PATH.

    >>> import coverstat
    >>> "coverstat" in coverstat.program()
    True
    """
    name = "coverstat.exe" if sys.platform == "win32" else "coverstat"
    places = [os.environ.get("COVERSTAT", "")]
    here = Path(__file__).resolve()
    try:
        installed = importlib.metadata.distribution("coverstat")
    except importlib.metadata.PackageNotFoundError:
        pass
    else:  # pip has noted where it put the program, which depends on the kind of environment
        if Path(str(installed.locate_file("coverstat"))).resolve() == here.parent:
            places += [str(installed.locate_file(f)) for f in installed.files or () if f.name == name]
    places += [str(here.parents[i] / "bin" / name) for i in (1, 3)]  # pip install --target; the source tree
    for place in places:
        if place and Path(place).is_file():
            return os.path.normpath(place)
    found = shutil.which(name)
    if not found:
        raise FileNotFoundError("the program coverstat is not there: expected it on PATH, or its path in the variable COVERSTAT")
    return found


if sys.platform == "win32":
    _GROUP, _STOP = subprocess.CREATE_NEW_PROCESS_GROUP, signal.CTRL_BREAK_EVENT
else:
    _GROUP, _STOP = 0, signal.SIGINT


def start(args: Sequence[str]) -> subprocess.Popen[str]:
    """Starts the program in a group of its own: Ctrl-C in a terminal goes to a whole group,
    and the program, told to stop twice, would end before it has kept its work."""
    return subprocess.Popen([program(), *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, encoding="utf-8", start_new_session=True, creationflags=_GROUP)


class Messages:
    """What a program writes to stderr, read by a thread of its own.

    Lines of JSON are records of progress, other lines are errors.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.notice: str = ""
        self.records: deque[Record] = deque()
        self.lines: list[str] = []
        self.thread: threading.Thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        assert self.process.stderr
        with self.process.stderr as lines:
            for line in lines:
                if not line.startswith("{"):
                    self.lines.append(line.rstrip("\n").removeprefix("coverstat: "))
                    continue
                record = json.loads(line)
                if record.keys() <= {"time", "level", "msg"}:  # a message for people
                    self.notice = record["msg"]
                self.records.append(record)

    def show(self, watch: Callable[[Record], None] | None) -> None:
        """Calls watch with the new records."""
        while watch and self.records:
            watch(self.records.popleft())

    def check(self, keys: Mapping[int, str]) -> None:
        """Waits for the end of the program; an exit code other than 0 is an exception."""
        code = self.process.wait()
        self.thread.join()
        if code == 0:
            return
        words = "\n".join(self.lines) or f"the program ended with {code}"
        if code == 2:
            raise located(words, keys)
        if code == 3:
            raise Incomplete("\n".join([words, self.notice]).strip())
        raise Failed(words)


def call(args: Sequence[str], text: str = "", keys: Mapping[int, str] | None = None,
         watch: Callable[[Record], None] | None = None) -> str:
    """Runs a command of the program and returns what it printed.

    Ctrl-C stops the program first, and then raises KeyboardInterrupt.

    Args:
        args: the command and its flags.
        text: what it reads from stdin.
        keys: the key of each line of text, for errors.
        watch: is called with each record of progress.
    """
    process = start(args)
    messages = Messages(process)
    printed: list[str] = []

    def read() -> None:
        assert process.stdout
        with process.stdout:
            printed.append(process.stdout.read())

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    feeder = _feed(process, [text] if text else [], [])
    try:
        while reader.is_alive():  # on Windows, Ctrl-C does not end a wait without a limit
            reader.join(0.2)
            messages.show(watch)
        process.wait()
    except KeyboardInterrupt:
        process.send_signal(_STOP)  # a run keeps its finished tasks
        process.wait()
        messages.thread.join()
        raise KeyboardInterrupt(messages.notice or "\n".join(messages.lines)) from None
    finally:
        if process.poll() is None:
            process.kill()
    feeder.join()
    messages.thread.join()
    messages.show(watch)
    try:
        messages.check(keys or {})
    except Error as error:
        error.printed = printed[0]
        raise
    return printed[0]


def stream(args: Sequence[str], texts: Iterable[str]) -> Iterator[str]:
    """Runs a command that answers while it reads; yields the lines that it prints.

    Args:
        args: the command and its flags.
        texts: what it reads; a thread of its own takes them one by one.
    """
    process = start(args)
    messages = Messages(process)
    failures: list[BaseException] = []
    _feed(process, texts, failures)
    assert process.stdout
    ended = False
    try:
        with process.stdout as lines:
            for line in lines:
                yield line.rstrip("\n")
        ended = True
    finally:
        if not ended:  # the caller wants no more answers
            process.kill()
            process.wait()
    process.wait()
    if failures:
        raise failures[0]
    messages.check({})


def _feed(process: subprocess.Popen[str], texts: Iterable[str], failures: list[BaseException]) -> threading.Thread:
    """Writes texts to the program in a thread; a failure of their source ends the program."""

    def feed() -> None:
        assert process.stdin
        try:
            for text in texts:
                try:
                    process.stdin.write(text)
                    process.stdin.flush()
                except OSError:
                    break  # the program has ended and says why
        except BaseException as error:  # whatever it is, it belongs to the reader of the answers
            failures.append(error)
            process.kill()
        finally:
            try:
                process.stdin.close()
            except OSError:
                pass

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    return thread


def flags(options: Mapping[str, Any]) -> list[str]:
    """Flags of the program, without those that are None."""
    texts = ((name, str(value).lower() if isinstance(value, bool) else value) for name, value in options.items())
    return [f"--{name}={text}" for name, text in texts if text is not None]


def printed_json(args: Sequence[str], text: str = "", keys: Mapping[int, str] | None = None) -> Any:
    """Runs a command with --json and returns what it printed."""
    return json.loads(call([*args, "--json"], text, keys))
