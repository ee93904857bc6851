#include "compute_node/node/calls/table.h"

#include <algorithm>
#include <array>

namespace farfield::node {

// Functions of the calls, each in its own source.
RunCall dataset_list, dataset_open, terrain_list, terrain_open, terrain_sight, terrain_overlay,
    terrain_viewshed_file, array_sum, dataset_histogram, dataset_sample, dataset_extrema, job_start, job_list,
    job_stop;

namespace {

struct Call {
    std::string_view name;
    RunCall* run;
    bool takes_bytes = false;
};

constexpr std::array<Call, 14> calls{{
    {"dataset.list", dataset_list},
    {"dataset.open", dataset_open},
    {"dataset.histogram", dataset_histogram},
    {"dataset.sample", dataset_sample},
    {"dataset.extrema", dataset_extrema},
    {"job.start", job_start},
    {"job.list", job_list},
    {"job.stop", job_stop},
    {"terrain.list", terrain_list},
    {"terrain.open", terrain_open},
    {"terrain.sight", terrain_sight},
    {"terrain.overlay", terrain_overlay},
    {"terrain.viewshed_file", terrain_viewshed_file},
    {"array.sum", array_sum, true},
}};

}  // namespace

std::vector<std::string> call_names()
{
    std::vector<std::string> names;
    for (const Call& call : calls) names.emplace_back(call.name);
    return names;
}

net::CallResult run_call(std::string_view name, Node& node, const net::CallRequest& request,
                         const net::CallContext& context)
{
    const auto* const call = std::ranges::find(calls, name, &Call::name);
    if (call == calls.end()) throw net::unknown_method(name);
    if (request.bytes.size == 0 || call->takes_bytes) return call->run(node, request, context);
    net::CallRequest without{.params = request.params};
    without.params["bytes"] = request.bytes.size;  // a parameter that the call does not have
    return call->run(node, without, context);
}

}  // namespace farfield::node
