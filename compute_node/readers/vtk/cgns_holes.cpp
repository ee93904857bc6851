#include "compute_node/readers/vtk/cgns_holes.h"

#include "compute_node/readers/common/length_product.h"

#include <fmt/format.h>

#include <vtk_cgns.h>
// clang-format off
#include VTK_CGNS(cgnslib.h)
// clang-format on

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

using Name = std::array<char, 33>;  // 32 characters, as the standard has it
using Index = std::array<cgsize_t, 3>;
using Mask = std::vector<std::uint8_t>;

/// A file of CGNS's own library, open for reading. Errors are std::runtime_error that names it.
class CgnsFile {
public:
    explicit CgnsFile(const fs::path& path) : path_{path}
    {
        check(cg_open(path.c_str(), CG_MODE_READ, &id_));
    }
    ~CgnsFile() { cg_close(id_); }
    CgnsFile(const CgnsFile&) = delete;
    CgnsFile& operator=(const CgnsFile&) = delete;

    [[nodiscard]] int id() const { return id_; }
    void check(int status) const
    {
        if (status != CG_OK) fail(cg_get_error());
    }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw std::runtime_error(fmt::format("cannot read '{}': {}", path_.string(), what));
    }

private:
    fs::path path_;
    int id_ = 0;
};

/// A zone of up to three indices; missing ones count 1, and so do cells of a single layer of nodes.
struct Zone {
    int base = 0, zone = 0;
    std::string path;
    int indices = 0;
    Index nodes{1, 1, 1}, cells{1, 1, 1};
};

std::uint64_t count_of(const Index& dims)
{
    std::array<std::uint64_t, 3> lengths{};
    for (std::size_t axis = 0; axis < lengths.size(); ++axis)
        lengths[axis] = static_cast<std::uint64_t>(std::max<cgsize_t>(dims[axis], 0));
    return length_product(lengths);
}

std::size_t offset_of(const Index& at, const Index& dims)
{
    return static_cast<std::size_t>(at[0] + dims[0] * (at[1] + dims[1] * at[2]));
}

template <class Visit>
void for_each_from(const Index& first, const Index& last, const Visit& visit)
{
    for (cgsize_t k = first[2]; k <= last[2]; ++k)
        for (cgsize_t j = first[1]; j <= last[1]; ++j)
            for (cgsize_t i = first[0]; i <= last[0]; ++i) visit(Index{i, j, k});
}

/// A hole's points, as corners of ranges: both the same where the file lists points one by one.
struct Hole {
    std::string name;
    bool of_cells = false;
    std::vector<std::array<Index, 2>> ranges;  ///< indices from 0, both ends included
};

Hole read_hole(const CgnsFile& file, const Zone& zone, int number)
{
    Name name{};
    CGNS_ENUMT(GridLocation_t) location{};
    CGNS_ENUMT(PointSetType_t) kind{};
    int sets = 0;
    cgsize_t points = 0;
    file.check(
        cg_hole_info(file.id(), zone.base, zone.zone, number, name.data(), &location, &kind, &sets, &points));
    Hole hole{name.data(), location == CGNS_ENUMV(CellCenter), {}};
    const bool ranges = kind == CGNS_ENUMV(PointRange);
    const std::size_t count = ranges ? 2 * static_cast<std::size_t>(std::max(sets, 0))
                                     : static_cast<std::size_t>(std::max(points, cgsize_t{0}));
    const Index& dims = hole.of_cells ? zone.cells : zone.nodes;
    if (count > 2 * count_of(dims))
        file.fail(fmt::format("hole '{}' of zone '{}' has {} points: expected at most twice its {} places",
                              hole.name, zone.path, count, count_of(dims)));
    std::vector<cgsize_t> numbers(count * zone.indices);
    file.check(cg_hole_read(file.id(), zone.base, zone.zone, number, numbers.data()));
    const auto point = [&](std::size_t n) {
        Index at{0, 0, 0};
        for (int axis = 0; axis < zone.indices; ++axis) {
            at[axis] = numbers[n * zone.indices + axis] - 1;
            if (at[axis] < 0 || at[axis] >= dims[axis])
                file.fail(fmt::format("hole '{}' of zone '{}' has index {}: expected 1 to {}", hole.name,
                                      zone.path, at[axis] + 1, dims[axis]));
        }
        return at;
    };
    for (std::size_t n = 0; n < count; n += ranges ? 2 : 1)
        hole.ranges.push_back({point(n), point(ranges ? n + 1 : n)});
    return hole;
}

/// The nodes that no cell outside the hole has as a corner.
Mask nodes_within(const Mask& cells, const Zone& zone)
{
    Mask nodes(count_of(zone.nodes), 1);
    for_each_from({0, 0, 0}, {zone.cells[0] - 1, zone.cells[1] - 1, zone.cells[2] - 1}, [&](Index cell) {
        if (cells[offset_of(cell, zone.cells)] != 0) return;
        Index last = cell;
        for (int axis = 0; axis < zone.indices; ++axis)
            last[axis] = std::min(cell[axis] + 1, zone.nodes[axis] - 1);
        for_each_from(cell, last, [&](Index node) { nodes[offset_of(node, zone.nodes)] = 0; });
    });
    return nodes;
}

/// The mask of nodes in a zone's holes; empty without holes.
Mask holes_in(const CgnsFile& file, const Zone& zone)
{
    constexpr std::uint64_t most_covers = 64;  // of each place, by all holes together
    int holes = 0;
    if (cg_nholes(file.id(), zone.base, zone.zone, &holes) != CG_OK || holes == 0) return {};
    Mask nodes(count_of(zone.nodes), 0), cells(count_of(zone.cells), 0);
    std::uint64_t covered = 0;
    for (int number = 1; number <= holes; ++number) {
        const Hole hole = read_hole(file, zone, number);
        for (const auto& [first, last] : hole.ranges) {
            covered += count_of({last[0] - first[0] + 1, last[1] - first[1] + 1, last[2] - first[2] + 1});
            if (covered > most_covers * nodes.size())
                file.fail(
                    fmt::format("the holes of zone '{}' cover more than {} times its {} nodes; expected "
                                "less overlap",
                                zone.path, most_covers, nodes.size()));
            for_each_from(first, last, [&](Index at) {
                if (hole.of_cells)
                    cells[offset_of(at, zone.cells)] = 1;
                else
                    nodes[offset_of(at, zone.nodes)] = 1;
            });
        }
    }
    const Mask within = nodes_within(cells, zone);
    for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n] |= within[n];
    return nodes;
}

/// A structured zone; one of no indices where it is of another kind.
Zone read_zone(const CgnsFile& file, int base, const char* base_name, int number)
{
    Zone zone{base, number, {}, 0, {1, 1, 1}, {1, 1, 1}};
    CGNS_ENUMT(ZoneType_t) kind{};
    file.check(cg_zone_type(file.id(), base, number, &kind));
    if (kind != CGNS_ENUMV(Structured)) return zone;
    Name name{};
    std::array<cgsize_t, 9> size{};
    file.check(cg_zone_read(file.id(), base, number, name.data(), size.data()));
    file.check(cg_index_dim(file.id(), base, number, &zone.indices));
    zone.path = fmt::format("{}/{}", base_name, name.data());
    for (int axis = 0; axis < zone.indices; ++axis) {
        zone.nodes[axis] = size[axis];
        zone.cells[axis] = std::max<cgsize_t>(size[axis] - 1, 1);
    }
    return zone;
}

}  // namespace

std::map<std::string, Mask> cgns_holes(const fs::path& path,
                                       const std::map<std::string, std::uint64_t>& points)
{
    const CgnsFile file{path};
    std::map<std::string, Mask> all;
    int bases = 0;
    file.check(cg_nbases(file.id(), &bases));
    for (int base = 1; base <= bases; ++base) {
        Name name{};
        int cell_dim = 0, space_dim = 0, zones = 0;
        file.check(cg_base_read(file.id(), base, name.data(), &cell_dim, &space_dim));
        file.check(cg_nzones(file.id(), base, &zones));
        for (int number = 1; number <= zones; ++number) {
            const Zone zone = read_zone(file, base, name.data(), number);
            const auto read = points.find(zone.path);
            if (zone.indices == 0 || read == points.end()) continue;
            if (count_of(zone.nodes) != read->second)
                file.fail(fmt::format("zone '{}' has {} points, its holes are in one of {}", zone.path,
                                      read->second, count_of(zone.nodes)));
            if (Mask holes = holes_in(file, zone); !holes.empty()) all.emplace(zone.path, std::move(holes));
        }
    }
    return all;
}

}  // namespace farfield::compute
