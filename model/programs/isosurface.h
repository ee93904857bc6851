#pragma once

#include "model/programs/surface_params.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::model {

inline constexpr std::uint64_t max_isovalues = 16;

/// Settings of the program `isosurface`: docs/protocol.md, section 15.
struct IsosurfaceParams : SurfaceParams {
    std::vector<double> values = {};
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the dataset's first scalar
    std::optional<std::string> colour = std::nullopt;  ///< at the vertices; absent or empty: the isovalue
    friend bool operator==(const IsosurfaceParams&, const IsosurfaceParams&) = default;

    static void fields(auto& visit)
    {
        visit("values", &IsosurfaceParams::values, required, at_least_one("value"),
              at_most("max_isovalues", max_isovalues));
        visit("scalar", &IsosurfaceParams::scalar);
        visit("colour", &IsosurfaceParams::colour);
        SurfaceParams::fields(visit);
    }
};

}  // namespace farfield::model
