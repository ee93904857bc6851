#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/fields/fields.h"

/// The result of node.stats: docs/protocol.md, section 3.
namespace farfield::net {

/// Call counts of a session. received = run + stored + refused + repeats of calls that are running.
struct CallCounts {
    std::uint64_t received = 0;
    std::uint64_t run = 0;
    std::uint64_t stored = 0;   ///< answered with a stored answer
    std::uint64_t refused = 0;  ///< refused before they were run
    CallCounts& operator+=(const CallCounts& others)
    {
        received += others.received, run += others.run;
        stored += others.stored, refused += others.refused;
        return *this;
    }
    friend bool operator==(const CallCounts&, const CallCounts&) = default;

    static void fields(auto& visit)
    {
        visit("received", &CallCounts::received, model::required);
        visit("run", &CallCounts::run, model::required);
        visit("stored", &CallCounts::stored, model::required);
        visit("refused", &CallCounts::refused, model::required);
    }
};

struct StreamStats {
    std::uint32_t stream = 0;
    std::uint64_t made = 0;  ///< frames made
    std::uint64_t sent = 0;  ///< frames sent, counted each time
    friend bool operator==(const StreamStats&, const StreamStats&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &StreamStats::stream, model::required);
        visit("made", &StreamStats::made, model::required);
        visit("sent", &StreamStats::sent, model::required);
    }
};

/// Costs of a session's streams, including those that have ended.
struct Usage {
    std::uint64_t turns = 0;    ///< turns in which its programs computed
    double cpu_ms = 0.0;        ///< processor time of all their threads
    double waited_ms = 0.0;     ///< time that programs waited for their turns
    std::uint64_t encoded = 0;  ///< frames encoded
    std::uint64_t bytes = 0;    ///< bytes of frames and their headers, passed to connections
    friend bool operator==(const Usage&, const Usage&) = default;

    Usage& operator+=(const Usage& other) noexcept
    {
        turns += other.turns;
        cpu_ms += other.cpu_ms;
        waited_ms += other.waited_ms;
        encoded += other.encoded;
        bytes += other.bytes;
        return *this;
    }

    static void fields(auto& visit)
    {
        visit("turns", &Usage::turns, model::required);
        visit("cpu_ms", &Usage::cpu_ms, model::required);
        visit("waited_ms", &Usage::waited_ms, model::required);
        visit("encoded", &Usage::encoded, model::required);
        visit("bytes", &Usage::bytes, model::required);
    }
};

enum class SessionState : std::uint8_t {
    Open,     ///< all connections are there
    Waiting,  ///< the data connection is missing
    Kept,     ///< no viewer is connected
};
inline constexpr std::array session_state_names{"open", "waiting", "kept"};

struct SessionStats {
    std::string session;   ///< first 8 digits of the session's id
    std::string client;    ///< name and address of the client
    double seconds = 0.0;  ///< time since the session was opened
    SessionState state = SessionState::Open;
    double left = 0.0;               ///< for a kept session: seconds until it ends
    std::uint64_t members = 1;       ///< viewers, including those that are away
    std::uint64_t buffer_bytes = 0;  ///< memory of the session's send buffers
    CallCounts calls;
    Usage usage;
    std::vector<StreamStats> streams = {};
    friend bool operator==(const SessionStats&, const SessionStats&) = default;

    static void fields(auto& visit)
    {
        visit("session", &SessionStats::session, model::required);
        visit("client", &SessionStats::client, model::required);
        visit("seconds", &SessionStats::seconds, model::required);
        visit("state", &SessionStats::state, model::required, model::names(session_state_names));
        visit("left", &SessionStats::left);
        visit("members", &SessionStats::members, model::always);
        visit("buffer_bytes", &SessionStats::buffer_bytes, model::always);
        visit("calls", &SessionStats::calls, model::required);
        visit("usage", &SessionStats::usage, model::required);
        visit("streams", &SessionStats::streams, model::always);
    }
};

/// The result of session.list.
struct SessionList {
    std::string epoch;  ///< epoch of the node's run
    std::vector<SessionStats> sessions = {};
    friend bool operator==(const SessionList&, const SessionList&) = default;

    static void fields(auto& visit)
    {
        visit("epoch", &SessionList::epoch, model::required);
        visit("sessions", &SessionList::sessions, model::required);
    }
};

struct NodeStats {
    std::vector<SessionStats> sessions = {};
    std::uint64_t connections = 0;  ///< total number of connections
    std::uint64_t strangers = 0;    ///< connections that belong to no session
    friend bool operator==(const NodeStats&, const NodeStats&) = default;

    static void fields(auto& visit)
    {
        visit("sessions", &NodeStats::sessions, model::required);
        visit("connections", &NodeStats::connections, model::required);
        visit("strangers", &NodeStats::strangers, model::required);
    }
};

}  // namespace farfield::net
