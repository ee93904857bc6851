#include "model/calls/tomography_params.h"

#include <algorithm>

namespace farfield::model {

void TomographyParams::check(const TomographyParams& params, const std::string& path)
{
    const auto member = [&](const char* name) { return path.empty() ? name : path + "." + name; };
    const auto ascend = [](double a, double b) { return a < b; };
    if (params.limits && !ascend((*params.limits)[0], (*params.limits)[1]))
        throw FieldError(member("limits"), "two velocities, the lower first", "others");
    if (std::ranges::all_of(params.anisotropic_smooth, [](double weight) { return weight == 0.0; }))
        throw FieldError(member("anisotropic_smooth"), "a weight above 0 at least", "none");
    if (params.method == TomographyMethod::Sirt && params.smooth > 0.0)
        throw FieldError(member("smooth"), "none, for sirt has no weight of the roughness", "a number");
    if (!params.box) return;
    for (std::size_t axis = 0; axis < 6; axis += 2)
        if (!ascend((*params.box)[axis], (*params.box)[axis + 1]))
            throw FieldError(member("box"), "lower before upper ends", "others");
    if (!params.spacing) throw FieldError(member("spacing"), "a number, for there is a box", "none");
}

}  // namespace farfield::model
