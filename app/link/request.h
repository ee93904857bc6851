#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "net/message/control_messages.h"

namespace farfield::app {

/// Time at which a change of a running request is sent.
enum class SendChange {
    AtOnce,        ///< also while the last change is computed: the node gives that one up
    OnceAnswered,  ///< once the node has answered the last; changes in between are joined
    OnceShown      ///< once the result of the last is on the screen; changes in between are joined
};

/// Texts of a program's failures, each before ": " and the reason; null: the reason alone. Static strings.
struct ProgramWords {
    const char* no_room = "cannot make room for the frames";
    const char* start_refused = "cannot start the program";
    const char* change_refused = "the node refused the change";
    const char* failed = "The program failed";
    bool may_end = true;  ///< an end without an error is no failure
};

/// A program that a layer needs at the node.
struct ProgramRequest {
    /// slot_bytes and interaction are filled in by the driver.
    net::ProgramStart start;
    std::uint64_t frame_bytes = 0;  ///< size of a frame, as far as the layer knows
    std::size_t history = 0;        ///< frames kept behind the newest
    std::size_t ahead = 0;          ///< slots for the producer; 0: as memory allows
    std::uint32_t parts = 1;        ///< frames of one result
    SendChange send = SendChange::AtOnce;
    bool is_numbered = true;   ///< changes have interaction numbers, for latency
    bool gives_way = false;    ///< with OnceShown: a change does not wait for this request's result
    bool is_led = false;       ///< its `time` follows the leading layer; members do not share it
    bool again_later = false;  ///< a refusal for lack of room can be retried: ProgramDriver::retry()
    std::string refusal;       ///< reason not to ask the node at all; empty: ask
    /// Returns the patch between two `params`; nullopt: the program must be started anew.
    std::optional<net::Json> (*difference)(const net::Json& from, const net::Json& to) = nullptr;
    const ProgramWords* words = nullptr;
    friend bool operator==(const ProgramRequest&, const ProgramRequest&) = default;
};

/// A call that a layer needs answered; in a paged call, `params` has the member `part`.
struct CallRequest {
    std::string method;
    net::Json params = net::Json::object();
    friend bool operator==(const CallRequest&, const CallRequest&) = default;
};

/// A request of a layer to the node, named by a key that is unique in the layer, such as "view".
struct Request {
    std::string key;
    std::variant<ProgramRequest, CallRequest> what;
};

/// Standard function for ProgramRequest::difference.
template <class Params>
std::optional<net::Json> difference_of(const net::Json& from, const net::Json& to)
{
    return model::difference(model::read<Params>(from), model::read<Params>(to));
}

}  // namespace farfield::app
