#include "model/document/patch.h"

namespace farfield::model {

Json difference(const Json& from, const Json& to)
{
    Json patch = Json::object();
    for (const auto& [name, value] : from.items())
        if (!to.contains(name)) patch[name] = nullptr;
    for (const auto& [name, value] : to.items()) {
        const auto before = from.find(name);
        const bool is_new = before == from.end();
        if (!is_new && before->is_object() && value.is_object()) {
            if (Json inner = difference(*before, value); !inner.empty()) patch[name] = std::move(inner);
        } else if (is_new || *before != value) {
            patch[name] = value;
        }
    }
    return patch;
}

Json patched(Json document, const Json& patch)
{
    document.merge_patch(patch);
    return document;
}

}  // namespace farfield::model
