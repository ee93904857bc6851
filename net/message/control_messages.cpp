#include "net/message/control_messages.h"

#include "model/rakes/rake_json.h"

namespace farfield::net {

namespace {
Json scalar_json(const ScalarInfo& scalar)
{
    Json json{{"name", scalar.name}, {"units", scalar.units}};
    if (scalar.range) json["range"] = *scalar.range;
    if (!scalar.association.empty()) json["association"] = scalar.association;
    return json;
}

Json vector_json(const VectorInfo& vector)
{
    Json json{{"name", vector.name}, {"units", vector.units}};
    if (!vector.association.empty()) json["association"] = vector.association;
    return json;
}

template <typename Items, typename ToJson>
Json array_json(const Items& items, ToJson item_json)
{
    Json array = Json::array();
    for (const auto& item : items) array.push_back(item_json(item));
    return array;
}

Json rakes_json(const std::vector<model::Rake>& rakes)
{
    return array_json(rakes, [](const model::Rake& rake) { return model::to_json(rake); });
}

template <typename T>
void put(Json& object, const char* name, const std::optional<T>& value)
{
    if (value) object[name] = *value;
}
}  // namespace

RpcError error_of(const std::exception& error, RpcCode otherwise)
{
    if (const auto* rpc = dynamic_cast<const RpcError*>(&error)) return *rpc;
    if (dynamic_cast<const model::FieldError*>(&error) != nullptr)
        return {RpcCode::InvalidParams, error.what()};
    if (const auto* limit = dynamic_cast<const model::LimitError*>(&error))
        return {RpcCode::LimitExceeded,
                error.what(),
                {{"limit", limit->limit}, {"value", limit->value}, {"asked", limit->asked}}};
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return {RpcCode::Failed, "the node has not enough memory for this"};
    return {otherwise, error.what()};
}

RpcError limit_error(const std::string& limit, std::uint64_t value, std::uint64_t asked)
{
    return error_of(model::LimitError(limit, value, asked));
}

Json to_json(const DatasetEntry& entry)
{
    return {{"name", entry.name}, {"kind", entry.kind}};
}

Json to_json(const DatasetInfo& info)
{
    Json json{{"dataset", info.dataset},
              {"kind", info.kind},
              {"bounds", {{"min", info.bounds_min}, {"max", info.bounds_max}}},
              {"origin", info.origin},
              {"length_units", info.length_units},
              {"time_units", info.time_units},
              {"time_steps", info.time_steps},
              {"scalars", array_json(info.scalars, scalar_json)},
              {"suggested",
               {{"step", info.suggested_step},
                {"max_age_frames", info.suggested_max_age_frames},
                {"rakes", rakes_json(info.suggested_rakes)}}},
              {"remarks", info.remarks}};
    put(json, "z_units", info.z_units);
    put(json, "time_span", info.time_span);
    if (!info.velocity.empty()) {
        json["velocity"] = info.velocity;
        json["velocity_reason"] = info.velocity_reason;
        if (!info.velocity_warning.empty()) json["velocity_warning"] = info.velocity_warning;
        json["vectors"] = array_json(info.vectors, vector_json);
    }
    if (!info.dims.empty()) json["dims"] = info.dims;
    if (!info.outline.empty()) json["outline"] = info.outline;
    return json;
}

Json to_json(const ProgramStart& start)
{
    Json json{{"program", start.program},
              {"dataset", start.dataset},
              {"policy", start.policy == Policy::Latest ? "latest" : "every"},
              {"slot_bytes", start.slot_bytes},
              {"rate", start.rate},
              {"frames", start.frames},
              {"interaction", start.interaction},
              {"paused", start.paused},
              {"params", start.params}};
    if (!start.velocity.empty()) json["velocity"] = start.velocity;
    return json;
}

Json to_json(const ProgramUpdate& update)
{
    Json json{{"stream", update.stream}, {"interaction", update.interaction}, {"params", update.params}};
    put(json, "rate", update.rate);
    return json;
}

Json to_json(const ProgramState& state)
{
    Json json{{"stream", state.stream},           {"particles", state.particles},
              {"frame_bytes", state.frame_bytes}, {"seeds_outside", state.seeds_outside},
              {"developed", state.developed},     {"scalar", scalar_json(state.scalar)}};
    if (state.parts > 0) {
        json["lines"] = state.lines;
        json["parts"] = state.parts;
    }
    if (!state.seeds.empty()) json["seeds"] = state.seeds;
    return json;
}

}  // namespace farfield::net
