#include "model/programs/boundary.h"

namespace farfield::model {

BoundarySurfaces BoundarySurfaces::from_json(const JsonValue& value)
{
    if (value.is("suggested")) return {};
    if (!value.is_array()) value.complain("\"suggested\", or an array of surfaces");
    Rules rules;
    at_least_one("surface")(rules);
    at_most("max_boundary_surfaces", max_boundary_surfaces)(rules);
    std::vector<BoundarySurface> listed;
    for (const JsonValue& element : elements(value, rules))
        listed.push_back(read<BoundarySurface>(element.object(), element.path()));
    return {std::move(listed)};
}

Json BoundarySurfaces::to_json() const
{
    if (!listed) return "suggested";
    Json json = Json::array();
    for (const BoundarySurface& surface : *listed) json.push_back(write(surface));
    return json;
}

}  // namespace farfield::model
