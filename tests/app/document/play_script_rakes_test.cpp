#include <fstream>

#include "app/document/script.h"
#include "app/document/script_table.h"
#include "net/message/limits.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The rake of a script that has one, with these lines.
model::Rake rake_of(const std::string& lines)
{
    const auto script = app::parse_script("dataset = 'a'\n[[rake]]\n" + lines, "s.toml");
    return script.particles.rakes.at(0);
}

const std::string circle =
    "kind = 'circle'\ncentre = [1, 2, 3]\nnormal = [0, 0, 1]\nradius = 0.5\nseeds = 12\n";
const std::string sphere = "kind = 'sphere'\ncentre = [1, 2, 3]\nradius = 2\nseeds = 100\n";
const std::string box = "kind = 'box'\nlo = [0, 0, 0]\nhi = [1, 2, 3]\n";

}  // namespace

TEST_CASE("parse_script: circles, spheres and boxes are as on the wire", "[script]")
{
    CHECK(rake_of(circle + "particles_per_seed = 3") ==
          model::Rake{model::CircleRake{{1, 2, 3}, {0, 0, 1}, 0.5, 12}, 3});
    CHECK(rake_of(sphere) == model::Rake{model::SphereRake{{1, 2, 3}, 2.0, 100}});
    CHECK(rake_of(sphere + "fill = 'random'\nrandom_seed = 7") ==
          model::Rake{model::SphereRake{{1, 2, 3}, 2.0, 100, 7}});
    CHECK(rake_of(box + "seeds = [3, 4, 5]\nfill = 'lattice'") ==
          model::Rake{model::BoxRake{{0, 0, 0}, {1, 2, 3}, model::BoxLattice{3, 4, 5}}});
    CHECK(rake_of(box + "seeds = 50\nfill = 'random'") ==
          model::Rake{model::BoxRake{{0, 0, 0}, {1, 2, 3}, model::RandomPlaces{50, 0}}});
}

TEST_CASE("parse_script: slices and isovalues are as on the wire", "[script]")
{
    CHECK(rake_of("kind = 'slice'\naxis = 'y'\nposition = 0.5\nseeds = [4, 5]") ==
          model::Rake{model::SliceRake{1, 0.5, {4, 5}}});
    CHECK(rake_of("kind = 'isovalue'\nvalue = 2.5\nseeds = 40") ==
          model::Rake{model::IsovalueRake{"speed", 2.5, 40}});
    CHECK(rake_of("kind = 'isovalue'\nscalar = 'vorticity'\nvalue = 1\nseeds = 40") ==
          model::Rake{model::IsovalueRake{"vorticity", 1.0, 40}});
    CHECK_THROWS_WITH(rake_of("kind = 'slice'\naxis = 'w'\nposition = 0.5\nseeds = [4, 5]"),
                      ContainsSubstring("s.toml:4:8: ") && ContainsSubstring("one of x, y, z"));
    CHECK_THROWS_WITH(rake_of("kind = 'slice'\naxis = 'x'\nposition = 0.5\nseeds = [4]"),
                      ContainsSubstring("must be [nu, nv]"));
}

TEST_CASE("parse_script: what a rake cannot have is told with its place", "[script]")
{
    CHECK_THROWS_WITH(
        rake_of("kind = 'circle'\ncentre = [1, 2, 3]\nnormal = [0, 0, 0]\nradius = 1\nseeds = 3"),
        ContainsSubstring("s.toml:5:10: 'normal' must not be zero"));
    CHECK_THROWS_WITH(rake_of("kind = 'sphere'\ncentre = [1, 2, 3]\nradius = 0\nseeds = 3"),
                      ContainsSubstring("s.toml:5:10: 'radius' must be above 0"));
    CHECK_THROWS_WITH(rake_of(box + "seeds = [3, 4]"), ContainsSubstring("must be [nx, ny, nz]"));
    CHECK_THROWS_WITH(rake_of(box + "seeds = [3, 4, 5]\nrandom_seed = 3"),
                      ContainsSubstring("unknown key 'random_seed'"));
    CHECK_THROWS_WITH(rake_of("kind = 'helix'"), ContainsSubstring("one of point, line, plane, circle"));
}

TEST_CASE("parse_script: a rake says when it releases particles", "[script]")
{
    const std::string point = "kind = 'point'\nat = [1, 2, 3]\n";
    const auto rake = rake_of(point + "inject_start = 1\ninject_end = 4.5\ninject_interval = 0.5");
    CHECK(rake.injection == model::Injection{.start = 1.0, .end = 4.5, .interval = 0.5});
    CHECK_THROWS_WITH(rake_of(point + "inject_start = 2\ninject_end = 1"),
                      ContainsSubstring("'inject_end' must not be below 'inject_start'"));
    CHECK_THROWS_WITH(rake_of(point + "inject_interval = 0"),
                      ContainsSubstring("'inject_interval' must be above 0"));
}

TEST_CASE("load_script: the seeds of a list come from a file beside the script", "[script]")
{
    const farfield::test::TemporaryFolder folder;
    std::ofstream(folder.path() / "s.csv") << "x,y,z,t\n1,2,3,0\n4,5,6,0.5\n";
    const auto file = folder.path() / "s.toml";
    std::ofstream(file) << "dataset = 'a'\n[[rake]]\nkind = 'list'\nfile = 's.csv'\n";
    CHECK(app::load_script(file).particles.rakes.at(0) ==
          model::Rake{model::ListRake{{{1, 2, 3}, {4, 5, 6}}, {0, 0.5}}});
}

TEST_CASE("load_script: a fault in a file of seeds names both files and both lines", "[script]")
{
    const farfield::test::TemporaryFolder folder;
    std::ofstream(folder.path() / "s.csv") << "x,y,z\n1,2\n";
    const auto file = folder.path() / "s.toml";
    std::ofstream(file) << "dataset = 'a'\n[[rake]]\nkind = 'list'\nfile = 's.csv'\n";
    CHECK_THROWS_WITH(app::load_script(file),
                      ContainsSubstring("s.toml:4:8:") && ContainsSubstring("s.csv', line 2: expected 3"));
}

TEST_CASE("load_script: all lists together are held to the limit of a message, by its name", "[script]")
{
    const farfield::test::TemporaryFolder folder;
    std::ofstream seeds(folder.path() / "s.csv");
    seeds << "x,y,z\n";
    for (std::uint64_t i = 0; i < model::max_listed_seeds; ++i) seeds << "1,2,3\n";
    seeds.close();
    const auto file = folder.path() / "s.toml";
    const std::string list = "[[rake]]\nkind = 'list'\nfile = 's.csv'\n";
    std::ofstream(file) << "dataset = 'a'\n" << list << list;
    CHECK_THROWS_WITH(app::load_script(file),
                      ContainsSubstring("lists of 20000 seeds exceed max_listed_seeds = 10000"));
}
