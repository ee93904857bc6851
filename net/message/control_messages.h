#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/fields/errors.h"
#include "model/fields/json.h"
#include "model/rakes/rakes.h"

/// What control calls carry, as structures and as JSON (docs/protocol.md, section 3 and 5). Reading JSON
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

/// An error answer of JSON-RPC: thrown by whoever serves a call, and given to whoever made it.
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
/// LimitExceeded with the limit's name, its value and what was asked for.
[[nodiscard]] RpcError limit_error(const std::string& limit, std::uint64_t value, std::uint64_t asked);

enum class Policy { Latest, Every };

struct ScalarInfo {
    std::string name;
    std::string units;
    std::optional<std::array<double, 2>> range = std::nullopt;  ///< where it is known
    std::string association = {};  ///< "points" or "cells" of the file; empty of what the node makes
};

/// A vector that can be traced as the velocity.
struct VectorInfo {
    std::string name;  ///< an array's, or those of its components: "u,v,w"
    std::string units;
    std::string association = {};  ///< as a scalar's
};

struct DatasetEntry {
    std::string name;
    std::string kind;
};

struct DatasetInfo {
    std::string dataset;
    std::string kind;
    std::vector<std::uint32_t> dims;  ///< empty for exact functions
    model::Point bounds_min{}, bounds_max{};
    model::Point origin{};  ///< that positions in frames are relative to
    std::string length_units, time_units;
    std::optional<std::string> z_units;  ///< where z has other units than x and y
    std::uint32_t time_steps = 1;
    std::optional<std::array<double, 2>> time_span;  ///< first and last time of an unsteady dataset
    std::vector<ScalarInfo> scalars;
    std::string velocity;             ///< what is traced; empty where the node does not say
    std::string velocity_reason;      ///< a sentence: why it is that
    std::string velocity_warning;     ///< a sentence, where it is not known to be a velocity
    std::vector<VectorInfo> vectors;  ///< that can be asked for as the velocity, this one among them
    std::vector<std::vector<model::Point>> outline;  ///< empty: draw the box of the bounds
    double suggested_step = 0.01;
    std::uint32_t suggested_max_age_frames = 200;
    std::vector<model::Rake> suggested_rakes;
    std::vector<std::string> remarks;
};

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
};

struct ProgramUpdate {
    std::uint32_t stream = 0;
    std::uint32_t interaction = 0;
    std::optional<double> rate;
    Json params = Json::object();
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
};

[[nodiscard]] Json to_json(const DatasetEntry&);
[[nodiscard]] Json to_json(const DatasetInfo&);
[[nodiscard]] Json to_json(const ProgramStart&);
[[nodiscard]] Json to_json(const ProgramUpdate&);
[[nodiscard]] Json to_json(const ProgramState&);

[[nodiscard]] DatasetInfo dataset_info(const Json&);
[[nodiscard]] std::vector<DatasetEntry> dataset_entries(const Json&);
[[nodiscard]] ProgramStart program_start(const Json&);
[[nodiscard]] ProgramUpdate program_update(const Json&);
[[nodiscard]] ProgramState program_state(const Json&);

}  // namespace farfield::net
