#include "compute_node/seeding/seeds_throughout.h"

#include "compute_node/fields/length_metric.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace farfield::compute {

namespace {

constexpr unsigned candidates = 4096;

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

std::vector<glm::dvec3> seeds_throughout(const Field& field, std::size_t count)
{
    struct Candidate {
        glm::dvec3 place;
        double speed_before;  ///< of the candidates before it, together
    };
    const FieldInfo& info = field.info();
    const LengthMetric metric{info};
    std::vector<Candidate> moving;
    double speeds = 0.0;
    for (unsigned n = 1; n <= candidates; ++n) {
        const glm::dvec3 part{radical_inverse(n, 2), radical_inverse(n, 3), radical_inverse(n, 5)};
        const glm::dvec3 place = glm::mix(info.bounds.lo, info.bounds.hi, part);
        const auto sample = field.sample(info.relative(place));
        const double speed = sample ? glm::length(metric.measured(sample->velocity)) : 0.0;
        if (!(speed > 0.0)) continue;
        moving.push_back({place, speeds});
        speeds += speed;
    }
    std::vector<glm::dvec3> seeds;
    std::size_t candidate = 0, taken = moving.size();
    for (std::size_t n = 0; n < count; ++n) {
        const double wanted = speeds * (static_cast<double>(n) + 0.5) / static_cast<double>(count);
        while (candidate + 1 < moving.size() && moving[candidate + 1].speed_before <= wanted) ++candidate;
        if (candidate >= moving.size() || candidate == taken) continue;
        seeds.push_back(moving[candidate].place);
        taken = candidate;
    }
    return seeds;
}

}  // namespace farfield::compute
