#include "app/viewer/docks/rake_form.h"

#include <limits>

#include "model/data/dataset_info.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

const model::BoxRake cube{{0, 0, 0}, {2, 2, 2}, model::BoxLattice{3, 3, 3}};
const model::BoxRake cloud{{0, 0, 0}, {2, 2, 2}, model::RandomPlaces{27, 5}};

}  // namespace

TEST_CASE("with_numbers: a rake with its own numbers is the same rake, of every kind", "[rake]")
{
    const std::vector<model::RakeShape> shapes{model::PointRake{{1, 2, 3}},
                                               model::LineRake{{0, 0, 0}, {4, 0, 0}, 9},
                                               model::PlaneRake{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {3, 4}},
                                               model::CircleRake{{1, 2, 3}, {0, 1, 1}, 0.5, 8},
                                               model::SphereRake{{1, 2, 3}, 0.5, 8},
                                               model::SphereRake{{1, 2, 3}, 0.5, 8, 77},
                                               cube,
                                               cloud,
                                               model::ListRake{{{0.1, 0.2, 0.3}, {4, 5, 6}}},
                                               model::SliceRake{1, 0.5, {3, 4}},
                                               model::IsovalueRake{"pressure", 0.5, 6}};
    for (const auto& shape : shapes) {
        const model::Rake rake{shape, 7};
        CHECK(with_numbers(rake, numbers_of(rake)) == rake);
    }
}

TEST_CASE("with_numbers: a list is moved by its middle", "[rake]")
{
    const model::Rake list{.shape = model::ListRake{{{0, 0, 0}, {2, 2, 2}}}};
    auto numbers = numbers_of(list);
    CHECK(numbers.places[0] == model::Point{1, 1, 1});
    numbers.places[0] = {1, 1, 4};
    CHECK(std::get<model::ListRake>(with_numbers(list, numbers).shape) ==
          model::ListRake{{{0, 0, 3}, {2, 2, 5}}});
}

TEST_CASE("with_numbers: a box keeps its number of seeds from lattice to random places and back", "[rake]")
{
    auto numbers = numbers_of({cube});
    numbers.random = true;
    numbers.random_seed = 5;
    CHECK(with_numbers({cube}, numbers) == model::Rake{cloud});
    numbers = numbers_of({cloud});
    numbers.random = false;
    CHECK(with_numbers({cloud}, numbers) == model::Rake{cube});
}

TEST_CASE("with_numbers: a circle's normal of no length is not taken over", "[rake]")
{
    const model::Rake circle{.shape = model::CircleRake{{1, 2, 3}, {0, 1, 1}, 0.5, 8}};
    auto numbers = numbers_of(circle);
    numbers.places[1] = {0, 0, 0};
    CHECK(with_numbers(circle, numbers) == circle);
}

TEST_CASE("rows_of: shows what a kind has, and no more", "[rake]")
{
    const auto lattice = rows_of({cube}), random = rows_of({cloud});
    CHECK(lattice.counts == 3);
    CHECK(random.counts == 1);
    CHECK((random.random_seed && !lattice.random_seed));
    CHECK((rows_of({model::CircleRake{}}).radius && !rows_of({model::LineRake{}}).radius));
    CHECK(rows_of({model::ListRake{}}).counts == 0);
    CHECK(rows_of({model::PointRake{}}).places[1].isEmpty());
    CHECK(rows_of({model::PointRake{}}).choice.isEmpty());
    CHECK(rows_of({model::SliceRake{}}).choices == QStringList{"x", "y", "z"});
    CHECK(rows_of({model::IsovalueRake{}}, {"speed", "pressure"}).choices.size() == 2);
}

TEST_CASE("usual_value: is the middle of the domain along an axis, or of a scalar's range", "[rake]")
{
    model::DatasetInfo dataset;
    dataset.bounds.max = {2, 4, 6};
    dataset.scalars = {{.name = "pressure", .units = {}, .range = {{1.0, 4.0}}}};
    CHECK(usual_value({model::SliceRake{}}, "y", dataset) == 2.0);
    CHECK(usual_value({model::IsovalueRake{}}, "pressure", dataset) == 2.5);
    CHECK(usual_value({model::IsovalueRake{}}, "unknown", dataset) == 0.0);
}
