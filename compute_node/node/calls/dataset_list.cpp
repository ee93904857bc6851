#include "compute_node/node/calls/table.h"
#include "compute_node/support/known_formats.h"
#include "model/calls/listing.h"
#include "net/message/limits.h"

namespace farfield::node {

net::CallResult dataset_list(Node& node, const net::CallRequest& request, const net::CallContext& /*context*/)
{
    const auto call = model::read<model::ListCall>(request.params);
    model::DatasetList list;
    for (const compute::CatalogueEntry& entry : node.catalogue().list(&list.complete))
        list.datasets.push_back({entry.name, is_analytic_name(entry.name) ? "analytic" : "file",
                                 is_analytic_name(entry.name) ? std::string{} : entry.format, entry.bytes});
    for (const std::string& name : node.jobs().datasets()) list.datasets.push_back({name, "computed"});
    return {.result = page_of(list, call, net::max_result_bytes)};
}

}  // namespace farfield::node
