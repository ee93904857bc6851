#pragma once

#include "compute_node/seeding/places_throughout.h"
#include "model/rakes/seeds.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Settings that give a first picture of an unknown field.
struct Suggestions {
    double step = model::default_step;  ///< suggested_step()
    /// About the frames in which a particle crosses the domain.
    std::uint32_t max_age_frames = model::default_max_age_frames;
    std::vector<model::Rake> rakes;  ///< one line where the flow is fast, has far to go and passes bodies,
                                     ///< or seeds all over a sheet, a few layers of a sea; none where
                                     ///< nothing moves
};

/// Suggests settings for the first time at which something moves.
[[nodiscard]] Suggestions suggest(const Field& field);
/// The same for places that are known already: moving_places() at that time.
[[nodiscard]] Suggestions suggest(const Field& field, const std::vector<MovingPlace>& places);

/// FieldInfo::suggested_step, the time in which the fastest node's flow crosses a five-hundredth of the
/// domain; longer where that node is over four times as fast as 98 % of the domain, as at an edge of a body:
/// else all the rest would seem to stand.
[[nodiscard]] double suggested_step(const Field& field);

/// A line through the middle of the domain, along its longest side: for a flow that begins at rest, of which
/// no motion is known yet. Empty where the middle is outside.
[[nodiscard]] std::optional<model::Rake> middle_rake(const Field& field);

/// Polylines in the dataset's coordinates that show a domain: the edges of each block of a curvilinear grid,
/// along its nodes; over the Earth in pieces, cut where longitudes begin anew. Empty for
/// the other kinds: their domain is the box of their bounds.
[[nodiscard]] std::vector<std::vector<glm::dvec3>> outline_of(const Field& field);

}  // namespace farfield::compute
