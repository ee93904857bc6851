#include "compute_node/readers/openfoam/foam_mesh.h"

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/openfoam/foam_blocks.h"
#include "compute_node/readers/openfoam/foam_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Opens a file, takes its header, and calls read(text, format). Errors name the file.
template <class Read>
auto read_file(const fs::path& name, std::size_t block, const Read& read)
{
    const FoamFile file{name};
    try {
        FoamData data = foam_data_in(file.text(), block);
        return read(data.text, data.format);
    } catch (const std::runtime_error& error) {
        throw_reader_error(file.path(), error.what());
    }
}

std::vector<std::uint32_t> read_labels(const fs::path& name, std::size_t block)
{
    return read_file(name, block,
                     [](FoamText& text, const FoamFormat& format) { return take_labels(text, format); });
}

std::uint32_t number_in(std::string_view entry)
{
    FoamText text{entry};
    return static_cast<std::uint32_t>(text.count(std::numeric_limits<std::int32_t>::max()));
}

/// Takes the patches, "2 ( inlet { type patch; nFaces 10; startFace 1; } ... )".
std::vector<FoamPatch> take_patches(FoamText& text)
{
    std::vector<FoamPatch> patches;
    const std::size_t count = text.count(text.left());
    if (count > 0) text.expect('(');
    for (std::size_t i = 0; i < count; ++i) {
        if (text.next() == ')') break;  // some writers count one that is not there
        FoamPatch patch;
        patch.name = text.word();
        text.expect('{');
        while (!text.take('}')) {
            const std::string_view key = text.word();
            if (key.empty()) text.fail("a word");
            if (text.next() == '{') {
                text.skip_block();
                continue;
            }
            const std::string_view value = text.entry();
            if (key == "type") patch.type = value;
            if (key == "nFaces") patch.faces = number_in(value);
            if (key == "startFace") patch.first_face = number_in(value);
        }
        patches.push_back(std::move(patch));
    }
    return patches;
}

void check_faces(const fs::path& file, const FoamFaces& faces, std::size_t points)
{
    const auto wrong = std::ranges::find_if(faces.corners, [&](std::uint32_t p) { return p >= points; });
    if (wrong != faces.corners.end())
        throw_reader_error(file, fmt::format("a face has point {} as a corner, of {} points",
                                             static_cast<std::int32_t>(*wrong), points));
}

/// Number of cells. Each must have faces: a number far too large is found before memory is taken for it.
std::size_t count_cells(const fs::path& folder, const FoamMesh& mesh)
{
    std::size_t most = 0, sides = mesh.owner.size();
    for (const std::uint32_t cell : mesh.owner) {
        if (cell == FoamMesh::none) throw_reader_error(folder / "owner", "a face has no owner");
        most = std::max<std::size_t>(most, cell);
    }
    for (const std::uint32_t cell : mesh.neighbour) {
        if (cell == FoamMesh::none) continue;
        most = std::max<std::size_t>(most, cell);
        ++sides;
    }
    if (most >= sides)
        throw_reader_error(
            folder / "owner",
            fmt::format("a face belongs to cell {}; expected fewer cells than {} faces have sides", most,
                        mesh.owner.size()));
    return most + 1;
}

}  // namespace

FoamPoints read_foam_points(const fs::path& name, std::size_t block, std::uint64_t max_nodes)
{
    return read_file(name, block, [&](FoamText& text, const FoamFormat& format) {
        const std::size_t begin = text.place();
        check_node_limit(name, text.count(std::numeric_limits<std::uint32_t>::max()), max_nodes);
        text.go_to(begin);
        FoamPoints points;
        const std::vector<double> numbers = take_numbers<double>(text, format, 3, max_nodes);
        points.binary32 = format.binary && format.sizes_known && format.scalar_bytes == 4;
        points.places.resize(numbers.size() / 3);
        for (std::size_t n = 0; n < points.places.size(); ++n)
            points.places[n] = {numbers[3 * n], numbers[3 * n + 1], numbers[3 * n + 2]};
        return points;
    });
}

std::size_t count_foam_cells(const fs::path& owner, const fs::path& neighbour, std::size_t block)
{
    std::size_t cells = 0;
    for (const fs::path& file : {owner, neighbour})
        for (const std::uint32_t cell : read_labels(file, block))
            if (cell != FoamMesh::none) cells = std::max<std::size_t>(cells, cell + 1);
    return cells;
}

FoamMesh read_foam_mesh(const fs::path& folder, std::size_t block, std::size_t points)
{
    FoamMesh mesh;
    mesh.faces = read_file(folder / "faces", block,
                           [](FoamText& text, const FoamFormat& format) { return take_faces(text, format); });
    check_faces(folder / "faces", mesh.faces, points);
    mesh.owner = read_labels(folder / "owner", block);
    mesh.neighbour = read_labels(folder / "neighbour", block);
    const std::size_t faces = mesh.faces.ends.size();
    if (mesh.owner.size() != faces || mesh.neighbour.size() > faces)
        throw_reader_error(folder / "owner",
                           fmt::format("expected {} owners of as many faces and at most as many neighbours, "
                                       "found {} and {}",
                                       faces, mesh.owner.size(), mesh.neighbour.size()));
    mesh.neighbour.resize(faces, FoamMesh::none);
    mesh.cells = faces == 0 ? 0 : count_cells(folder, mesh);
    if (FoamFile::exists(folder / "boundary"))
        mesh.patches = read_file(folder / "boundary", block,
                                 [](FoamText& text, const FoamFormat&) { return take_patches(text); });
    return mesh;
}

}  // namespace farfield::compute
