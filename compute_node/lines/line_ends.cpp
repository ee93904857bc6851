#include "compute_node/lines/line_ends.h"

#include <glm/geometric.hpp>

#include <algorithm>

namespace farfield::compute {

namespace {

bool is_out_of_time(const NodeSlices& slices, float time)
{
    return !slices.steady() && !(time >= slices.times.front() && time <= slices.times.back());
}

Termination reason_of(Place place)
{
    switch (place) {
    case Place::Blanked:
        return Termination::Blanked;
    case Place::Invalid:
        return Termination::InvalidData;
    case Place::Inside:
    case Place::Outside:
        break;
    }
    return Termination::LeftDomain;
}

}  // namespace

CellCursor cell_of(const Field& field, glm::vec3 position)
{
    CellCursor cursor;
    if (uses_cursors(field.grid())) (void)field.sample(position, cursor);
    return cursor;
}

Termination what_ends(const LineJob& job, const LineHead& head, float step, float smallest_part)
{
    CellCursor cursor = cell_of(*job.field, head.position);
    const float sign = job.settings.backward ? -1.0F : 1.0F;
    const float speed = glm::length(head.velocity);
    const bool by_length = job.settings.step_unit == StepUnit::Length;
    const float seconds = by_length && speed > 0.0F ? step / speed : step;
    const bool flows = job.settings.flow_time == FlowTime::Moving;
    if (is_out_of_time(job.field->slices(),
                       head.time + (flows ? 2.0F * sign * smallest_part * seconds : 0.0F)))
        return Termination::OutOfTime;
    Place place = job.field->place_of(head.position, cursor);
    for (float part = smallest_part; place == Place::Inside && step > 0.0F && part <= 1.0F; part *= 2.0F)
        place = job.field->place_of(head.position + sign * part * seconds * head.velocity, cursor);
    return reason_of(place);
}

}  // namespace farfield::compute
