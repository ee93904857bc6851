#pragma once

#include "model/geometry/boundary_surface.h"
#include "model/programs/surface_params.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::model {

inline constexpr std::uint64_t max_boundary_surfaces = 32;

/// The surfaces that an answer of `boundary` shows.
struct BoundarySurfaces {
    std::optional<std::vector<BoundarySurface>> listed = std::nullopt;  ///< absent: as the dataset suggests
    friend bool operator==(const BoundarySurfaces&, const BoundarySurfaces&) = default;

    /// Reads "suggested", or an array of 1 to max_boundary_surfaces.
    static BoundarySurfaces from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

/// Settings of the program `boundary`: docs/protocol.md, section 15.
struct BoundaryParams : SurfaceParams {
    BoundarySurfaces surfaces = {};
    std::optional<std::string> scalar = std::nullopt;  ///< scalar at the vertices; absent or empty: none
    friend bool operator==(const BoundaryParams&, const BoundaryParams&) = default;

    static void fields(auto& visit)
    {
        visit("surfaces", &BoundaryParams::surfaces);
        visit("scalar", &BoundaryParams::scalar);
        SurfaceParams::fields(visit);
    }
};

}  // namespace farfield::model
