// Files of other origin; skipped where they are not.
#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/volumes/boundaries/boundary_surface.h"
#include "compute_node/volumes/surfaces/surface_mesh.h"
#include "compute_node/volumes/surfaces/surface_parts.h"
#include "tests/catch.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace farfield::compute;
namespace model = farfield::model;

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> fields_folder()
{
    const char* named = std::getenv("FARFIELD_DATA_DIR");
    const fs::path folder =
        (named != nullptr ? fs::path{named} : fs::path{FARFIELD_SOURCE_DIR} / "../shared/data") / "fields";
    if (fs::is_directory(folder)) return folder;
    WARN("skipped: no data at " << folder.string());
    return std::nullopt;
}

struct Opened {
    Opened(const fs::path& folder, const std::string& name)
        : series{DatasetCatalogue{{folder}}.open(name)},
          volume{volume_grid(series.first().data(), *series.first().grid())},
          source{boundary_source(series.first().data(), *series.first().grid(), volume)}
    {}
    TimeSeries series;
    VolumeGrid volume;
    BoundarySource source;
};

using Counts = std::map<std::string, std::size_t>;

/// The quads that stand still on each index face of the only block.
[[maybe_unused]] Counts standing_quads(const fs::path& folder, const std::string& name)
{
    const Opened opened{folder, "plot3d/" + name + "xyz.bin+plot3d/" + name + "q.bin"};
    const glm::ivec3 dims = opened.volume.lattices.front().dims;
    Counts counts;
    for (const BoundaryFace& face : find_faces(opened.source, model::BoundaryNoSlip{}).faces) {
        glm::ivec3 least = dims, most{0};
        for (const std::uint32_t node : face.nodes) {
            const auto n = static_cast<int>(node);
            const glm::ivec3 at{n % dims.x, n / dims.x % dims.y, n / dims.x / dims.y};
            least = glm::min(least, at);
            most = glm::max(most, at);
        }
        for (int axis = 0; axis < 3; ++axis)
            if (least[axis] == most[axis])
                ++counts[std::string{"ijk"[axis]} + (least[axis] == 0 ? " = 0" : " last")];
    }
    return counts;
}

}  // namespace

#ifdef FARFIELD_TEST_VTK
TEST_CASE("Real boundaries: what stands still is the body", "[real]")
{
    const auto folder = fields_folder();
    if (!folder) return;
    CHECK(standing_quads(*folder, "bluntfin") == Counts{{"j = 0", 1209}, {"k = 0", 1209}});
    CHECK(standing_quads(*folder, "post") == Counts{{"i = 0", 2775}, {"k = 0", 2775}});
    CHECK(standing_quads(*folder, "comb") == Counts{{"i = 0", 278}, {"k = 0", 1136}, {"k last", 1052}});
}

TEST_CASE("Real boundaries: the outside of a mesh is closed", "[real]")
{
    const auto folder = fields_folder();
    if (!folder) return;
    const Opened opened{*folder, "exodus/disk_out_ref.ex2"};
    const BoundaryElements elements =
        triangles_of(find_faces(opened.source, model::BoundaryOuter{}), opened.volume, std::nullopt);
    SurfaceMesh mesh;
    for (const BoundaryPart& part : parts_of(elements, std::uint64_t{1} << 30U)) {
        std::vector<std::byte> payload(bytes_of(part.count));
        encode_preamble(model::SurfacePreamble{.vertices = static_cast<std::uint32_t>(part.count.vertices),
                                               .elements = static_cast<std::uint32_t>(part.count.elements)},
                        std::span(payload).first<model::surface_preamble_bytes>());
        write_part(elements, part, opened.volume, nullptr, payload);
        mesh.append(payload);
    }
    CHECK(mesh.triangles.size() > 1000);
    CHECK(measure(mesh).boundary_edges == 0);
    CHECK(measure(mesh).enclosed_volume.value() < 0.0);  // seen from inside
}
#endif

TEST_CASE("Real boundaries: the coast parts valid cells from others", "[real]")
{
    const auto folder = fields_folder();
    if (!folder) return;
    const Opened opened{*folder,
                        "ocean/globcurrent/20020101000000-GLOBCURRENT-L4-CUReul_hs-ALT_SUM-v02.0-fv01.0.nc"};
    const BoundaryPatch land = find_faces(opened.source, model::BoundaryLand{});
    CHECK(land.faces.size() > 100);
    CHECK(land.segments.size() > 100);
    const Lattice& lattice = opened.volume.lattices.front();
    const auto has_all = [&](int i, int j) {
        for (const auto& [di, dj] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}})
            if (opened.source.states[lattice.node({i + di, j + dj, 0})] != NodeState::Valid) return false;
        return true;
    };
    std::size_t borders = 0, others = 0;
    for (int j = 0; j + 1 < lattice.dims.y; ++j)
        for (int i = 0; i + 1 < lattice.dims.x; ++i) {
            others += has_all(i, j) ? 0 : 1;
            if (i > 0) borders += has_all(i - 1, j) != has_all(i, j) ? 1 : 0;
            if (j > 0) borders += has_all(i, j - 1) != has_all(i, j) ? 1 : 0;
        }
    CHECK(land.faces.size() == others);
    CHECK(land.segments.size() == borders);
}
