"""Calls and notifications on one connection (section 3)."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional

from .connection import DEFAULT_TIMEOUT_S, Connection
from .messages import CONTROL, ProtocolError, encode_json


class RpcError(Exception):
    """The node answered a call with an error."""

    def __init__(self, error: dict, call_id: Any = None) -> None:
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data: Any = error.get("data")
        self.call_id = call_id
        super().__init__(f"{self.code}: {self.message} {self.data if self.data is not None else ''}".rstrip())


class Caller:
    """JSON-RPC calls on one connection."""

    def __init__(self, connection: Connection, last_id: int = 0) -> None:
        self.connection = connection
        self._last_id = last_id

    def call(
        self,
        method: str,
        params: Optional[dict] = None,
        *,
        call_id: Any = None,
        timeout: float = DEFAULT_TIMEOUT_S,
    ) -> Any:
        """Calls a method and returns its result; raises RpcError. A given `call_id` lets a call be sent again."""
        if call_id is None:
            call_id = self.next_id()
        self.send(method, params, call_id)
        return self.answer(call_id, timeout)

    def next_id(self) -> int:
        """An id that no call had before."""
        self._last_id += 1
        return self._last_id

    def send(self, method: str, params: Optional[dict], call_id: Any) -> None:
        """Sends a call without waiting for its answer."""
        request = {"jsonrpc": "2.0", "id": call_id, "method": method}
        if params is not None:
            request["params"] = params
        self.connection.send(CONTROL, encode_json(request))

    def answer(self, call_id: Any, timeout: float = DEFAULT_TIMEOUT_S) -> Any:
        """The result of the call with this id. An error with id null ends the wait as well."""
        found = self._take(lambda body: "method" not in body and body.get("id") in (call_id, None), timeout)
        if found.get("jsonrpc") != "2.0":
            raise ProtocolError(f"not an answer of JSON-RPC 2.0: {found}")
        if "error" in found:
            raise RpcError(found["error"], found.get("id"))
        return found["result"]

    def notification(self, method: str, timeout: float = DEFAULT_TIMEOUT_S) -> dict:
        """The parameters of the next notification of this name."""
        return self._take(lambda body: body.get("method") == method, timeout)["params"]

    def _take(self, wanted: Callable[[dict], bool], timeout: float) -> dict:
        """The body of the first Control message that is wanted."""
        message = self.connection.wait_for(
            lambda m: m.header.type == CONTROL and wanted(json.loads(m.payload)), timeout
        )
        return json.loads(message.payload)
