#pragma once

#include <array>
#include <memory>
#include <optional>

#include <glm/glm.hpp>

#include "app/show/earth_frame.h"
#include "model/data/dataset_info.h"
#include "render/scene/view.h"

namespace farfield::app {

/// Least and largest x and y.
struct Area {
    glm::dvec2 least{0.0}, most{0.0};
    friend bool operator==(const Area&, const Area&) = default;
};

/// Maps positions of a dataset with a place on the Earth into a scene that has one, too. Positions are
/// the dataset's own, absolute ones. Threads: one at a time.
class DataMap {
public:
    /// True for a dataset that gives its place on the Earth itself.
    [[nodiscard]] static bool is_on_earth(const model::DatasetInfo& dataset);
    /// area: the part of the scene in which the dataset is drawn; nullopt: all. tolerance_metres: permitted
    /// error of the lattice. Null where none of the dataset is there, or PROJ does not know its
    /// system.
    [[nodiscard]] static std::shared_ptr<const DataMap> make(const model::DatasetInfo& dataset,
                                                             std::shared_ptr<const EarthFrame> frame,
                                                             const std::optional<Area>& area,
                                                             double tolerance_metres);

    /// Scene position of a dataset's position; NaNs or infinities where it has no place.
    [[nodiscard]] glm::dvec3 drawn(glm::dvec3 own) const;
    /// Dataset position of a scene position; nullopt where no position is drawn there.
    [[nodiscard]] std::optional<glm::dvec3> own(glm::dvec3 drawn) const;
    /// Placement for drawings whose positions count from the dataset's origin.
    [[nodiscard]] const render::Placement& placement() const noexcept { return placement_; }
    /// False: z gives no heights, and the dataset lies on the surface.
    [[nodiscard]] bool has_heights() const noexcept { return has_heights_; }
    /// Least and largest height of the data in the scene, at the middle of the area.
    [[nodiscard]] const std::array<double, 2>& heights() const noexcept { return heights_; }

private:
    DataMap(const model::DatasetInfo& dataset, std::shared_ptr<const EarthFrame> frame);
    [[nodiscard]] std::optional<Area> own_area_of(const Area& area) const;
    [[nodiscard]] Area whole_area() const;
    [[nodiscard]] bool make_factors(const Area& own);
    void make_lattice(const Area& own, double tolerance_metres);
    [[nodiscard]] std::shared_ptr<render::PlaceMap> lattice_of(const Area& own, int side) const;
    [[nodiscard]] double error_of(const render::PlaceMap& lattice) const;
    [[nodiscard]] glm::dvec3 level_place(glm::dvec2 own) const;
    [[nodiscard]] glm::dvec3 level_place_on(const Area& own, glm::dvec2 at) const;
    void leave_out_seams(render::PlaceMap& lattice) const;

    std::shared_ptr<const EarthFrame> frame_;
    std::shared_ptr<const EarthProjection> own_system_;  ///< null: x and y are longitude and latitude
    model::DatasetBounds bounds_;
    glm::dvec3 origin_;
    double metres_of_z_ = 1.0;  ///< negative: z is a depth
    bool has_heights_ = false, is_degrees_ = false;
    std::array<double, 2> heights_{};
    render::Placement placement_;
};

}  // namespace farfield::app
