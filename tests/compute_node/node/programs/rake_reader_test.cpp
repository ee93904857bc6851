#include "compute_node/node/programs/rake_reader.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "net/message/control_messages.h"
#include "tests/catch.h"
#include "tests/compute_node/volumes/made_field.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using Catch::Matchers::ContainsSubstring;
namespace net = farfield::net;

namespace {

std::shared_ptr<const WholeDataset> fine_abc()
{
    return std::make_shared<WholeDataset>(TimeSeries{open_analytic("analytic:abc:32")});
}

std::vector<glm::vec3> seeds_in(RakeReader& reader, const model::RakeShape& shape)
{
    return seeds_of(reader.read({model::Rake{shape}}).front());
}

net::Json rakes_refusal(RakeReader& reader, const std::vector<model::Rake>& rakes)
{
    try {
        (void)reader.read(rakes);
    } catch (const std::exception& error) {
        return net::error_of(error).data;
    }
    return nullptr;
}

/// Counts how often a field is asked for, which every search for seeds begins with.
class CountedDataset final : public OpenDataset {
public:
    [[nodiscard]] const DatasetInfo& info() const override { return whole_->info(); }
    [[nodiscard]] std::shared_ptr<const Field> default_field() const override { return whole_->field(); }
    [[nodiscard]] const Field& first_look() const override { return whole_->first_look(); }
    [[nodiscard]] FieldSource source(const std::string& scalar,
                                     std::shared_ptr<SliceWindow> window) const override
    {
        ++searches;
        return whole_->source(scalar, std::move(window));
    }

    mutable int searches = 0;

private:
    std::shared_ptr<const WholeDataset> whole_ = fine_abc();
};

}  // namespace

TEST_CASE("RakeReader: a slice has its seeds all over the domain, at its position", "[rake]")
{
    RakeReader reader{fine_abc(), {}};
    const auto seeds = seeds_in(reader, model::SliceRake{.axis = 1, .position = 2.0, .seeds = {3, 5}});
    REQUIRE(seeds.size() == 15);
    for (const glm::vec3 seed : seeds) CHECK(seed.y == 2.0F);
    const auto edge = static_cast<float>(2.0 * std::numbers::pi);
    CHECK(seeds[1] == glm::vec3(edge / 2, 2.0F, 0.0F));  // x runs fastest
    CHECK(seeds.back() == glm::vec3(edge, 2.0F, edge));
}

TEST_CASE("RakeReader: an isovalue has its seeds where the scalar is so much", "[rake]")
{
    const auto dataset = fine_abc();
    RakeReader reader{dataset, {}};
    const auto seeds = seeds_in(reader, model::IsovalueRake{.scalar = "speed", .value = 2.0, .seeds = 300});
    REQUIRE(seeds.size() == 300);
    for (const glm::vec3 seed : seeds) {
        const auto sample = dataset->field()->sample(seed);
        REQUIRE(sample);
        CHECK(std::abs(sample->scalar - 2.0F) < 0.05F);
    }
}

TEST_CASE("RakeReader: on a curvilinear grid an isovalue's seeds are on the exact surface, however thin",
          "[rake]")
{
    // 1 on one layer of nodes, a millionth of the domain's height from its lower end; else 0.
    constexpr int nodes = 17, layer = 3;
    GridData data = compute::test::curved_data(nodes, [](glm::dvec3 at) {
        return glm::dvec3{at.x, at.y, std::pow(0.5 * (at.z + 1.0), 8.0)};
    });
    std::vector<float> values(std::size_t{nodes} * nodes * nodes, 0.0F);
    std::fill_n(values.begin() + nodes * nodes * layer, nodes * nodes, 1.0F);
    data.arrays.push_back({.name = "s", .components = 1, .values = values, .units = ""});
    const auto dataset = std::make_shared<WholeDataset>(TimeSeries{Dataset{"sheet", std::move(data)}});
    ScalarFields scalars{std::make_shared<MemoryBudget>(1 << 30)};
    const model::IsovalueRake sheet{.scalar = "s", .value = 0.5, .seeds = 100};
    RakeReader along_lattice{dataset, {}};
    CHECK_THROWS_WITH(seeds_in(along_lattice, sheet), ContainsSubstring("nowhere"));
    RakeReader reader{dataset, {}, nullptr, &scalars};
    const auto seeds = seeds_in(reader, sheet);
    REQUIRE(seeds.size() == 100);
    const auto height = [](int k) { return std::pow(k / (nodes - 1.0), 8.0); };
    float least = 1.0F, most = -1.0F;
    for (const glm::vec3 seed : seeds) {
        const bool is_below = seed.z < height(layer);
        CHECK(seed.z ==
              Approx(0.5 * (height(layer) + height(is_below ? layer - 1 : layer + 1))).epsilon(1e-3));
        least = std::min(least, seed.x), most = std::max(most, seed.x);
    }
    CHECK(least < -0.8F);
    CHECK(most > 0.8F);
    CHECK(seeds_in(reader, sheet) == seeds);
}

TEST_CASE("RakeReader: the same rakes have the same seeds, whatever others are beside them", "[rake]")
{
    RakeReader reader{fine_abc(), {}};
    const model::Rake surface{model::IsovalueRake{.scalar = "q-criterion", .value = 0.1, .seeds = 50}, 3};
    const model::Rake slice{model::SliceRake{.axis = 0, .position = 1.0, .seeds = {4, 4}}, 2};
    const auto first = reader.read({surface, slice});
    const auto moved = reader.read({{model::PointRake{{1, 1, 1}}}, slice, surface});
    CHECK(moved[1] == first[1]);
    CHECK(moved[2] == first[0]);
    CHECK(first[0].particles_per_seed == 3);
}

TEST_CASE("RakeReader: a rake that is nowhere in the data is reported with its place and what there is",
          "[rake]")
{
    RakeReader reader{fine_abc(), {}};
    const model::Rake point{model::PointRake{{1, 1, 1}}};
    CHECK_THROWS_WITH(reader.read({point, {model::SliceRake{.axis = 2, .position = 7.0, .seeds = {9, 9}}}}),
                      "rake 1: the slice z = 7 has no seed in the data; they reach from 0 to 6.28319");
    CHECK_THROWS_WITH(reader.read({{model::IsovalueRake{.scalar = "speed", .value = -1.0, .seeds = 9}}}),
                      ContainsSubstring("rake 0: 'speed' is -1 nowhere; it lies between"));
    CHECK_THROWS_WITH(reader.read({{model::IsovalueRake{.scalar = "salt", .value = 1.0, .seeds = 9}}}),
                      ContainsSubstring("rake 0: ") && ContainsSubstring("salt"));
}

TEST_CASE("RakeReader: more seeds than a rake may have are refused before one is looked for", "[rake]")
{
    RakeReader reader{fine_abc(), {.max_particles = 1000}};
    const net::Json limit{
        {"limit", "max_seeds_per_rake"}, {"value", 1'048'576}, {"asked", 1'000'000'000'000}};
    CHECK(rakes_refusal(reader, {{model::SliceRake{.seeds = {1'000'000, 1'000'000}}}}) == limit);
    CHECK(rakes_refusal(reader, {{model::IsovalueRake{.seeds = 4'000'000'000}}})["limit"] ==
          "max_seeds_per_rake");
    CHECK(rakes_refusal(reader, {{model::IsovalueRake{.seeds = 501}, 2}}) ==
          net::Json{{"limit", "max_particles"}, {"value", 1000}, {"asked", 1002}});
}

TEST_CASE("RakeReader: 64 slices of a million seeds each are refused before one is looked for", "[rake]")
{
    const auto dataset = std::make_shared<CountedDataset>();
    RakeReader reader{dataset, {}};
    const std::vector<model::Rake> rakes(64, {model::SliceRake{.seeds = {1024, 1024}}});
    CHECK(rakes_refusal(reader, rakes) ==
          net::Json{{"limit", "max_particles"}, {"value", 8'000'000}, {"asked", 8 * 1'048'576}});
    CHECK(dataset->searches == 0);
}

TEST_CASE("RakeReader: particles of all rakes count together before a seed is looked for", "[rake]")
{
    const auto dataset = std::make_shared<CountedDataset>();
    RakeReader reader{dataset, {.max_particles = 1000}};
    const model::Rake line{model::LineRake{.seeds = 600}}, slice{model::SliceRake{.seeds = {20, 10}}, 3};
    CHECK(rakes_refusal(reader, {line, slice})["asked"] == 1200);
    CHECK(rakes_refusal(reader, {slice, line})["asked"] == 1200);
    CHECK(dataset->searches == 0);
}

TEST_CASE("RakeReader: too many rakes are refused before a seed is looked for", "[rake]")
{
    const auto dataset = std::make_shared<CountedDataset>();
    RakeReader reader{dataset, {.max_rakes = 3}};
    const model::Rake slice{model::SliceRake{.position = 1.0, .seeds = {2, 2}}};
    CHECK(rakes_refusal(reader, {slice, slice, slice, slice})["limit"] == "max_rakes");
    CHECK(dataset->searches == 0);
    CHECK(reader.read({slice, slice, slice}).size() == 3);
}
