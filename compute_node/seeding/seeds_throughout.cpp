#include "compute_node/seeding/seeds_throughout.h"

#include "compute_node/seeding/first_motion.h"

#include <algorithm>
#include <vector>

namespace farfield::compute {

namespace {

/// Weights of the places: their speeds, at most the usual top speed.
std::vector<double> weights_of(const std::vector<MovingPlace>& places)
{
    const double most = usual_top_speed(places);
    std::vector<double> weights;
    weights.reserve(places.size());
    for (const MovingPlace& one : places) weights.push_back(std::min(one.speed, most));
    return weights;
}

}  // namespace

std::vector<glm::dvec3> seeds_throughout(const Field& field, std::size_t count)
{
    return seeds_throughout(moving_places(field, first_motion(field)), count);
}

std::vector<glm::dvec3> seeds_throughout(const std::vector<MovingPlace>& places, std::size_t count)
{
    if (places.empty()) return {};
    const std::vector<double> weights = weights_of(places);
    double all = 0.0;
    for (const double weight : weights) all += weight;
    std::vector<glm::dvec3> seeds;
    std::size_t place = 0, taken = places.size();
    double with_place = weights.front();  // weight of the places up to this one, together
    for (std::size_t n = 0; n < count; ++n) {
        const double wanted = all * (static_cast<double>(n) + 0.5) / static_cast<double>(count);
        while (place + 1 < places.size() && with_place <= wanted) with_place += weights[++place];
        if (place == taken) continue;
        seeds.push_back(places[place].place);
        taken = place;
    }
    return seeds;
}

}  // namespace farfield::compute
