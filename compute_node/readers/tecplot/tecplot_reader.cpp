#include "compute_node/readers/tecplot/tecplot_reader.h"

#include "compute_node/fields/unit_dimension.h"
#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/fields/velocity/vector_meaning.h"
#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/block_choice.h"
#include "compute_node/readers/common/grid_blocks.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/tecplot/tecplot_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

namespace {

/// Index of the variable of each coordinate; -1 = none along this axis.
using TecplotAxes = std::array<int, 3>;

std::string_view without_blanks(std::string_view text)
{
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

struct NameAndUnit {
    std::string_view name, unit;
};

/// True when the text in brackets is a unit; a letter alone may be that of a component, "Velocity[k]".
bool is_unit(std::string_view inside)
{
    constexpr std::string_view components = "ijkuvwxyzIJUVWXYZ";
    if (inside.size() == 1 && components.find(inside) != std::string_view::npos) return false;
    return unit_dimension(inside).has_value();
}

/// Compact names of the coordinates along each axis.
constexpr std::array<std::array<std::string_view, 4>, 3> coordinate_names{
    {{"x", "coordinatex", "xcoordinate", "gridx"},
     {"y", "coordinatey", "ycoordinate", "gridy"},
     {"z", "coordinatez", "zcoordinate", "gridz"}}};

bool is_coordinate(std::string_view name)
{
    const std::string compact = compact_name(name);
    return std::ranges::any_of(coordinate_names, [&](const auto& along) {
        return std::ranges::find(along, std::string_view{compact}) != along.end();
    });
}

/// Splits a name from the unit behind a blank, as in "X mm" and "U m/s": one of length behind a coordinate,
/// one of speed behind others.
NameAndUnit parted_at_blank(std::string_view whole)
{
    const std::size_t blank = whole.rfind(' ');
    if (blank == std::string_view::npos || blank == 0) return {whole, {}};
    const NameAndUnit parts{without_blanks(whole.substr(0, blank)), whole.substr(blank + 1)};
    const bool has_unit = is_coordinate(parts.name) ? metres_in(std::string{parts.unit}).has_value()
                                                    : metres_per_second(std::string{parts.unit}).has_value();
    return has_unit ? parts : NameAndUnit{whole, {}};
}

/// Splits a name from its unit in brackets, which is empty where it has none. A coordinate's may be any word.
NameAndUnit parted(std::string_view whole)
{
    const std::size_t begin = whole.ends_with(']')   ? whole.rfind('[')
                              : whole.ends_with(')') ? whole.rfind('(')
                                                     : std::string_view::npos;
    if (begin == std::string_view::npos || begin == 0) return parted_at_blank(whole);
    const std::string_view name = without_blanks(whole.substr(0, begin));
    const std::string_view inside = without_blanks(whole.substr(begin + 1, whole.size() - begin - 2));
    const bool is_any = whole.ends_with(']') && is_coordinate(name);
    return !name.empty() && (is_any || is_unit(inside)) ? NameAndUnit{name, inside} : NameAndUnit{whole, {}};
}

void scale(TecplotFile& file, std::size_t variable, double factor)
{
    for (TecplotZone& zone : file.zones)
        for (double& value : zone.values[variable]) value *= factor;
}

/// Converts coordinates to metres. Returns whether all are in metres then.
bool convert_axes(TecplotFile& file, const TecplotAxes& axes, std::vector<std::string>& remarks)
{
    bool are_metres = true;
    for (const int axis : axes) {
        if (axis < 0) continue;
        const auto at = static_cast<std::size_t>(axis);
        std::string& unit = file.units[at];
        const auto metres = metres_in(unit);
        are_metres = are_metres && metres;
        if (metres && *metres != 1.0) {
            scale(file, at, *metres);
            remarks.push_back(fmt::format("Axis '{}' was converted from {} to m.", file.variables[at], unit));
        } else if (!metres && !unit.empty()) {
            remarks.push_back(
                fmt::format("Axis '{}' is in {}, which is no length; positions are as the file has them.",
                            file.variables[at], unit));
        }
        if (metres) unit = std::string{"m"};
    }
    return are_metres;
}

/// Moves the units from the variables' names, "X [mm]" and "Velocity-x [m/s]", to TecplotFile::units. Names
/// that would then be equal stay.
void part_units(TecplotFile& file)
{
    std::vector<NameAndUnit> all;
    for (const std::string& variable : file.variables) all.push_back(parted(variable));
    std::vector<std::string> names;
    for (std::size_t v = 0; v < all.size(); ++v) {
        const bool is_one = std::ranges::count(all, all[v].name, &NameAndUnit::name) == 1;
        names.emplace_back(is_one ? all[v].name : file.variables[v]);
        file.units.emplace_back(all[v].unit);
    }
    file.variables = std::move(names);
}

/// Converts coordinates in a unit of length to metres and, where all are lengths, speeds to metres a second.
/// Returns a remark on each axis and variable that was changed, and on each axis with another unit.
std::vector<std::string> convert_units(TecplotFile& file, const TecplotAxes& axes)
{
    std::vector<std::string> remarks;
    if (!convert_axes(file, axes, remarks)) return remarks;
    for (std::size_t v = 0; v < file.variables.size(); ++v) {
        const auto speed = metres_per_second(file.units[v]);
        if (!speed || *speed == 1.0) continue;
        scale(file, v, *speed);
        remarks.push_back(
            fmt::format("'{}' was converted from {} to m/s.", file.variables[v], file.units[v]));
        file.units[v] = std::string{"m/s"};
    }
    return remarks;
}

namespace fs = std::filesystem;
using Kind = TecplotZone::Kind;

using Axes = TecplotAxes;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

Axes axes_of(const TecplotFile& file)
{
    Axes axes{-1, -1, -1};
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        for (std::size_t v = 0; v < file.variables.size() && axes[axis] < 0; ++v)
            if (std::ranges::find(coordinate_names[axis], compact_name(file.variables[v])) !=
                coordinate_names[axis].end())
                axes[axis] = static_cast<int>(v);
    const auto found = std::ranges::count_if(axes, [](int axis) { return axis >= 0; });
    if (found < 2 && file.variables.size() >= 2) axes = {0, 1, axes[2]};
    return axes;
}

/// Positions of a zone's nodes; 0 along axes that it lacks.
std::vector<glm::dvec3> places_of(const TecplotZone& zone, const Axes& axes, const fs::path& path)
{
    std::vector<glm::dvec3> places(zone.nodes, glm::dvec3{0.0});
    for (int axis = 0; axis < 3; ++axis) {
        if (axes[axis] < 0) continue;
        const std::vector<double>& along = zone.values[static_cast<std::size_t>(axes[axis])];
        if (along.size() != zone.nodes)
            throw_reader_error(path, fmt::format("zone '{}' has {} {} coordinates, expected {}", zone.title,
                                                 along.size(), "xyz"[axis], zone.nodes));
        for (std::size_t n = 0; n < zone.nodes; ++n) places[n][axis] = along[n];
    }
    return places;
}

/// Zones at a time; where some fill a volume, those alone; lines never.
std::vector<const TecplotZone*> zones_at(const TecplotFile& file, std::optional<double> seconds)
{
    const auto is_solid = [](const TecplotZone& zone) {
        return zone.kind == Kind::Tetrahedra || zone.kind == Kind::Bricks ||
               (zone.kind == Kind::Ordered && zone.dims.x > 1 && zone.dims.y > 1 && zone.dims.z > 1);
    };
    const auto is_flat = [](const TecplotZone& zone) {
        const int axes = (zone.dims.x > 1 ? 1 : 0) + (zone.dims.y > 1 ? 1 : 0) + (zone.dims.z > 1 ? 1 : 0);
        return zone.kind == Kind::Triangles || zone.kind == Kind::Quads ||
               (zone.kind == Kind::Ordered && axes == 2);
    };
    std::vector<const TecplotZone*> zones, flat;
    for (const TecplotZone& zone : file.zones) {
        if (zone.seconds && seconds && *zone.seconds != *seconds) continue;
        if (is_solid(zone)) zones.push_back(&zone);
        if (is_flat(zone)) flat.push_back(&zone);
    }
    return zones.empty() ? flat : zones;
}

/// Visits the cells of a zone, each its kind and corners. Bricks and quads with coinciding corners are
/// visited as the cells with fewer corners that they stand for.
template <class Visit>
void for_each_cell(const TecplotZone& zone, const Visit& visit)
{
    const std::uint32_t* c = zone.corners.data();
    const std::size_t each = zone.corners_of_element();
    for (std::size_t element = 0; element < zone.elements; ++element, c += each) {
        const auto take = [&](CellKind kind, std::initializer_list<int> at) {
            std::array<std::uint32_t, 8> corners{};
            std::size_t count = 0;
            for (const int corner : at) corners[count++] = c[corner];
            visit(kind, std::span{corners}.first(count));
        };
        if (zone.kind == Kind::Triangles) take(CellKind::Triangle, {0, 1, 2});
        if (zone.kind == Kind::Tetrahedra) take(CellKind::Tetra, {0, 1, 2, 3});
        if (zone.kind == Kind::Quads && c[2] == c[3])
            take(CellKind::Triangle, {0, 1, 2});
        else if (zone.kind == Kind::Quads)
            take(CellKind::Quad, {0, 1, 2, 3});
        if (zone.kind != Kind::Bricks) continue;
        const bool point_above = c[4] == c[5] && c[5] == c[6] && c[6] == c[7];
        if (point_above && c[2] == c[3])
            take(CellKind::Tetra, {0, 1, 2, 4});
        else if (point_above)
            take(CellKind::Pyramid, {0, 1, 2, 3, 4});
        else if (c[2] == c[3] && c[6] == c[7])
            take(CellKind::Wedge, {0, 1, 2, 4, 5, 6});
        else
            take(CellKind::Hexa, {0, 1, 2, 3, 4, 5, 6, 7});
    }
}

/// Visits the cells of an ordered zone.
template <class Visit>
void for_each_cell_between(glm::uvec3 dims, const Visit& visit)
{
    const glm::uvec3 cells =
        glm::uvec3{std::max(dims.x, 2U), std::max(dims.y, 2U), std::max(dims.z, 2U)} - 1U;
    for (unsigned k = 0; k < cells.z; ++k)
        for (unsigned j = 0; j < cells.y; ++j)
            for (unsigned i = 0; i < cells.x; ++i) {
                const auto node = [&](unsigned a, unsigned b, unsigned c) {
                    return std::min(i + a, dims.x - 1) +
                           dims.x * (std::min(j + b, dims.y - 1) + dims.y * std::min(k + c, dims.z - 1));
                };
                visit(std::array{node(0, 0, 0), node(1, 0, 0), node(1, 1, 0), node(0, 1, 0), node(0, 0, 1),
                                 node(1, 0, 1), node(1, 1, 1), node(0, 1, 1)});
            }
}

/// A variable that hides nodes or cells: where it is 0, or where it is negative.
struct Blanking {
    std::string_view name;  ///< as compact_name() has it
    bool hides_zeros = false;
    std::size_t variable = 0;
    [[nodiscard]] bool hides(double value) const { return hides_zeros ? value == 0.0 : value < 0.0; }
};

/// Variables of solvers on overlapping grids, and of image velocimetry: TSI's Insight, LaVision's DaVis.
constexpr std::array blankings{Blanking{"iblank", true}, Blanking{"chc", false}, Blanking{"isvalid", true}};

/// The variable by which nodes or cells are hidden; none for one that hides all or nothing.
std::optional<Blanking> blanking_of(const TecplotFile& file, const std::vector<const TecplotZone*>& zones)
{
    for (Blanking blanking : blankings) {
        const auto found = std::ranges::find_if(
            file.variables, [&](const std::string& name) { return compact_name(name) == blanking.name; });
        if (found == file.variables.end()) continue;
        blanking.variable = static_cast<std::size_t>(found - file.variables.begin());
        std::size_t hidden = 0, all = 0;
        for (const TecplotZone* zone : zones) {
            const std::vector<double>& marks = zone->values[blanking.variable];
            all += marks.size();
            hidden += static_cast<std::size_t>(
                std::ranges::count_if(marks, [&](double mark) { return blanking.hides(mark); }));
        }
        if (hidden > 0 && hidden < all) return blanking;
    }
    return std::nullopt;
}

/// Averages cells to nodes, without hidden ones. hidden: [cells], or empty where all are seen.
std::vector<double> averaged(const TecplotZone& zone, const std::vector<double>& of_cells,
                             const std::vector<std::uint8_t>& hidden)
{
    std::vector<double> sum(zone.nodes, 0.0), around(zone.nodes, 0.0);
    std::size_t cell = 0;
    const auto add = [&](auto corners) {
        std::vector<std::uint32_t> once{corners.begin(), corners.end()};
        std::sort(once.begin(), once.end());
        once.erase(std::unique(once.begin(), once.end()), once.end());
        const bool counts = hidden.size() != of_cells.size() || hidden[cell] == 0;
        for (const std::uint32_t node : once)
            if (counts) sum[node] += of_cells[cell], around[node] += 1.0;
        ++cell;
    };
    if (zone.kind == Kind::Ordered)
        for_each_cell_between(zone.dims, add);
    else
        for_each_cell(zone, [&](CellKind /*kind*/, std::span<const std::uint32_t> corners) { add(corners); });
    for (std::size_t n = 0; n < sum.size(); ++n) sum[n] /= around[n];  // a node of no cell has no value
    return sum;
}

/// Appends a zone's cells to a mesh. first: index of the zone's first node in the mesh.
void append_cells(const TecplotZone& zone, std::uint32_t first, CellList& cells)
{
    const auto add = [&](CellKind kind, std::span<const std::uint32_t> corners) {
        cells.kinds.push_back(kind);
        for (const std::uint32_t corner : corners) cells.corners.push_back(first + corner);
    };
    if (zone.kind != Kind::Ordered) {
        for_each_cell(zone, add);
        return;
    }
    const bool solid = zone.dims.x > 1 && zone.dims.y > 1 && zone.dims.z > 1;
    for_each_cell_between(zone.dims, [&](const std::array<unsigned, 8>& c) {
        std::array<std::uint32_t, 8> corners{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]};
        if (zone.dims.x == 1) corners = {c[0], c[3], c[7], c[4], 0, 0, 0, 0};
        if (zone.dims.y == 1) corners = {c[0], c[1], c[5], c[4], 0, 0, 0, 0};
        add(solid ? CellKind::Hexa : CellKind::Quad, std::span{corners}.first(solid ? 8 : 4));
    });
}

/// True when one of the zones has values of a variable.
bool has_values(std::size_t variable, const std::vector<const TecplotZone*>& zones)
{
    return std::ranges::any_of(zones, [&](const auto* zone) { return !zone->values[variable].empty(); });
}

/// Remarks on variables without values in some of the zones: these declare them passive.
std::vector<std::string> remarks_on_passive(const TecplotFile& file,
                                            const std::vector<const TecplotZone*>& zones)
{
    std::vector<std::string> remarks;
    for (const TecplotZone* zone : zones) {
        std::vector<std::string> names;
        for (std::size_t v = 0; v < file.variables.size(); ++v)
            if (zone->values[v].empty() && has_values(v, zones))
                names.push_back(fmt::format("'{}'", file.variables[v]));
        if (!names.empty())
            remarks.push_back(fmt::format("Zone '{}' declares {} passive: no values there.", zone->title,
                                          fmt::join(names, ", ")));
    }
    return remarks;
}

class TecplotGrid {
public:
    TecplotGrid(const fs::path& path, const TecplotFile& file, std::vector<const TecplotZone*> zones)
        : path_{path},
          file_{file},
          zones_{std::move(zones)},
          axes_{axes_of(file)},
          blanking_{blanking_of(file, zones_)}
    {
        Bounds bounds = no_bounds();
        for (const TecplotZone* zone : zones_)
            for (const glm::dvec3& place : places_of(*zone, axes_, path_)) include(bounds, place);
        origin_ = origin_for(bounds);
    }

    GridData blocks() const
    {
        GridData all;
        for (const TecplotZone* zone : zones_) {
            GridData block;
            block.dims = {zone->dims};
            block.geometry = CurvilinearGeometry{points_of(*zone), origin_};
            add_arrays(*zone, block);
            blank(*zone, 0, block.blanked);
            if (all.dims.empty())
                all = std::move(block);
            else
                append_block(all, block);
        }
        return all;
    }
    GridData mesh() const
    {
        GridData all;
        UnstructuredGeometry mesh{{}, {}, origin_};
        for (const TecplotZone* zone : zones_) {
            append_cells(*zone, static_cast<std::uint32_t>(mesh.points.size()), mesh.cells);
            blank(*zone, mesh.points.size(), all.blanked);
            const std::vector<glm::vec3> points = points_of(*zone);
            mesh.points.insert(mesh.points.end(), points.begin(), points.end());
            GridData part;
            add_arrays(*zone, part);
            if (all.arrays.empty() && zone == zones_.front())
                all.arrays = std::move(part.arrays);
            else
                append_arrays(all, part);
        }
        all.geometry = std::move(mesh);
        return all;
    }

    [[nodiscard]] std::string remark_on_hidden(std::ptrdiff_t nodes) const
    {
        return fmt::format("'{}' is {} at {} nodes, or in cells around them, which are hidden.",
                           file_.variables[blanking_->variable], blanking_->hides_zeros ? "0" : "negative",
                           nodes);
    }

private:
    std::vector<glm::vec3> points_of(const TecplotZone& zone) const
    {
        std::vector<glm::vec3> points;
        for (const glm::dvec3& place : places_of(zone, axes_, path_)) points.emplace_back(place - origin_);
        return points;
    }
    void add_arrays(const TecplotZone& zone, GridData& data) const
    {
        for (std::size_t v = 0; v < file_.variables.size(); ++v) {
            if (std::ranges::find(axes_, static_cast<int>(v)) != axes_.end() || !has_values(v, zones_))
                continue;
            if (zone.values[v].empty()) {  // a passive variable of this zone
                data.arrays.push_back(
                    {file_.variables[v], 1, std::vector<float>(zone.nodes, missing), file_.units[v], false});
                continue;
            }
            const bool of_cells = zone.of_cells[v] != 0;
            const bool hides_cells = blanking_ && zone.of_cells[blanking_->variable] != 0;
            const std::vector<double> at_nodes =
                of_cells ? averaged(zone, zone.values[v],
                                    hides_cells ? hidden_in(zone) : std::vector<std::uint8_t>{})
                         : zone.values[v];
            data.arrays.push_back({file_.variables[v], 1,
                                   std::vector<float>{at_nodes.begin(), at_nodes.end()}, file_.units[v],
                                   of_cells});
        }
    }
    /// Flags of a zone's nodes or cells, where the blanking lies: 1 is hidden.
    [[nodiscard]] std::vector<std::uint8_t> hidden_in(const TecplotZone& zone) const
    {
        std::vector<std::uint8_t> hidden;
        for (const double mark : zone.values[blanking_->variable])
            hidden.push_back(blanking_->hides(mark) ? 1 : 0);
        return hidden;
    }
    /// Blanks hidden nodes, and corners of hidden cells. first: index of the zone's nodes.
    void blank(const TecplotZone& zone, std::size_t first, std::vector<std::uint8_t>& blanked) const
    {
        if (!blanking_) return;
        blanked.resize(first + zone.nodes, 0);
        const std::vector<std::uint8_t> hidden = hidden_in(zone);
        if (zone.of_cells[blanking_->variable] == 0) {
            for (std::size_t n = 0; n < std::min(hidden.size(), zone.nodes); ++n)
                if (hidden[n] != 0) blanked[first + n] = 1;
            return;
        }
        std::size_t cell = 0;
        const auto mark = [&](auto corners) {
            if (cell < hidden.size() && hidden[cell] != 0)
                for (const std::uint32_t node : corners) blanked[first + node] = 1;
            ++cell;
        };
        if (zone.kind == Kind::Ordered)
            for_each_cell_between(zone.dims, mark);
        else
            for_each_cell(zone,
                          [&](CellKind /*kind*/, std::span<const std::uint32_t> corners) { mark(corners); });
    }
    static void append_arrays(GridData& all, const GridData& part)
    {
        std::erase_if(all.arrays, [&](NodeValues& array) {
            const auto same = std::ranges::find(part.arrays, array.name, &NodeValues::name);
            if (same == part.arrays.end()) return true;
            array.values.own().insert(array.values.own().end(), same->values.begin(), same->values.end());
            return false;
        });
    }

    const fs::path& path_;
    const TecplotFile& file_;
    std::vector<const TecplotZone*> zones_;
    Axes axes_;
    std::optional<Blanking> blanking_;
    glm::dvec3 origin_{0.0};
};

std::vector<double> times_in(const TecplotFile& file)
{
    std::vector<double> times;
    for (const TecplotZone& zone : file.zones)
        if (zone.seconds) times.push_back(*zone.seconds);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times.empty() ? std::vector{0.0} : times;
}

/// The titles of a time's zones. A later time with as many zones has those of the first: titles often name
/// their time, and a block is the same at all times.
std::vector<std::string> names_of(const TecplotFile& file, const std::vector<const TecplotZone*>& zones,
                                  double first_time)
{
    const auto first = zones_at(file, first_time);
    std::vector<std::string> names;
    for (const TecplotZone* zone : first.size() == zones.size() ? first : zones) names.push_back(zone->title);
    return names;
}

/// Removes the zones that are not asked for.
std::vector<BlockName> keep_blocks(const fs::path& path, const std::vector<std::string>& names,
                                   const std::vector<std::string>& asked,
                                   std::vector<const TecplotZone*>& zones)
{
    std::vector<BlockName> blocks;
    try {
        blocks = choose_blocks(names, asked);
    } catch (const std::runtime_error& error) {
        throw_reader_error(path, error.what());
    }
    std::vector<const TecplotZone*> kept;
    for (std::size_t n = 0; n < zones.size(); ++n)
        if (blocks[n].is_read) kept.push_back(zones[n]);
    zones = std::move(kept);
    if (blocks.size() < 2) blocks.clear();
    return blocks;
}

}  // namespace

GridData read_tecplot(const fs::path& path, std::uint64_t max_nodes, std::size_t time_step,
                      const std::vector<std::string>& asked)
{
    TecplotFile file = read_tecplot_file(path, max_nodes);
    part_units(file);
    const Axes axes = axes_of(file);
    const std::vector<std::string> conversions = convert_units(file, axes);
    const std::vector<double> times = times_in(file);
    auto zones = zones_at(file, times[std::min(time_step, times.size() - 1)]);
    if (zones.empty())
        throw_reader_error(path,
                           fmt::format("expected a zone of an area or volume, found {} of lines or points",
                                       file.zones.size()));
    const std::size_t all_zones = zones.size();
    std::vector<BlockName> blocks = keep_blocks(path, names_of(file, zones, times.front()), asked, zones);
    const bool structured =
        std::ranges::all_of(zones, [](const auto* z) { return z->kind == Kind::Ordered; });
    const TecplotGrid grid{path, file, zones};
    GridData data = structured ? grid.blocks() : grid.mesh();
    if (const auto hidden = std::ranges::count(data.blanked, 1); hidden > 0)
        data.remarks.push_back(grid.remark_on_hidden(hidden));
    data.format = "Tecplot";
    data.blocks = std::move(blocks);
    data.remarks.insert(data.remarks.end(), conversions.begin(), conversions.end());
    const auto unit_along = [&](int axis) { return axis < 0 ? std::string{} : file.units[axis]; };
    if (unit_along(axes[0]) == unit_along(axes[1])) data.position_units = unit_along(axes[0]);
    data.z_units = axes[2] < 0 ? data.position_units : unit_along(axes[2]);
    data.time_steps = static_cast<std::uint32_t>(times.size());
    std::ranges::move(remarks_on_passive(file, zones), std::back_inserter(data.remarks));
    if (all_zones < file.zones.size() && times.size() == 1)
        data.remarks.push_back(fmt::format("{} of {} zones are read: those of {}.", all_zones,
                                           file.zones.size(), "a volume, or else of an area"));
    for (const NodeValues& array : data.arrays)
        if (array.of_cells)
            data.remarks.push_back(
                fmt::format("Array '{}' is given per cell and was averaged to the nodes.", array.name));
    return data;
}

std::vector<double> tecplot_times(const fs::path& path)
{
    return times_in(read_tecplot_file(path, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace farfield::compute
