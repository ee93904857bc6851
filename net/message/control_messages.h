#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "model/fields/fields.h"

/// Contents of control calls, as structures and as JSON (docs/protocol.md, section 3 and 5). Reading JSON
/// checks it: a missing, unknown, ill-typed or out-of-range parameter throws model::FieldError that names it.
namespace farfield::net {

using model::Json;

enum class RpcCode : int {
    ParseError = -32700,
    InvalidRequest = -32600,
    UnknownMethod = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    Failed = -32000,
    NotAuthorised = -32001,
    VersionNotSupported = -32002,
    LimitExceeded = -32003,
    NotFound = -32004,
    BrokenMessage = -32005,
    StaleCall = -32006,
    Busy = -32007,  ///< temporary: the limit is exceeded for a moment
    Held = -32008,  ///< another member of the session holds the object
};

/// An error answer of JSON-RPC: thrown where a call is served, and sent to its caller.
struct RpcError : std::runtime_error {
    RpcError(RpcCode error_code, const std::string& message, Json error_data = nullptr)
        : std::runtime_error(message), code(error_code), data(std::move(error_data))
    {}
    RpcCode code;
    Json data;
};

/// Converts any exception to the error that answers a call: a FieldError to InvalidParams, a LimitError to
/// LimitExceeded, any exception other than an RpcError to `otherwise`.
[[nodiscard]] RpcError error_of(const std::exception& error, RpcCode otherwise = RpcCode::Failed);
/// LimitExceeded with the limit's name, its value and the requested one.
[[nodiscard]] RpcError limit_error(const std::string& limit, std::uint64_t value, std::uint64_t asked);
/// The same as Busy, for a limit whose users are about to end: carries the time after which to try again.
[[nodiscard]] RpcError busy_error(const std::string& limit, std::uint64_t value, std::uint64_t asked);

enum class Policy { Latest, Every };

inline constexpr std::array policy_names{"latest", "every"};

struct ProgramStart {
    std::string program = "particles";  ///< name of a program that the service knows
    std::string dataset;                ///< name of the dataset; empty: the program takes none
    std::string velocity;               ///< name of the vector field to trace; empty: the dataset's own
    Policy policy = Policy::Latest;
    std::uint64_t slot_bytes = 0;
    double rate = 0.0;
    std::uint64_t frames = 0;
    std::uint32_t interaction = 0;
    bool paused = false;
    std::string layer = {};        ///< name of a layer of the session's document; empty: none
    std::string request = {};      ///< the layer's request; equal `layer` and `request`: the same stream
    bool is_private = false;       ///< true when the stream is for this member alone
    bool is_exclusive = false;     ///< true when the policy *every* holds however long other members wait
    Json params = Json::object();  ///< parameters that the program itself reads
    std::string session = {};      ///< name of the session; not on the wire: the session sets it
    std::string client = {};       ///< session, program and address; not on the wire: the session sets it
    friend bool operator==(const ProgramStart&, const ProgramStart&) = default;

    static void fields(auto& visit)
    {
        visit("program", &ProgramStart::program, model::required);
        visit("dataset", &ProgramStart::dataset);
        visit("velocity", &ProgramStart::velocity);
        visit("policy", &ProgramStart::policy, model::always, model::names(policy_names));
        visit("slot_bytes", &ProgramStart::slot_bytes, model::required, model::at_least(1));
        visit("rate", &ProgramStart::rate, model::always, model::at_least(0.0));
        visit("frames", &ProgramStart::frames, model::always);
        visit("interaction", &ProgramStart::interaction, model::always);
        visit("paused", &ProgramStart::paused, model::always);
        visit("layer", &ProgramStart::layer);
        visit("request", &ProgramStart::request);
        visit("private", &ProgramStart::is_private);
        visit("exclusive", &ProgramStart::is_exclusive);
        visit("params", &ProgramStart::params, model::always);
    }
};

struct ProgramUpdate {
    std::uint32_t stream = 0;
    std::uint32_t interaction = 0;
    std::optional<double> rate;
    std::string request = {};  ///< new request of the program's layer; empty: unchanged
    Json params = Json::object();
    friend bool operator==(const ProgramUpdate&, const ProgramUpdate&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &ProgramUpdate::stream, model::required);
        visit("interaction", &ProgramUpdate::interaction, model::always);
        visit("rate", &ProgramUpdate::rate, model::at_least(0.0));
        visit("request", &ProgramUpdate::request);
        visit("params", &ProgramUpdate::params, model::always);
    }
};

/// Parameters of program.subscribe.
struct ProgramSubscribe {
    std::uint32_t stream = 0;
    Policy policy = Policy::Latest;
    std::uint64_t slot_bytes = 0;
    double rate = 0.0;          ///< frames a second for this member, at most; 0: the program's own rate
    bool is_exclusive = false;  ///< same meaning as ProgramStart::is_exclusive
    friend bool operator==(const ProgramSubscribe&, const ProgramSubscribe&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &ProgramSubscribe::stream, model::required);
        visit("policy", &ProgramSubscribe::policy, model::always, model::names(policy_names));
        visit("slot_bytes", &ProgramSubscribe::slot_bytes, model::required, model::at_least(1));
        visit("rate", &ProgramSubscribe::rate, model::at_least(0.0));
        visit("exclusive", &ProgramSubscribe::is_exclusive);
    }
};

/// The member `resume` of session.open's parameters.
struct ResumeCall {
    std::string session;
    std::string secret;
    std::uint64_t heard = 0;     ///< number of the last event that arrived
    std::uint64_t answered = 0;  ///< same meaning as AnsweredCall::up_to
    friend bool operator==(const ResumeCall&, const ResumeCall&) = default;

    static void fields(auto& visit)
    {
        visit("session", &ResumeCall::session, model::required);
        visit("secret", &ResumeCall::secret, model::required);
        visit("heard", &ResumeCall::heard, model::always);
        visit("answered", &ResumeCall::answered, model::always);
    }
};

/// Parameters of session.answered.
struct AnsweredCall {
    std::uint64_t up_to = 0;  ///< the caller has the answers to all integer ids up to this one
    friend bool operator==(const AnsweredCall&, const AnsweredCall&) = default;

    static void fields(auto& visit) { visit("up_to", &AnsweredCall::up_to, model::required); }
};

/// Parameters of program.pause, program.resume, program.stop and program.leave.
struct StreamCall {
    std::uint32_t stream = 0;
    friend bool operator==(const StreamCall&, const StreamCall&) = default;

    static void fields(auto& visit) { visit("stream", &StreamCall::stream, model::required); }
};

/// Parameters of program.step.
struct ProgramStep {
    std::uint32_t stream = 0;
    std::uint32_t frames = 1;
    friend bool operator==(const ProgramStep&, const ProgramStep&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &ProgramStep::stream, model::required);
        visit("frames", &ProgramStep::frames, model::at_least(1));
    }
};

}  // namespace farfield::net
