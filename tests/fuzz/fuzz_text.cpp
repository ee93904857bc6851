#include <array>

#include "net/json_rpc.h"
#include "net/limits.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

using namespace farfield::net;

namespace {
const std::array<std::string, 7> texts = {
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
};

/// Reads `json`; what was read must survive being written and read again. RpcError is the only way to refuse.
template <typename Read>
void read_twice(Read read, const Json& json)
{
    try {
        const Json once = to_json(read(json));
        require(to_json(read(once)) == once,
                "what was read and written reads as something else: " + once.dump());
    } catch (const RpcError& error) {
        require(error.code == RpcCode::InvalidParams || error.code == RpcCode::LimitExceeded,
                "refused with another code");
    }
}

void read_as_everything(const Json& json)
{
    read_twice(rake, json);
    read_twice(particle_params, json);
    read_twice(program_start, json);
    read_twice(program_update, json);
    read_twice(program_state, json);
    read_twice(dataset_info, json);
    try {
        (void)dataset_entries(json);
    } catch (const RpcError&) {  // refused
    }
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
