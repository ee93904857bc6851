"""A session that is asked call after call, and the answers' texts."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Callable

from built import hash_of_bytes
from farfield_client import CONTROL, Message, Session, encode_json
from items import Items
from node import Node
from recordings import hash_without_times

LAST = "the stream that was started last"
"""Stands in a call's parameters for the number of that stream."""

ANSWER_TIMEOUT_S = 60.0
LONGEST_TEXT = 20_000
SLOT_BYTES = 1 << 20
"""The largest frame that is taken."""


@dataclass(frozen=True)
class Call:
    """One call, and the messages taken from its stream."""

    method: str
    params: Any = field(default_factory=dict)
    frames: int = 0
    """So many frames are granted, and waited for."""
    ended: bool = False
    """Then the node says that the program has ended."""
    stop: bool = True
    """A program that this call starts is stopped again."""


class Asking:
    """Sends calls one after the other, so that each finds the node as the one before has left it."""

    def __init__(self, node: Node) -> None:
        self.session = Session("127.0.0.1", node.port, "baseline")
        self.session.attach()
        self.session.data.slot_bytes = SLOT_BYTES
        self.secrets = [(self.session.welcome[name], name.upper()) for name in ("session", "secret")]
        self._last_id = 1000
        self._stream = 0
        self._granted: dict[int, int] = {}

    def items(self, calls: list[Call]) -> Items:
        """What the node answers to each; an item's path has the call's place and its method."""
        found: Items = {}
        for place, call in enumerate(calls):
            path = f"{place:02} {call.method}"
            found[f"{path}/call"] = shortened(json.dumps(call.params))
            found |= {f"{path}/{name}": value for name, value in self._answers(call).items()}
        return found

    def _answers(self, call: Call) -> Items:
        """To one call."""
        text = self.ask(call.method, self._with_stream(call.params))
        found: Items = {"answer": shortened(text)}
        result = json.loads(text.replace('"id":ID', '"id":0')).get("result")
        if result is None:
            return found
        started = call.method == "program.start"
        if started:
            self._stream = result["stream"]
        found |= {f"frame {number:02}": self._frame() for number in range(self._grant(call.frames))}
        if call.ended:
            found["notification"] = self._wait(lambda body: body.get("method") == "program.ended")
        if started and call.stop and not call.ended:
            self.ask("program.stop", {"stream": self._stream})
        return found

    def ask(self, method: str, params: Any) -> str:
        """The answer's text, with its id and the session's own values masked."""
        self._last_id += 1
        number = self._last_id
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.session.control.send(CONTROL, encode_json(request))
        text = self._wait(lambda body: "method" not in body and body.get("id") in (number, None))
        return text.replace(f'"id":{number}', '"id":ID')

    def _with_stream(self, params: Any) -> Any:
        """Parameters with the number of the last stream put in."""
        if not isinstance(params, dict):
            return params
        return {name: self._stream if value == LAST else value for name, value in params.items()}

    def _grant(self, frames: int) -> int:
        """Grants so many frames more; returns their number."""
        if frames:
            self._granted[self._stream] = self._granted.get(self._stream, 0) + frames
            self.session.grant(self._stream, self._granted[self._stream])
        return frames

    def _frame(self) -> str:
        """The next frame of the last stream, without times."""
        message = self._message(self.session.data, lambda m: m.header.stream == self._stream)
        header = message.header._replace(time_ns=0)
        fields = " ".join(f"{name}={value}" for name, value in header._asdict().items() if name != "time_ns")
        return f"{fields} {hash_without_times(message.payload)}"

    def _wait(self, wanted: Callable[[dict], bool]) -> str:
        """The text of the next Control message that is wanted, masked."""
        message = self._message(self.session.control, lambda m: m.header.type == CONTROL and wanted(json.loads(m.payload)))
        text = message.payload.decode()
        for secret, name in self.secrets:
            text = text.replace(secret, name)
        return text

    def _message(self, connection: Any, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is wanted; the session is kept alive meanwhile."""
        for _ in range(int(ANSWER_TIMEOUT_S)):
            self.session.keep_alive()
            try:
                return connection.wait_for(wanted, 1.0)
            except TimeoutError:
                continue
        raise TimeoutError(f"no answer within {ANSWER_TIMEOUT_S:.0f} s")


def shortened(text: str) -> str:
    """A text, or the beginning and the hash of a long one."""
    return text if len(text) <= LONGEST_TEXT else f"{text[:200]}... {hash_of_bytes(text.encode())}"
