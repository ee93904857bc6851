#include "tests/app/document/documents.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using app::test::document_of;
using app::test::refusal_of;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

std::string script_with(const std::string& lines)
{
    return "dataset = 'a'\n[[rake]]\n" + lines;
}

/// The rake of a script that has one, with these lines.
model::Rake rake_of(const std::string& lines)
{
    return document_of(script_with(lines)).rakes.at("rake-1").rake;
}

const std::string circle =
    "kind = 'circle'\ncentre = [1, 2, 3]\nnormal = [0, 0, 1]\nradius = 0.5\nseeds = 12\n";
const std::string sphere = "kind = 'sphere'\ncentre = [1, 2, 3]\nradius = 2\nseeds = 100\n";
const std::string box = "kind = 'box'\nlo = [0, 0, 0]\nhi = [1, 2, 3]\n";

}  // namespace

TEST_CASE("read_toml: circles, spheres and boxes are as on the wire", "[script]")
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

TEST_CASE("read_toml: slices and isovalues are as on the wire", "[script]")
{
    CHECK(rake_of("kind = 'slice'\naxis = 'y'\nposition = 0.5\nseeds = [4, 5]") ==
          model::Rake{model::SliceRake{1, 0.5, {4, 5}}});
    CHECK(rake_of("kind = 'isovalue'\nvalue = 2.5\nseeds = 40") ==
          model::Rake{model::IsovalueRake{"speed", 2.5, 40}});
    CHECK(rake_of("kind = 'isovalue'\nscalar = 'vorticity'\nvalue = 1\nseeds = 40") ==
          model::Rake{model::IsovalueRake{"vorticity", 1.0, 40}});
    CHECK_THAT(refusal_of(script_with("kind = 'slice'\naxis = 'w'\nposition = 0.5\nseeds = [4, 5]")),
               StartsWith("s.toml:4:8: 'rake[0].axis'"));
    CHECK_THAT(refusal_of(script_with("kind = 'slice'\naxis = 'x'\nposition = 0.5\nseeds = [4]")),
               StartsWith("s.toml:6:9: 'rake[0].seeds'"));
}

TEST_CASE("read_toml: what a rake cannot have is reported with its place", "[script]")
{
    CHECK_THAT(refusal_of(script_with(
                   "kind = 'circle'\ncentre = [1, 2, 3]\nnormal = [0, 0, 0]\nradius = 1\nseeds = 3")),
               StartsWith("s.toml:5:10: 'rake[0].normal'"));
    CHECK_THAT(refusal_of(script_with("kind = 'sphere'\ncentre = [1, 2, 3]\nradius = 0\nseeds = 3")),
               StartsWith("s.toml:5:10: 'rake[0].radius': expected a number above 0"));
    CHECK_THAT(refusal_of(script_with(box + "seeds = [3, 4]")), StartsWith("s.toml:6:9: 'rake[0].seeds'"));
    CHECK_THAT(refusal_of(script_with(box + "seeds = [3, 4, 5]\nrandom_seed = 3")),
               StartsWith("s.toml:7:1: unknown key 'random_seed' in [[rake]]"));
    CHECK_THAT(refusal_of(script_with("kind = 'helix'")),
               StartsWith("s.toml:3:8: 'rake[0].kind'") && ContainsSubstring("circle"));
}

TEST_CASE("read_toml: a rake says when it releases particles", "[script]")
{
    const std::string point = "kind = 'point'\nat = [1, 2, 3]\n";
    const auto rake = rake_of(point + "inject_start = 1\ninject_end = 4.5\ninject_interval = 0.5");
    CHECK(rake.injection == model::Injection{.start = 1.0, .end = 4.5, .interval = 0.5});
    CHECK_THAT(refusal_of(script_with(point + "inject_start = 2\ninject_end = 1")),
               StartsWith("s.toml:6:14: 'rake[0].inject_end'"));
    CHECK_THAT(refusal_of(script_with(point + "inject_interval = 0")),
               StartsWith("s.toml:5:19: 'rake[0].inject_interval': expected a number above 0"));
}

TEST_CASE("load_document: all lists together are held to the limit of a message, by its name", "[script]")
{
    const farfield::test::TemporaryFolder folder;
    std::string seeds = "x,y,z\n";
    for (std::uint64_t i = 0; i < model::max_listed_seeds; ++i) seeds += "1,2,3\n";
    folder.write("s.csv", seeds);
    const std::string list = "[[rake]]\nkind = 'list'\nfile = 's.csv'\n";
    const auto file = folder.write("s.toml", "dataset = 'a'\n" + list + list);
    CHECK_THROWS_WITH(app::load_document(file, model::layer_kinds()),
                      ContainsSubstring("max_listed_seeds") && ContainsSubstring("20000"));
}
