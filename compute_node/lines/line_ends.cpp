#include "compute_node/lines/line_ends.h"

#include "compute_node/fields/length_metric.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Time of a step, which counts as the settings say, at the head's speed; signed.
float seconds_of(const LineJob& job, const LineHead& head, float step)
{
    const float sign = job.settings.backward ? -1.0F : 1.0F;
    if (job.settings.step_unit != StepUnit::Length) return sign * step;
    const LengthMetric metric{job.field->info()};
    const float speed = glm::length(metric.measured(head.velocity));
    return sign * (speed > 0.0F ? step / speed : step);
}

}  // namespace

CellCursor cell_of(const Field& field, glm::vec3 position, float time)
{
    CellCursor cursor;
    if (uses_cursors(field)) field.locate(position, time, cursor);
    return cursor;
}

float time_ahead(const LineJob& job, const LineHead& head, float step, float smallest_part)
{
    if (job.settings.flow_time == FlowTime::Frozen) return head.seed_time;
    const float now = head.seed_time + head.elapsed,
                more = 2.0F * smallest_part * seconds_of(job, head, step);
    // At the very time of a slice this one alone counts, and says nothing of what comes.
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return now + more != now || more == 0.0F ? now + more
                                             : std::nextafter(now, std::copysign(infinity, more));
}

std::optional<Termination> what_ends(const LineJob& job, const LineHead& head, float step,
                                     float smallest_part, Lookout& lookout)
{
    const float time = time_ahead(job, head, step, smallest_part);
    if (is_out_of_time(job.field->slices(), time)) return Termination::OutOfTime;
    CellCursor cursor = cell_of(*job.field, head.position, time);
    const LengthMetric metric{job.field->info()};
    const glm::vec3 way = seconds_of(job, head, step) * head.velocity;
    const float farthest = step > 0.0F ? 1.0F : 0.0F;
    Place place = Place::Inside;
    while (place == Place::Inside && lookout.part <= farthest) {
        lookout.position = head.position;
        if (lookout.part > 0.0F) lookout.position = metric.moved(head.position, lookout.part * way);
        if (!job.field->has_nodes_at(lookout.position)) return std::nullopt;
        place = job.field->place_of(lookout.position, time, cursor);
        lookout.part = lookout.part > 0.0F ? 2.0F * lookout.part : smallest_part;
    }
    return reason_of(place);
}

}  // namespace farfield::compute
