#include <array>

#include "model/calls/listing.h"
#include "model/calls/opening.h"
#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "model/calls/viewshed_file.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/program_answer.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_view.h"
#include "model/rakes/rake_json.h"
#include "net/message/json_rpc.h"
#include "net/message/limits.h"
#include "net/message/sharing_calls.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

using namespace farfield::net;

namespace {
const std::array<std::string, 19> texts = {
    R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"protocol":[1],"client":"c","token":"t"}})",
    R"({"jsonrpc":"2.0","id":"a","method":"program.start","params":{"program":"particles","dataset":"analytic:abc",
"policy":"every","slot_bytes":65536,"rate":2.5,"frames":10,"interaction":1,"paused":true,"params":{"rakes":[
{"kind":"point","at":[1,2,3]},{"kind":"line","from":[0,0,0],"to":[1,1e2,-1],"seeds":4,"particles_per_seed":2},
{"kind":"plane","origin":[0,0,0],"edge_u":[1,0,0],"edge_v":[0,1,0],"seeds":[4294967295,3]},
{"kind":"circle","centre":[0,0,0],"normal":[0,0,1],"radius":2.5,"seeds":9},{"kind":"sphere","centre":[1,1,1],"radius":1,
"seeds":9,"fill":"random","random_seed":3},{"kind":"box","lo":[0,0,0],"hi":[1,1,1],"seeds":[4294967295,3,4]},
{"kind":"box","lo":[0,0,0],"hi":[1,1,1],"seeds":5,"fill":"random"},{"kind":"list","at":[[0,0,0],[1,1,1]]}],"step":-0.01,
"steps_per_frame":3,"max_age_frames":200,"scalar":"speed","developed":true}}})",
    R"({"jsonrpc":"2.0","id":-3,"method":"program.update","params":{"stream":1,"interaction":2,"rate":0,"params":{"step":1}}})",
    R"({"jsonrpc":"2.0","id":7,"result":{"dataset":"d","kind":"curvilinear","dims":[21,20,20],"bounds":{"min":[0,0,0],
"max":[4.8,4.8,2.5]},"length_units":"m","time_units":"s","time_steps":1,"scalars":[{"name":"speed","units":"",
"range":[0,0.6]}],"outline":[[[0,0,0],[4.8,0,0]]],"suggested":{"step":0.1,"max_age_frames":200,"rakes":[]},"remarks":["r"]}})",
    R"({"jsonrpc":"2.0","id":8,"result":{"stream":1,"particles":1000,"frame_bytes":16064,"seeds_outside":0,"developed":true,
"scalar":{"name":"speed","units":"","range":[0,2.1]}}})",
    R"({"jsonrpc":"2.0","id":9,"error":{"code":-32003,"message":"m","data":{"limit":"l","value":1,"asked":2}}})",
    R"({"jsonrpc":"2.0","method":"program.ended","params":{"stream":1,"reason":"failed","message":"m"}})",
    R"({"jsonrpc":"2.0","id":1,"method":"program.update","params":{"stream":1,"params":{"rakes":[{"kind":"slice","axis":"x",
"position":0.5,"seeds":[4,5]},{"kind":"isovalue","scalar":"speed","value":1,"seeds":7}],"kind":"streakline",
"direction":"both","integrator":"dopri5","step":0.1,"step_unit":"cell","max_step":1,"absolute_tolerance":1e-5,
"relative_tolerance":1e-5,"steps":200,"max_time":9,"max_length":9,"stagnant_speed":0.1,"release_steps":2,"scalar":"speed",
"time":0.5,"time_step":0.1,"repeat":true,"parts":4}}})",
    R"({"jsonrpc":"2.0","id":2,"method":"program.update","params":{"stream":1,"params":{"size":[640,480],"detail":1,
"curved":true,"refraction":0.13,"poses":[{"eye":[1,2,300],"heading":90,"pitch":-10,"roll":0,"hfov":60}]}}})",
    R"({"jsonrpc":"2.0","id":3,"method":"program.update","params":{"stream":1,"params":{"tiles":[[0,1,2],[3,0,0]]}}})",
    R"({"jsonrpc":"2.0","id":4,"method":"terrain.viewshed_file","params":{"terrain":"t","observer":[1,2,3],"target":1.5,
"radius":900,"sectors":[350,10],"curved":true,"refraction":0.2,"part":1}})",
    R"({"jsonrpc":"2.0","id":5,"result":{"part":1,"parts":2,"bytes":"Zm9vYg=="}})",
    R"({"jsonrpc":"2.0","id":6,"method":"terrain.sight","params":{"terrain":"t","from":[1,2,3],"to":[[4,5,6],[7,8,9]],
"curved":true,"refraction":0.1}})",
    R"({"jsonrpc":"2.0","id":7,"result":{"lines":[{"visible":true,"clearance":1.25,"blocked_at":null},{"visible":false,
"clearance":-3.5,"blocked_at":[1,2,3],"holes":true},{"visible":null,"clearance":null,"blocked_at":null,"reason":"off-map"}]}})",
    R"({"jsonrpc":"2.0","id":8,"result":{"part":0,"parts":1,"lines":[[[1,2,3],[4,5,6]]],"points":[{"at":[1,2,3],"name":"Piz"}]}})",
    R"({"jsonrpc":"2.0","id":9,"result":{"terrain":"t","format":"f","posts":[1201,1201],"post_metres":[63.9,92.6],
"heights":[187,4173],"holes":3,"bounds":{"min":[-3,-5],"max":[3,5]},"crs":"WGS 84","geographic":true,"origin":[8.5,46.5],
"metres_per_unit":[76762,111161],"crs_unit":1,"longitude_latitude":[8.5,46.5],"suggested":{"eye":[0,-5,9731],"heading":0,
"pitch":-9.7,"hfov":60},"remarks":["r"]}})",
    R"({"jsonrpc":"2.0","id":10,"method":"session.open","params":{"session":"0123","secret":"89ab","heard":3,"answered":7}})",
    R"({"jsonrpc":"2.0","id":11,"answered":9,"method":"session.patch","params":{"patch":{"rakes":{"r":null}},"interaction":4,
"based_on":2,"what":"rakes/r","role":"watch","uses":2,"seconds":60,"session":"01234567","secret":"89ab","up_to":8}})",
    R"({"jsonrpc":"2.0","id":12,"method":"program.subscribe","params":{"stream":1,"policy":"every","slot_bytes":64,
"exclusive":true,"member":2,"name":"Ada","role":"edit","here":false}})",
};

/// Of a type with a field list.
template <typename T>
struct Written {
    T value;
};
template <typename T>
Json to_json(const Written<T>& written)
{
    return model::write(written.value);
}

/// Reads `json`; the value must survive being written and read again. FieldError and LimitError are the only
/// ways to refuse.
template <typename Read>
void read_twice(Read read, const Json& json)
{
    try {
        const Json once = to_json(read(json));
        require(to_json(read(once)) == once,
                "what was read and written reads as something else: " + once.dump());
    } catch (const model::FieldError&) {
    } catch (const model::LimitError&) {
    }
}

/// The same of a program's parameters, some of which may be absent.
template <typename Params>
void merge_twice(const Json& json)
{
    try {
        Params params, again;
        (void)merge(params, json);
        (void)merge(again, difference(Params{}, params).value());
        require(again == params, "what was read and written reads as something else: " + json.dump());
    } catch (const model::FieldError&) {
    } catch (const model::LimitError&) {
    }
}

/// The same of a field list, both as a call and as an answer.
template <typename T>
void read_listed(const Json& json)
{
    read_twice([](const Json& text) { return Written<T>{model::read<T>(text)}; }, json);
    read_twice([](const Json& text) { return Written<T>{model::read_answer<T>(text)}; }, json);
}

void read_as_everything(const Json& json)
{
    read_twice(model::rake, json);
    read_twice(model::viewshed_file_part, json);
    merge_twice<model::ParticleParams>(json);
    merge_twice<model::LineParams>(json);
    merge_twice<model::TerrainViewParams>(json);
    merge_twice<model::TerrainTilesParams>(json);
    merge_twice<model::ViewshedParams>(json);
    merge_twice<model::TerrainImageParams>(json);
    read_listed<ProgramStart>(json);
    read_listed<ProgramUpdate>(json);
    read_listed<ProgramStep>(json);
    read_listed<ProgramSubscribe>(json);
    read_listed<ResumeCall>(json);
    read_listed<AnsweredCall>(json);
    read_listed<InviteCall>(json);
    read_listed<JoinCall>(json);
    read_listed<PatchCall>(json);
    read_listed<HoldCall>(json);
    read_listed<EndCall>(json);
    read_listed<MemberInfo>(json);
    read_listed<model::ProgramAnswer>(json);
    read_listed<model::ListCall>(json);
    read_listed<model::PageInfo>(json);
    read_listed<model::DatasetInfo>(json);
    read_listed<model::DatasetList>(json);
    read_listed<model::DatasetOpenCall>(json);
    read_listed<model::ViewshedFileCall>(json);
    read_listed<model::TerrainSightCall>(json);
    read_listed<model::TerrainOverlayCall>(json);
    read_listed<model::TerrainDescription>(json);
    read_listed<model::TerrainList>(json);
    read_listed<model::TerrainSightLines>(json);
    read_listed<model::TerrainOverlay>(json);
}

void read_call(const std::string& text)
{
    const auto read = parse_call(text);
    if (const auto* refusal = std::get_if<RpcRefusal>(&read)) {
        (void)error_text(refusal->id, refusal->error);
        return;
    }
    const auto& call = std::get<RpcCall>(read);
    read_as_everything(call.params);
    if (call.params.contains("params")) read_as_everything(call.params["params"]);
    const Json copy = call.params;
    (void)call_text(call.id, call.method, copy);
}

void read_answer(const std::string& text)
{
    try {
        const auto read = parse_answer(text);
        if (const auto* answer = std::get_if<RpcAnswer>(&read)) read_as_everything(answer->result);
    } catch (const std::runtime_error&) {  // refused
    }
}

std::string nested(Mutator& mutator, const std::string& text)
{
    const auto at = mutator.below(text.size() + 1);
    const auto depth = mutator.below(max_control_bytes / 2);
    const bool arrays = mutator.one_in(2);
    std::string deep;
    for (std::size_t i = 0; i < depth; ++i) deep += arrays ? "[" : "{\"a\":";
    return text.substr(0, at) + deep + "1" + std::string(depth, arrays ? ']' : '}') + text.substr(at);
}
}  // namespace

void fuzz_text(Mutator& mutator)
{
    auto text = mutator.spoilt(texts[mutator.below(texts.size())]);
    if (mutator.one_in(500)) {
        // In place of a value, where it is sure to be read.
        const auto value = text.find("\"params\":");
        text = value == std::string::npos
                   ? nested(mutator, text)
                   : text.substr(0, value) + "\"x\":" + nested(mutator, "") + "," + text.substr(value);
    }
    read_call(text);
    read_answer(text);
}

}  // namespace farfield::fuzz
