#include "compute_node/fields/field.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <utility>

namespace farfield::compute {

namespace {

struct SampleAt {
    glm::vec3 position;
    CellCursor& cursor;

    std::optional<Node> operator()(AnalyticFlow flow) const
    {
        const Bounds domain = domain_of(flow);
        for (int axis = 0; axis < 3; ++axis)
            if (!(position[axis] >= static_cast<float>(domain.lo[axis]) &&
                  position[axis] <= static_cast<float>(domain.hi[axis])))
                return std::nullopt;
        return Node{glm::vec3{velocity_of(flow, position)}, 0.0F};
    }
    std::optional<Node> operator()(const UniformGrid& grid) const { return grid.sample(position); }
    std::optional<Node> operator()(const RectilinearGrid& grid) const { return grid.sample(position); }
    std::optional<Node> operator()(const CurvilinearGrid& grid) const
    {
        return grid.sample(position, cursor);
    }
};

}  // namespace

const char* to_string(GridKind kind)
{
    switch (kind) {
    case GridKind::Analytic:
        return "analytic";
    case GridKind::Uniform:
        return "uniform";
    case GridKind::Rectilinear:
        return "rectilinear";
    case GridKind::Curvilinear:
        return "curvilinear";
    }
    return "";
}

Field::Field(FieldInfo info, Storage storage, bool scalar_is_speed)
    : info_{std::move(info)}, storage_{std::move(storage)}, scalar_is_speed_{scalar_is_speed}
{}

std::optional<FieldSample> Field::sample(glm::vec3 position) const
{
    CellCursor cursor;
    return sample(position, cursor);
}

std::optional<FieldSample> Field::sample(glm::vec3 position, CellCursor& cursor) const
{
    // A flat axis bounds nothing, so that infinity would be within.
    if (!std::isfinite(position.x) || !std::isfinite(position.y) || !std::isfinite(position.z))
        return std::nullopt;
    const std::optional<Node> node = std::visit(SampleAt{position, cursor}, storage_);
    if (!node || std::isnan(node->x)) return std::nullopt;
    const glm::vec3 velocity{*node};
    return FieldSample{velocity, scalar_is_speed_ ? glm::length(velocity) : node->w};
}

}  // namespace farfield::compute
