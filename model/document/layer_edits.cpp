#include "model/document/layer_edits.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace farfield::model {
namespace {

/// Gives the layers orders 1, 2, 3, ... in this order.
void number(Document& document, const std::vector<std::string>& ids)
{
    double order = 0.0;
    for (const std::string& id : ids) document.layers.at(id).order = ++order;
}

Document with_neighbours_exchanged(Document document, const std::string& id, bool upwards)
{
    auto ids = layers_in_order(document);
    const auto at = std::ranges::find(ids, id);
    if (at == ids.end() || at == (upwards ? ids.end() - 1 : ids.begin())) return document;
    std::iter_swap(at, upwards ? at + 1 : at - 1);
    number(document, ids);
    return document;
}

}  // namespace

Document with_layer(Document document, const std::string& id, Layer layer)
{
    double highest = 0.0;
    for (const auto& [other, entry] : document.layers) highest = std::max(highest, entry.order);
    layer.order = highest + 1.0;
    document.layers[id] = std::move(layer);
    return document;
}

Document with_copy(Document document, const std::string& id, const std::string& of)
{
    auto ids = layers_in_order(document);
    document.layers[id] = document.layers.at(of);
    ids.insert(std::ranges::find(ids, of) + 1, id);
    number(document, ids);
    return document;
}

Document without_layer(Document document, const std::string& id)
{
    const auto node = document.layers.extract(id);
    if (node.empty()) return document;
    const Layer& removed = node.mapped();
    for (const std::string& rake : removed.rakes.value_or(std::vector<std::string>{}))
        if (is_unused(document, rake)) document.rakes.erase(rake);
    const auto is_on = [](const std::string& data) {
        return [&data](const auto& entry) { return entry.second.data == data; };
    };
    if (std::ranges::any_of(document.layers, is_on(removed.data)) ||
        std::ranges::any_of(document.rakes, is_on(removed.data)))
        return document;
    document.data.erase(removed.data);
    if (document.scene.base == removed.data) document.scene.base.clear();
    return document;
}

Document with_layer_raised(Document document, const std::string& id)
{
    return with_neighbours_exchanged(std::move(document), id, true);
}

Document with_layer_lowered(Document document, const std::string& id)
{
    return with_neighbours_exchanged(std::move(document), id, false);
}

bool is_unused(const Document& document, const std::string& rake)
{
    return std::ranges::none_of(document.layers, [&](const auto& layer) {
        const auto& rakes = layer.second.rakes;
        return rakes && std::ranges::find(*rakes, rake) != rakes->end();
    });
}

}  // namespace farfield::model
