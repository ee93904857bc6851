#include "model/programs/line_params.h"

#include <array>

#include "model/fields/json_fields.h"
#include "model/rakes/rake_json.h"

namespace farfield::model {

namespace {

template <typename Enum, std::size_t N>
void put(Json& json, const char* name, const std::optional<Enum>& value,
         const std::array<const char*, N>& names)
{
    if (value) json[name] = names[static_cast<std::size_t>(*value)];
}

template <typename Enum, std::size_t N>
void take(JsonFields& fields, const char* name, std::optional<Enum>& value,
          const std::array<const char*, N>& names)
{
    if (const auto found = fields[name]) value = static_cast<Enum>(found.one_of(names));
}

/// A number of at least 0, or above it.
void take(JsonFields& fields, const char* name, std::optional<double>& value, bool may_be_zero)
{
    const auto found = fields[name];
    if (!found) return;
    value = found.number();
    if (*value < 0.0 || (*value == 0.0 && !may_be_zero))
        found.complain(may_be_zero ? "a number of at least 0" : "a number above 0");
}

void take(JsonFields& fields, const char* name, std::optional<std::uint32_t>& value,
          IntegerRange<std::uint32_t> range)
{
    if (const auto found = fields[name]) value = found.uint32(range);
}

}  // namespace

Json to_json(const LineParams& params)
{
    Json json = Json::object();
    if (params.rakes) {
        json["rakes"] = Json::array();
        for (const Rake& rake : *params.rakes) json["rakes"].push_back(to_json(rake));
    }
    put(json, "kind", params.kind, line_kind_names);
    put(json, "direction", params.direction, line_direction_names);
    put(json, "integrator", params.integrator, line_integrator_names);
    put(json, "step_unit", params.step_unit, line_step_unit_names);
    put(json, "step", params.step);
    put(json, "max_step", params.max_step);
    put(json, "absolute_tolerance", params.absolute_tolerance);
    put(json, "relative_tolerance", params.relative_tolerance);
    put(json, "steps", params.steps);
    put(json, "max_time", params.max_time);
    put(json, "max_length", params.max_length);
    put(json, "stagnant_speed", params.stagnant_speed);
    put(json, "release_steps", params.release_steps);
    put(json, "scalar", params.scalar);
    put(json, "time", params.time);
    put(json, "time_step", params.time_step);
    put(json, "repeat", params.repeat);
    put(json, "parts", params.parts);
    return json;
}

LineParams line_params(const Json& json)
{
    JsonFields fields({&json, ""});
    LineParams params;
    if (const auto rakes = fields["rakes"]) params.rakes = read_some_rakes(rakes);
    take(fields, "kind", params.kind, line_kind_names);
    take(fields, "direction", params.direction, line_direction_names);
    take(fields, "integrator", params.integrator, line_integrator_names);
    take(fields, "step_unit", params.step_unit, line_step_unit_names);
    take(fields, "step", params.step, false);
    take(fields, "max_step", params.max_step, false);
    take(fields, "absolute_tolerance", params.absolute_tolerance, false);
    take(fields, "relative_tolerance", params.relative_tolerance, true);
    take(fields, "steps", params.steps, {.min = 1, .max = max_steps_of_line});
    take(fields, "max_time", params.max_time, false);
    take(fields, "max_length", params.max_length, false);
    take(fields, "stagnant_speed", params.stagnant_speed, true);
    take(fields, "release_steps", params.release_steps, {.min = 1, .max = max_steps_of_line});
    if (const auto scalar = fields["scalar"]) params.scalar = scalar.text();
    if (const auto time = fields["time"]) params.time = time.number();
    if (const auto step = fields["time_step"]) params.time_step = step.number();
    if (const auto repeat = fields["repeat"]) params.repeat = repeat.boolean();
    take(fields, "parts", params.parts, {.min = 1, .max = max_parts_of_answer});
    fields.refuse_others();
    return params;
}

}  // namespace farfield::model
