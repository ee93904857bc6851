#include "model/fields/json_fields.h"
#include "model/rakes/rake_json.h"
#include "net/message/control_messages.h"

// What a viewer asks for is read strictly: a misspelt name is an error. In what a node answers, unknown
// members are passed over, so that a node may say more than an older viewer knows.
namespace farfield::net {

namespace {
constexpr std::uint32_t max_max_age_frames = 1'000'000;

double read_step(const model::JsonValue& value)
{
    const auto step = value.number();
    if (step == 0.0) value.complain("a number other than 0");
    return step;
}

double read_rate(const model::JsonValue& value)
{
    const auto rate = value.number();
    if (rate < 0.0) value.complain("a number of at least 0");
    return rate;
}

std::array<double, 2> read_range(const model::JsonValue& value)
{
    const auto ends = value.elements(2, "an array of two numbers");
    return {ends[0].number(), ends[1].number()};
}

ScalarInfo read_scalar(const model::JsonValue& value)
{
    model::JsonFields fields(value);
    ScalarInfo scalar{.name = fields["name"].text(), .units = {}};
    if (const auto units = fields["units"]) scalar.units = units.text();
    if (const auto range = fields["range"]) scalar.range = read_range(range);
    if (const auto association = fields["association"]) scalar.association = association.text();
    return scalar;
}

VectorInfo read_vector(const model::JsonValue& value)
{
    model::JsonFields fields(value);
    VectorInfo vector{.name = fields["name"].text(), .units = {}};
    if (const auto units = fields["units"]) vector.units = units.text();
    if (const auto association = fields["association"]) vector.association = association.text();
    return vector;
}

void read_velocity(model::JsonFields& fields, DatasetInfo& info)
{
    if (const auto velocity = fields["velocity"]) info.velocity = velocity.text();
    if (const auto reason = fields["velocity_reason"]) info.velocity_reason = reason.text();
    if (const auto warning = fields["velocity_warning"]) info.velocity_warning = warning.text();
    if (const auto vectors = fields["vectors"])
        for (const auto& vector : vectors.elements()) info.vectors.push_back(read_vector(vector));
}

void read_bounds(const model::JsonValue& value, DatasetInfo& info)
{
    model::JsonFields fields(value);
    info.bounds_min = fields["min"].point();
    info.bounds_max = fields["max"].point();
}

void read_suggestions(const model::JsonValue& value, DatasetInfo& info)
{
    model::JsonFields fields(value);
    if (const auto step = fields["step"]) info.suggested_step = read_step(step);
    if (const auto age = fields["max_age_frames"])
        info.suggested_max_age_frames = age.uint32({.min = 1, .max = max_max_age_frames});
    if (const auto rakes = fields["rakes"]) info.suggested_rakes = model::read_rakes(rakes);
}

std::vector<model::Point> read_polyline(const model::JsonValue& value)
{
    std::vector<model::Point> line;
    for (const auto& element : value.elements()) line.push_back(element.point());
    return line;
}
}  // namespace

DatasetInfo dataset_info(const Json& json)
{
    model::JsonFields fields({&json, ""});
    DatasetInfo info;
    info.dataset = fields["dataset"].text();
    info.kind = fields["kind"].text();
    read_bounds(fields["bounds"], info);
    if (const auto origin = fields["origin"]) info.origin = origin.point();  // older recordings have none
    if (const auto dims = fields["dims"])
        for (const auto& count : dims.elements()) info.dims.push_back(count.uint32());
    if (const auto units = fields["length_units"]) info.length_units = units.text();
    if (const auto units = fields["z_units"]) info.z_units = units.text();
    if (const auto units = fields["time_units"]) info.time_units = units.text();
    if (const auto steps = fields["time_steps"]) info.time_steps = steps.uint32();
    if (const auto span = fields["time_span"]) info.time_span = read_range(span);
    for (const auto& scalar : fields["scalars"].elements()) info.scalars.push_back(read_scalar(scalar));
    read_velocity(fields, info);
    if (const auto outline = fields["outline"])
        for (const auto& line : outline.elements()) info.outline.push_back(read_polyline(line));
    if (const auto suggested = fields["suggested"]) read_suggestions(suggested, info);
    if (const auto remarks = fields["remarks"])
        for (const auto& remark : remarks.elements()) info.remarks.push_back(remark.text());
    return info;
}

std::vector<DatasetEntry> dataset_entries(const Json& json)
{
    std::vector<DatasetEntry> entries;
    model::JsonFields fields({&json, ""});
    for (const auto& element : fields["datasets"].elements()) {
        model::JsonFields entry(element);
        entries.push_back({.name = entry["name"].text(), .kind = entry["kind"].text()});
    }
    return entries;
}

ProgramStart program_start(const Json& json)
{
    model::JsonFields fields({&json, ""});
    ProgramStart start;
    start.program = program_names.at(fields["program"].one_of(program_names));
    start.dataset = fields["dataset"].text();
    if (const auto velocity = fields["velocity"]) start.velocity = velocity.text();
    if (const auto policy = fields["policy"])
        start.policy = policy.one_of({"latest", "every"}) == 0 ? Policy::Latest : Policy::Every;
    start.slot_bytes = fields["slot_bytes"].uint64({.min = 1});
    if (const auto rate = fields["rate"]) start.rate = read_rate(rate);
    if (const auto frames = fields["frames"]) start.frames = frames.uint64();
    if (const auto interaction = fields["interaction"]) start.interaction = interaction.uint32();
    if (const auto paused = fields["paused"]) start.paused = paused.boolean();
    if (const auto params = fields["params"]) start.params = params.object();
    fields.refuse_others();
    return start;
}

ProgramUpdate program_update(const Json& json)
{
    model::JsonFields fields({&json, ""});
    ProgramUpdate update;
    update.stream = fields["stream"].uint32();
    if (const auto interaction = fields["interaction"]) update.interaction = interaction.uint32();
    if (const auto rate = fields["rate"]) update.rate = read_rate(rate);
    if (const auto params = fields["params"]) update.params = params.object();
    fields.refuse_others();
    return update;
}

ProgramState program_state(const Json& json)
{
    model::JsonFields fields({&json, ""});
    ProgramState state;
    if (const auto stream = fields["stream"]) state.stream = stream.uint32();
    state.particles = fields["particles"].uint32();
    if (const auto lines = fields["lines"]) state.lines = lines.uint32();
    if (const auto parts = fields["parts"]) state.parts = parts.uint32({.min = 1});
    state.frame_bytes = fields["frame_bytes"].uint64();
    if (const auto seeds = fields["seeds"])
        for (const auto& count : seeds.elements()) state.seeds.push_back(count.uint32());
    if (const auto outside = fields["seeds_outside"]) state.seeds_outside = outside.uint32();
    if (const auto developed = fields["developed"]) state.developed = developed.boolean();
    state.scalar = read_scalar(fields["scalar"]);
    return state;
}

}  // namespace farfield::net
