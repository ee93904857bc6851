// Files of other origin; skipped where they are not.
#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/grids/geo.h"
#include "compute_node/seeding/suggestions.h"
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> data_folder()
{
    const char* named = std::getenv("FARFIELD_DATA_DIR");
    const fs::path folder =
        (named != nullptr ? fs::path{named} : fs::path{FARFIELD_SOURCE_DIR} / "../shared/data") / "fields";
    if (fs::is_directory(folder)) return folder;
    WARN("skipped: no data at " << folder.string());
    return std::nullopt;
}

/// Opens a dataset and lets particles run from the rake it suggests.
void check_flows(const DatasetCatalogue& catalogue, const std::string& name)
{
    INFO(name);
    const auto field = catalogue.open(name).field();
    const Suggestions suggestions = suggest(*field);
    REQUIRE(suggestions.rakes.size() == 1);
    ParticleSettings settings;
    settings.step = static_cast<float>(suggestions.step);
    ParticleSystem particles{field, suggestions.rakes, settings};
    CHECK(particles.last_outcome().seeds_outside < 10);  // of 50: the grid may be ragged between samples
    const Frame first = next_frame(particles);
    Frame last;
    for (int i = 0; i < 20; ++i) last = next_frame(particles);
    const auto moved =
        std::count_if(last.begin(), last.end(), [](const glm::vec4& p) { return !is_dead(p); });
    CHECK(moved > 20);
    for (const glm::vec4& p : last) {
        if (is_dead(p)) continue;
        const glm::dvec3 place = field->info().absolute(glm::vec3{p});
        for (int axis = 0; axis < 3; ++axis) {
            const double slack = 1e-3 * (field->info().bounds.hi[axis] - field->info().bounds.lo[axis]);
            REQUIRE(place[axis] >= field->info().bounds.lo[axis] - slack);
            REQUIRE(place[axis] <= field->info().bounds.hi[axis] + slack);
        }
        REQUIRE(p.w >= 0.0F);
        REQUIRE(p.w <= field->info().scalar_max * 1.001F);
    }
}

}  // namespace

TEST_CASE("Real files: dimensions are those their README states", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const DatasetCatalogue catalogue{{*folder}};
    const auto dims = [&](const std::string& name) { return catalogue.open(name).info().dims; };
    using Dims = std::vector<glm::uvec3>;
    CHECK(dims("ocean/roms/Arctic20_1to5Feb_2016.nc") == Dims{{91, 51, 17}});
    CHECK(dims("ocean/moving_eddiesU.nc+ocean/moving_eddiesV.nc") == Dims{{200, 350, 1}});
    CHECK(dims("ocean/roms/Nordic_subset.nc") == Dims{{31, 21, 35}});
    CHECK(dims("ocean/roms/croco_his.nc") == Dims{{43, 44, 3}});
    CHECK(dims("atmos/AROME_MetCoOp_00_DEF_20160114_subset.nc") == Dims{{141, 151, 1}});
#ifdef FARFIELD_TEST_VTK
    CHECK(dims("plot3d/combxyz.bin+plot3d/combq.bin") == Dims{{57, 33, 25}});
    CHECK(dims("plot3d/bluntfinxyz.bin+plot3d/bluntfinq.bin") == Dims{{40, 32, 32}});
    CHECK(dims("plot3d/postxyz.bin+plot3d/postq.bin") == Dims{{38, 76, 38}});
    CHECK(dims("plot3d/multi-bin.xyz+plot3d/multi-bin.q") == Dims{{8, 12, 12}, {8, 12, 12}});
    CHECK(dims("vtk/carotid.vtk") == Dims{{76, 49, 45}});
    CHECK(dims("vtk/office.binary.vtk") == Dims{{21, 20, 20}});
#endif
}

TEST_CASE("Real files: particles flow through each", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const DatasetCatalogue catalogue{{*folder}};
    check_flows(catalogue,
                "ocean/globcurrent/20020101000000-GLOBCURRENT-L4-CUReul_hs-ALT_SUM-v02.0-fv01.0.nc");
    check_flows(catalogue, "ocean/roms/Arctic20_1to5Feb_2016.nc");
    check_flows(catalogue, "ocean/roms/Nordic_subset.nc");
    check_flows(catalogue, "nek5000/eddy_uv.nek5000");
    check_flows(catalogue, "ocean/moving_eddiesU.nc+ocean/moving_eddiesV.nc");
    check_flows(catalogue, "atmos/AROME_MetCoOp_00_DEF_20160114_subset.nc");
#ifdef FARFIELD_TEST_VTK
    for (const std::string name : {"comb", "bluntfin", "post"})
        check_flows(catalogue, "plot3d/" + name + "xyz.bin+plot3d/" + name + "q.bin");
    check_flows(catalogue, "plot3d/multi-bin.xyz+plot3d/multi-bin.q");
    check_flows(catalogue, "ensight/cylinder_Re35.case");
    check_flows(catalogue, "exodus/disk_out_ref.ex2");
    check_flows(catalogue, "vtk/carotid.vtk");
    check_flows(catalogue, "vtk/office.binary.vtk");
#endif
}

#ifdef FARFIELD_TEST_VTK
TEST_CASE("Real files: meshes have the points and cells that their README states", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const DatasetCatalogue catalogue{{*folder}};
    const auto cells_of = [](const DatasetInfo& info) {
        std::uint64_t cells = 0;
        for (const CellCount& count : info.cells) cells += count.cells;
        return cells;
    };
    const DatasetInfo cylinder = catalogue.open("ensight/cylinder_Re35.case").info();
    CHECK(cylinder.nodes == 14831);
    CHECK(cells_of(cylinder) == 14594);
    CHECK(cylinder.bounds.lo.z == cylinder.bounds.hi.z);
    const DatasetInfo disk = catalogue.open("exodus/disk_out_ref.ex2").info();
    CHECK(disk.nodes == 8499);
    REQUIRE(disk.cells.size() == 1);
    CHECK(disk.cells.front().cells == 7472);
    CHECK(disk.default_vector == "V");
}

TEST_CASE("Real files: the cylinder and the disk are no part of the flow", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const DatasetCatalogue catalogue{{*folder}};
    const auto disk = catalogue.open("exodus/disk_out_ref.ex2").field();
    CHECK(disk->sample({0.0F, 0.0F, 5.0F}));
    CHECK_FALSE(disk->sample({0.0F, 0.0F, -0.1F}));
}
#endif

TEST_CASE("Real files: land is invalid and counted", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const DatasetCatalogue catalogue{{*folder}};
    const TimeSeries dataset =
        catalogue.open("ocean/globcurrent/20020101000000-GLOBCURRENT-L4-CUReul_hs-ALT_SUM-v02.0-fv01.0.nc");
    CHECK(dataset.info().arrays.front().invalid_nodes > 0);
    CHECK_FALSE(dataset.field()->sample({25.0F, -31.0F, 0.0F}));  // South Africa
    CHECK(dataset.field()->sample({20.0F, -39.0F, 0.0F}));        // the sea south of it
}

TEST_CASE("Real files: ocean models' staggered velocities and terrain-following levels are understood",
          "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const DatasetCatalogue catalogue{{*folder}};
    for (const std::string name : {"ocean/roms/Nordic_subset.nc", "ocean/roms/croco_his.nc"}) {
        INFO(name);
        const TimeSeries dataset = catalogue.open(name);
        CHECK(dataset.info().kind == GridKind::Curvilinear);
        CHECK(dataset.info().position_units == "degrees");
        CHECK(dataset.info().blanked_nodes > 0);
        CHECK(dataset.info().bounds.lo.z > -6000.0);
        CHECK(dataset.info().bounds.lo.z < -250.0);
        CHECK(dataset.info().bounds.hi.z < 2.0);
        // Each node's speed in m/s is that of its velocity in degrees of great circles per second.
        const auto field = dataset.field();
        const double metres_of_degree = earth_radius_metres * std::numbers::pi / 180.0;
        const auto& nodes = field->nodes();
        for (std::size_t n = 0; n < nodes.size(); n += 7) {
            const Node& node = nodes[n];
            if (!is_valid(node)) continue;
            REQUIRE(std::hypot(node.x, node.y) * metres_of_degree == Approx(node.w).epsilon(1e-4));
            REQUIRE(node.w < 2.0F);
        }
    }
}

TEST_CASE("Real files: the eddies of Nek5000 are eleven time slices", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const TimeSeries series = open_series({(*folder / "nek5000/eddy_uv.nek5000").string()});
    CHECK(series.info().nodes == 16384);
    REQUIRE(series.times().size() == 11);
    CHECK(series.times().back() == Approx(0.1));
    const auto field = series.field({}, 1U << 26U);
    CHECK(field->slices().nodes.size() == 11);
}

TEST_CASE("Real files: the catalogue lists them", "[real]")
{
    const auto folder = data_folder();
    if (!folder) return;
    const auto entries = DatasetCatalogue{{*folder}}.list();
    const auto lists = [&](const std::string& name) {
        return std::any_of(entries.begin(), entries.end(), [&](const auto& e) { return e.name == name; });
    };
    CHECK(lists("plot3d/combxyz.bin+plot3d/combq.bin"));
    CHECK(lists("plot3d/multi-bin.xyz+plot3d/multi-bin.q"));
    CHECK(lists("nek5000/eddy_uv.nek5000"));
    CHECK(lists("vtk/carotid.vtk"));
    CHECK(lists("ensight/cylinder_Re35.case"));
    CHECK(lists("exodus/disk_out_ref.ex2"));
    CHECK_FALSE(lists("plot3d/combq.bin"));
}
