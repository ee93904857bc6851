#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/show/layer_set.h"
#include "model/data/dataset_info.h"
#include "model/geometry/slice_plane.h"
#include "render/scene/scene.h"

/// Frames of planes that the user drags, as rakes are dragged.
namespace farfield::app {

class SessionModel;

/// Shape of a frame as drawn: its edges and a cross; handles 0 to 3 are its corners, from the origin along
/// edge_u round, 4 is the middle. origin: of the scene.
[[nodiscard]] render::RakeShape frame_shape(const PlaneFrame& frame, glm::dvec3 origin);
/// Position of a handle of a frame.
[[nodiscard]] glm::dvec3 handle_place(const PlaneFrame& frame, std::size_t handle);

/// The plane with one handle of its frame moved to a place: the middle moves it along its normal, within the
/// dataset; a corner turns it about its middle. A plane across an axis becomes one with a normal when it is
/// turned.
[[nodiscard]] model::SlicePlane with_handle_at(const model::SlicePlane& plane, const PlaneFrame& frame,
                                               std::size_t handle, glm::dvec3 place,
                                               const model::DatasetInfo& dataset);

/// Adds the frames of the selected layer's planes to a scene's shapes, behind those of the rakes.
void add_plane_frames(const SessionModel& model, const LayerSet& layers, render::Scene& scene);

/// Plane of the selected layer whose shape has this index, behind the rakes'; nullopt: it no longer exists.
[[nodiscard]] std::optional<model::SlicePlane> plane_of_shape(const SessionModel& model, std::size_t shape);
/// Frame of such a shape's plane, in positions of the dataset; nullopt where it is not shown.
[[nodiscard]] std::optional<PlaneFrame> frame_of_shape(const SessionModel& model, const LayerSet* layers,
                                                       std::size_t shape);
/// Replaces such a shape's plane.
void change_plane(SessionModel& model, std::size_t shape, const model::SlicePlane& plane);

}  // namespace farfield::app
