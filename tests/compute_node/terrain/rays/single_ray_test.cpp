#include "compute_node/terrain/ray_list.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/made_terrain.h"
#include "tests/compute_node/terrain/rays/brute_ray.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

class Random {
public:
    explicit Random(unsigned seed) : generator_{seed} {}
    double between(double low, double high)
    {
        return std::uniform_real_distribution<double>{low, high}(generator_);
    }
    std::int64_t below(std::int64_t count)
    {
        return std::uniform_int_distribution<std::int64_t>{0, count - 1}(generator_);
    }

private:
    std::mt19937_64 generator_;
};

/// Makes rays of one kind over a terrain.
using RayMaker = std::function<GridRay(const HeightBlocks&, Random&)>;

glm::dvec3 place_above(const HeightBlocks& terrain, Random& random)
{
    const double span = terrain.highest - terrain.lowest + 1.0;
    return {random.between(0, static_cast<double>(terrain.columns - 1)),
            random.between(0, static_cast<double>(terrain.rows - 1)),
            terrain.highest + random.between(-0.6, 0.3) * span};
}

glm::dvec3 any_direction(Random& random, double least_z, double most_z)
{
    const double angle = random.between(0, 6.283185307179586);
    return glm::normalize(glm::dvec3{std::cos(angle), std::sin(angle), random.between(least_z, most_z)});
}

glm::dvec3 outside(const HeightBlocks& terrain, Random& random)
{
    const double size = static_cast<double>(std::max(terrain.columns, terrain.rows));
    return {random.between(-1, 2) * size, random.between(-1, 2) * size,
            random.between(terrain.lowest - 1, terrain.highest + 3)};
}

glm::dvec3 post(const HeightBlocks& terrain, Random& random)
{
    const std::int64_t i = random.below(terrain.columns), j = random.below(terrain.rows);
    const float height = terrain.height_at(i, j);
    return {static_cast<double>(i), static_cast<double>(j),
            std::isnan(height) ? 0.5 * (terrain.lowest + terrain.highest) : double{height}};
}

/// Along a row, a column or a diagonal, exactly through posts.
GridRay along_grid(const HeightBlocks& terrain, Random& random)
{
    constexpr double directions[8][2] = {{1, 0}, {0, 1},  {-1, 0}, {0, -1},
                                         {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const auto& d = directions[random.below(8)];
    glm::dvec3 from = post(terrain, random);
    from.x -= d[0] * static_cast<double>(random.below(4));
    from.y -= d[1] * static_cast<double>(random.below(4));
    from.z += random.between(-0.3, 1.0) * (terrain.highest - terrain.lowest + 1.0);
    return {from, {d[0], d[1], random.between(-1.0, 0.2) * (terrain.highest - terrain.lowest + 1.0) / 16.0}};
}

struct Kind {
    const char* name;
    RayMaker make;
};

const std::vector<Kind>& all_kinds()
{
    static const std::vector<Kind> kinds{
        {"downwards",
         [](const auto& t, Random& r) {
             return GridRay{place_above(t, r), any_direction(r, -2, 0)};
         }},
        {"grazing",
         [](const auto& t, Random& r) {
             return GridRay{place_above(t, r), any_direction(r, -0.05, 0.05)};
         }},
        {"straight down",
         [](const auto& t, Random& r) {
             return GridRay{place_above(t, r), {0, 0, -1}};
         }},
        {"straight up",
         [](const auto& t, Random& r) {
             return GridRay{place_above(t, r), {0, 0, 1}};
         }},
        {"straight down on a post",
         [](const auto& t, Random& r) {
             return GridRay{post(t, r) + glm::dvec3{0, 0, 3}, {0, 0, -1}};
         }},
        {"along the grid", along_grid},
        {"from outside",
         [](const auto& t, Random& r) {
             return GridRay{outside(t, r), any_direction(r, -1, 0.3)};
         }},
        {"from below",
         [](const auto& t, Random& r) {
             glm::dvec3 from = place_above(t, r);
             from.z = t.lowest - r.between(0, 5);
             return GridRay{from, any_direction(r, -0.5, 3)};
         }},
        {"from a post, on the surface",
         [](const auto& t, Random& r) {
             return GridRay{post(t, r), any_direction(r, -1, 1)};
         }},
        {"from post to post",
         [](const auto& t, Random& r) {
             const glm::dvec3 from = post(t, r), to = post(t, r);
             return GridRay{from, from == to ? glm::dvec3{0, 0, 1} : to - from};
         }},
        {"from above a post to a post",
         [](const auto& t, Random& r) {
             const glm::dvec3 from = post(t, r) + glm::dvec3{0, 0, 10};
             return GridRay{from, post(t, r) - from};
         }},
    };
    return kinds;
}

std::string words_of(const GridRay& ray)
{
    std::ostringstream out;
    out.precision(17);
    out << "origin " << ray.origin.x << " " << ray.origin.y << " " << ray.origin.z << ", direction "
        << ray.direction.x << " " << ray.direction.y << " " << ray.direction.z << ", bend " << ray.bend;
    return out.str();
}

}  // namespace

TEST_CASE("cast_ray: agrees with a search of all cells, for rays of all kinds over all terrains", "[terrain]")
{
    Random random{1};
    for (const NamedTerrain& named : all_terrains())
        for (const Kind& kind : all_kinds())
            for (const double curvature : {0.0, 1e-3}) {
                INFO(named.name << ", " << kind.name);
                const HeightBlocks& terrain = named.terrain.blocks;
                for (int n = 0; n < 150; ++n) {
                    GridRay ray = kind.make(terrain, random);
                    ray.bend =
                        curvature * (ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
                    const RayHit hit = cast_ray(terrain, ray);
                    const RayHit wanted = BruteRay{terrain, ray}.cast();
                    INFO(words_of(ray) << ": " << to_string(hit.end) << " " << hit.t << ", wanted "
                                       << to_string(wanted.end) << " " << wanted.t);
                    CHECK(agree(terrain, ray, hit, glm::length(ray.direction)));
                }
            }
}
