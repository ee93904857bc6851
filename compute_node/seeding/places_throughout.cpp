#include "compute_node/seeding/places_throughout.h"

#include "compute_node/fields/field_at_time.h"
#include "compute_node/fields/length_metric.h"
#include "compute_node/support/long_task.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>

namespace farfield::compute {

namespace {

constexpr unsigned candidates = 4096, between_looks = 64;

/// The digits of a number in a base, behind the point in reverse order.
double radical_inverse(unsigned number, unsigned base)
{
    double sum = 0.0, place = 1.0;
    for (; number > 0; number /= base) {
        place /= base;
        sum += place * (number % base);
    }
    return sum;
}

}  // namespace

std::vector<MovingPlace> moving_places(const Field& field, float time)
{
    const FieldInfo& info = field.info();
    const LengthMetric metric{info};
    std::vector<MovingPlace> moving;
    CellCursor cursor;
    for (unsigned n = 1; n <= candidates; ++n) {
        if (n % between_looks == 0) check_wanted();
        const glm::dvec3 part{radical_inverse(n, 2), radical_inverse(n, 3), radical_inverse(n, 5)};
        const glm::dvec3 place = glm::mix(info.bounds.lo, info.bounds.hi, part);
        const auto sample = sample_at(field, info.relative(place), time, cursor);
        const double speed = sample ? glm::length(metric.measured(sample->velocity)) : 0.0;
        if (speed > 0.0) moving.push_back({place, speed});
    }
    return moving;
}

double usual_top_speed(const std::vector<MovingPlace>& places)
{
    constexpr double part_that_counts = 0.98;
    std::vector<double> speeds;
    speeds.reserve(places.size());
    for (const MovingPlace& one : places) speeds.push_back(one.speed);
    const auto rank = static_cast<std::ptrdiff_t>(part_that_counts * static_cast<double>(speeds.size() - 1));
    std::ranges::nth_element(speeds, speeds.begin() + rank);
    return speeds[static_cast<std::size_t>(rank)];
}

}  // namespace farfield::compute
