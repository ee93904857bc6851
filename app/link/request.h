#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "net/message/control_messages.h"

namespace farfield::app {

/// When a change of a running request is sent.
enum class SendChange {
    AtOnce,        ///< also while the last change is computed: the node then gives that one up
    OnceAnswered,  ///< once the node has answered the last; changes in between are joined
    OnceShown      ///< once the result of the last is on the screen; changes in between are joined
};

/// Texts of a program's failures, each before ": " and the reason; null: the reason alone. Static.
struct ProgramWords {
    const char* no_room = "cannot make room for the frames";
    const char* start_refused = "cannot start the program";
    const char* change_refused = "the node refused the change";
    const char* failed = "The program failed";
    bool may_end = true;  ///< an end by itself is no failure
};

/// A program that a layer needs at the node.
struct ProgramRequest {
    /// slot_bytes and interaction are the driver's.
    net::ProgramStart start;
    std::uint64_t frame_bytes = 0;  ///< of one frame, as far as the layer knows
    std::size_t history = 0;        ///< frames kept behind the newest
    std::size_t ahead = 0;          ///< slots for the producer; 0: as memory allows
    std::uint32_t parts = 1;        ///< of one result
    SendChange send = SendChange::AtOnce;
    bool is_numbered = true;   ///< changes have interaction numbers, for latency
    bool gives_way = false;    ///< with OnceShown: a change does not wait for this request's result
    bool is_led = false;       ///< its `time` is that of what leads, and no part of what members share
    bool again_later = false;  ///< a refusal for want of room is no last word: ProgramDriver::retry()
    std::string refusal;       ///< why it cannot be asked of the node at all; empty: it can
    /// The patch from one `params` to another; nothing: the program is started anew.
    std::optional<net::Json> (*difference)(const net::Json& from, const net::Json& to) = nullptr;
    const ProgramWords* words = nullptr;
    friend bool operator==(const ProgramRequest&, const ProgramRequest&) = default;
};

/// A call that a layer needs answered; `params` in pages has the member `part`.
struct CallRequest {
    std::string method;
    net::Json params = net::Json::object();
    friend bool operator==(const CallRequest&, const CallRequest&) = default;
};

/// What a layer needs from the node under a name of its own, such as "view".
struct Request {
    std::string key;
    std::variant<ProgramRequest, CallRequest> what;
};

/// For ProgramRequest::difference.
template <class Params>
std::optional<net::Json> difference_of(const net::Json& from, const net::Json& to)
{
    return model::difference(model::read<Params>(from), model::read<Params>(to));
}

}  // namespace farfield::app
