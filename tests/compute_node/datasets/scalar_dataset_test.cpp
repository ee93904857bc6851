// Datasets without a velocity, and scalars that are parts of vectors.
#include "compute_node/datasets/dataset.h"
#include "compute_node/datasets/dataset_info.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/sampled_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

/// 3 nodes along x from 0 to 2, with these arrays.
GridData row(std::vector<NodeValues> arrays)
{
    GridData data;
    data.format = "test";
    data.dims = {{3, 1, 1}};
    data.geometry = UniformGeometry{glm::dvec3{0.0}, glm::dvec3{1.0}};
    data.arrays = std::move(arrays);
    return data;
}

/// Velocities (1, 0, 0), (2, 0, 0) and none; forces (3, 0, 4), (0, 5, 12), (8, 15, 0).
GridData row_of_vectors()
{
    return row({{"velocity", 3, {1, 0, 0, 2, 0, 0, no_number, 0, 0}, "m/s"},
                {"force", 3, {3, 0, 4, 0, 5, 12, 8, 15, 0}, "N"},
                {"t", 1, {10, 20, 30}, "K"}});
}

std::optional<float> scalar_at(const Dataset& dataset, const FieldChoice& choice, float x)
{
    const auto sample = dataset.field(choice)->sample({x, 0.0F, 0.0F});
    return sample ? std::optional{sample->scalar} : std::nullopt;
}

FieldChoice alone(const std::string& scalar)
{
    return {.vector = {}, .scalar = scalar, .scalar_alone = true};
}

}  // namespace

TEST_CASE("Dataset: scalars alone open, and the first with a valid node is the default", "[dataset][scalars]")
{
    const Dataset dataset{"ct", row({{"empty", 1, {no_number, no_number, no_number}, ""},
                                     {"vp", 1, {1, 3, no_number}, "m/s"},
                                     {"vs", 1, {5, 7, 9}, "m/s"}})};
    CHECK(dataset.info().default_vector.empty());
    CHECK(dataset.info().default_scalar == "vp");
    CHECK(dataset.info().derived.empty());
    CHECK(dataset.field()->info().scalar_units == "m/s");
    CHECK(scalar_at(dataset, {}, 0.5F) == 2.0F);
    CHECK_FALSE(scalar_at(dataset, {}, 1.5F));
    CHECK(scalar_at(dataset, {"", "vs"}, 1.5F) == 8.0F);  // whatever the other scalar is
    CHECK(dataset.field()->sample({0.5F, 0.0F, 0.0F})->velocity == glm::vec3{0.0F});
}

TEST_CASE("Dataset: without a velocity there is no speed and nothing of its gradient", "[dataset][scalars]")
{
    const Dataset dataset{"ct", row({{"vp", 1, {1, 2, 3}, ""}, {"vs", 1, {1, 2, 3}, ""}})};
    for (const char* name : {"speed", "vorticity", "vp.x"})
        CHECK(error_of([&] {
                  (void)dataset.field({"", name});
              }) == "'ct' has no scalar array '" + std::string{name} + "'; it has 'vp', 'vs'");
    const Dataset with_speed{"ct", row({{"speed", 1, {1, 2, 3}, ""}})};
    CHECK(scalar_at(with_speed, {}, 2.0F) == 3.0F);
}

TEST_CASE("Dataset: neither a vector nor a scalar with a valid node is refused", "[dataset][scalars]")
{
    CHECK(error_of([] {
              (void)Dataset{"ct", row({})};
          }) ==
          "'ct': expected a velocity or a scalar with a valid node, found a grid alone, without values");
    CHECK(error_of([] {
              (void)Dataset{"ct", row({{"vp", 1, {no_number, no_number, no_number}, ""}})};
          }) == "'ct': expected a velocity or a scalar with a valid node, found no valid value in 'vp'");
}

TEST_CASE("why_not_traceable: names the scalars and the programs", "[dataset][scalars]")
{
    const Dataset dataset{"ct.vti", row({{"vp", 1, {1, 2, 3}, ""}, {"vs", 1, {1, 2, 3}, ""}})};
    CHECK(why_not_traceable(dataset.info()) ==
          "'ct.vti' has no velocity; it has the scalars 'vp', 'vs': start isosurface or slice");
    CHECK(why_not_traceable(Dataset{"flow", row_of_vectors()}.info()).empty());
}

TEST_CASE("Dataset: a scalar alone is valid where it is itself, and not only where the velocity is",
          "[dataset][scalars]")
{
    const Dataset dataset{"flow", row_of_vectors()};
    CHECK_FALSE(scalar_at(dataset, {"", "t"}, 1.5F));
    CHECK(scalar_at(dataset, alone("t"), 1.5F) == 25.0F);
    CHECK_FALSE(scalar_at(dataset, alone("speed"), 1.5F));
    CHECK(scalar_at(dataset, alone("speed"), 0.5F) == 1.5F);
    GridData blanked = row_of_vectors();
    blanked.blanked = {0, 0, 1};
    CHECK_FALSE(scalar_at(Dataset{"flow", blanked}, alone("t"), 1.5F));
}

TEST_CASE("Dataset: magnitude and components of vector arrays are scalars", "[dataset][scalars]")
{
    const Dataset dataset{"flow", row_of_vectors()};
    CHECK(scalar_at(dataset, alone("force"), 1.0F) == 13.0F);
    CHECK(scalar_at(dataset, alone("force"), 1.5F) == 15.0F);  // between 13 and 17
    CHECK(scalar_at(dataset, alone("force.y"), 1.5F) == 10.0F);
    CHECK(scalar_at(dataset, {"", "force.z"}, 0.5F) == 8.0F);
    CHECK(scalar_at(dataset, {"", "velocity.x"}, 0.5F) == 1.5F);
    CHECK(dataset.field({"", "force.x"})->info().scalar_units == "N");
    std::vector<std::string> names;
    for (const ArrayInfo& part : dataset.info().of_vectors) names.push_back(part.name);
    CHECK(names == std::vector<std::string>{"velocity.x", "velocity.y", "velocity.z", "force.x", "force.y",
                                            "force.z", "force"});
    CHECK(dataset.info().of_vectors.back().max == 17.0F);
}

TEST_CASE("Dataset: a vector of two scalars has no third component", "[dataset][scalars]")
{
    const auto names_of = [](const std::string& vector, float w) {
        const Dataset dataset{"flow", row({{vector, 3, {1, 2, 0, 3, 4, w, 5, 6, 0}, "m/s"}})};
        std::vector<std::string> names;
        for (const ArrayInfo& part : dataset.info().of_vectors) names.push_back(part.name);
        return names;
    };
    CHECK(names_of("U10,V10", 0.0F) == std::vector<std::string>{"U10,V10.x", "U10,V10.y"});
    CHECK(names_of("a,b", 1.0F).back() == "a,b.z");  // of one array with such a name
    CHECK(names_of("u,v,w", 0.0F).back() == "u,v,w.z");
}

TEST_CASE("Dataset: an array comes before a part of a vector with its name", "[dataset][scalars]")
{
    GridData data = row_of_vectors();
    data.arrays.push_back({"force.x", 1, {100, 200, 300}, "lbf"});
    const Dataset dataset{"flow", data};
    CHECK(scalar_at(dataset, {"", "force.x"}, 0.5F) == 150.0F);
    CHECK(dataset.field({"", "force.x"})->info().scalar_units == "lbf");
    CHECK(std::ranges::count(dataset.info().of_vectors, "force.x", &ArrayInfo::name) == 0);
}
