#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/data/dataset_info.h"
#include "model/fields/errors.h"

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
};

/// An error answer of JSON-RPC: thrown where a call is served, and sent to its caller.
struct RpcError : std::runtime_error {
    RpcError(RpcCode error_code, const std::string& message, Json error_data = nullptr)
        : std::runtime_error(message), code(error_code), data(std::move(error_data))
    {}
    RpcCode code;
    Json data;
};

/// Any exception as the error that answers a call: a FieldError as InvalidParams, a LimitError as
/// LimitExceeded, any other but RpcError as `otherwise`.
[[nodiscard]] RpcError error_of(const std::exception& error, RpcCode otherwise = RpcCode::Failed);
/// LimitExceeded with the limit's name, its value and the requested one.
[[nodiscard]] RpcError limit_error(const std::string& limit, std::uint64_t value, std::uint64_t asked);

enum class Policy { Latest, Every };

using model::DatasetEntry;
using model::DatasetInfo;
using model::DatasetList;
using model::ScalarInfo;
using model::VectorInfo;

inline constexpr std::array policy_names{"latest", "every"};
inline constexpr std::array program_names{"particles",        "lines",        "terrain.view", "terrain.tiles",
                                          "terrain.viewshed", "terrain.image"};

struct ProgramStart {
    std::string program = "particles";  ///< one of program_names
    std::string dataset;
    std::string velocity;  ///< the vector to trace; empty: the dataset's
    Policy policy = Policy::Latest;
    std::uint64_t slot_bytes = 0;
    double rate = 0.0;
    std::uint64_t frames = 0;
    std::uint32_t interaction = 0;
    bool paused = false;
    Json params = Json::object();  ///< read by the program
    friend bool operator==(const ProgramStart&, const ProgramStart&) = default;

    static void fields(auto& visit)
    {
        visit("program", &ProgramStart::program, model::required, model::names(program_names));
        visit("dataset", &ProgramStart::dataset, model::required);
        visit("velocity", &ProgramStart::velocity);
        visit("policy", &ProgramStart::policy, model::always, model::names(policy_names));
        visit("slot_bytes", &ProgramStart::slot_bytes, model::required, model::at_least(1));
        visit("rate", &ProgramStart::rate, model::always, model::at_least(0.0));
        visit("frames", &ProgramStart::frames, model::always);
        visit("interaction", &ProgramStart::interaction, model::always);
        visit("paused", &ProgramStart::paused, model::always);
        visit("params", &ProgramStart::params, model::always);
    }
};

struct ProgramUpdate {
    std::uint32_t stream = 0;
    std::uint32_t interaction = 0;
    std::optional<double> rate;
    Json params = Json::object();
    friend bool operator==(const ProgramUpdate&, const ProgramUpdate&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &ProgramUpdate::stream, model::required);
        visit("interaction", &ProgramUpdate::interaction, model::always);
        visit("rate", &ProgramUpdate::rate, model::at_least(0.0));
        visit("params", &ProgramUpdate::params, model::always);
    }
};

/// Answer to program.start and program.update.
struct ProgramState {
    std::uint32_t stream = 0;
    std::uint32_t particles = 0;       ///< of `particles`
    std::uint32_t lines = 0;           ///< of an answer of `lines`
    std::uint32_t parts = 0;           ///< of an answer of `lines`; 0: another program's
    std::uint64_t frame_bytes = 0;     ///< of `lines`: at most
    std::vector<std::uint32_t> seeds;  ///< [rakes]: how many each has; empty where the node does not say
    std::uint32_t seeds_outside = 0;
    bool developed = false;
    ScalarInfo scalar;
    friend bool operator==(const ProgramState&, const ProgramState&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &ProgramState::stream, model::always);
        visit("particles", &ProgramState::particles, model::required);
        visit("lines", &ProgramState::lines);
        visit("parts", &ProgramState::parts, model::at_least(1));
        visit("frame_bytes", &ProgramState::frame_bytes, model::required);
        visit("seeds", &ProgramState::seeds);
        visit("seeds_outside", &ProgramState::seeds_outside, model::always);
        visit("developed", &ProgramState::developed, model::always);
        visit("scalar", &ProgramState::scalar, model::required);
    }
};

}  // namespace farfield::net
