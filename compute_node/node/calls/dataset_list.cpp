#include "compute_node/node/calls/table.h"
#include "compute_node/support/formats/known_formats.h"
#include "model/calls/listing.h"
#include "net/message/limits.h"

namespace farfield::node {

net::CallResult dataset_list(Node& node, const net::CallRequest& request, const net::CallContext& /*context*/)
{
    const auto call = model::read<model::ListCall>(request.params);
    model::DatasetList list;
    const std::vector<compute::CatalogueEntry> entries = node.catalogue().list(&list.complete);
    const std::vector<compute::DatasetHeading> headings = node.headings().of(entries);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const compute::CatalogueEntry& entry = entries[i];
        if (!headings[i].joins) continue;
        const bool is_built_in = is_analytic_name(entry.name);
        list.datasets.push_back({.name = entry.name,
                                 .kind = is_built_in ? "analytic" : "file",
                                 .format = is_built_in ? std::string{} : entry.format,
                                 .bytes = entry.bytes,
                                 .time_steps = headings[i].time_steps,
                                 .units = headings[i].units,
                                 .lacks = entry.lacks});
    }
    for (const std::string& name : node.jobs().datasets())
        list.datasets.push_back({.name = name, .kind = "computed"});
    return {.result = page_of(list, call, net::max_result_bytes)};
}

}  // namespace farfield::node
