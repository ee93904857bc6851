#include "compute_node/datasets/dataset.h"
#include "compute_node/readers/vtk/cgns_reader.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <vtk_cgns.h>
// clang-format off
#include VTK_CGNS(cgns_io.h)
#include VTK_CGNS(cgnslib.h)
// clang-format on

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

constexpr int zone_nodes = 3;  ///< nodes of a zone along each axis

void check(int status)
{
    INFO(cg_get_error());
    REQUIRE(status == CG_OK);
}

/// A zone of 3^3 nodes from x = `from` on, 1 apart. Velocity = (x, 2 y, 3 z), at nodes or at the
/// cells' centres.
void write_zone(int file, int base, const char* name, double from, bool at_cells)
{
    const std::array<cgsize_t, 9> size{
        zone_nodes, zone_nodes, zone_nodes, zone_nodes - 1, zone_nodes - 1, zone_nodes - 1, 0, 0, 0};
    int zone = 0, solution = 0, id = 0;
    check(cg_zone_write(file, base, name, size.data(), CGNS_ENUMV(Structured), &zone));
    check(cg_sol_write(file, base, zone, "Flow", at_cells ? CGNS_ENUMV(CellCenter) : CGNS_ENUMV(Vertex),
                       &solution));
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> places, speeds;
        const auto fill = [&](int count, double offset, double factor, std::vector<double>& values) {
            for (int k = 0; k < count; ++k)
                for (int j = 0; j < count; ++j)
                    for (int i = 0; i < count; ++i)
                        values.push_back(factor *
                                         (std::array{i, j, k}[axis] + offset + (axis == 0 ? from : 0.0)));
        };
        fill(zone_nodes, 0.0, 1.0, places);
        fill(at_cells ? zone_nodes - 1 : zone_nodes, at_cells ? 0.5 : 0.0, axis + 1.0, speeds);
        const std::string letter(1, "XYZ"[axis]);
        check(cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), ("Coordinate" + letter).c_str(),
                             places.data(), &id));
        check(cg_field_write(file, base, zone, solution, CGNS_ENUMV(RealDouble),
                             ("Velocity" + letter).c_str(), speeds.data(), &id));
    }
}

/// Two zones side by side.
void write_cgns(const fs::path& path, bool at_cells)
{
    int file = 0, base = 0;
    check(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    check(cg_base_write(file, "Base", 3, 3, &base));
    write_zone(file, base, "Left", 0.0, at_cells);
    write_zone(file, base, "Right", zone_nodes - 1, at_cells);
    check(cg_close(file));
}

}  // namespace

TEST_CASE("CGNS: structured zones are the blocks of a curvilinear grid", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    const Dataset dataset = open_file(folder / "a.cgns");
    CHECK(dataset.info().format == "CGNS");
    CHECK(dataset.info().kind == GridKind::Curvilinear);
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{glm::uvec3{zone_nodes}, glm::uvec3{zone_nodes}});
    const auto field = dataset.field();
    CellCursor cursor;
    for (const float x : {0.25F, 1.75F, 2.25F, 3.5F}) {
        const auto sample = field->sample({x, 0.5F, 1.25F}, cursor);
        REQUIRE(sample);
        CHECK(sample->velocity.x == Approx(x));
        CHECK(sample->velocity.y == Approx(1.0F));
        CHECK(sample->velocity.z == Approx(3.75F));
    }
}

TEST_CASE("CGNS: values at the cells' centres are averaged to the nodes, and a remark says so", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", true);
    const Dataset dataset = open_file(folder / "a.cgns");
    const auto sample = dataset.field()->sample({1.0F, 1.0F, 1.0F});  // between all cells of the first zone
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(1.0F));
    CHECK(sample->velocity.y == Approx(2.0F));
    CHECK(std::any_of(dataset.info().remarks.begin(), dataset.info().remarks.end(),
                      [](const auto& remark) { return contains(remark, "given per cell"); }));
}

namespace {

/// A hole of the first zone: the range from `first` to `last`, counted from 1.
void write_hole(const fs::path& path, CGNS_ENUMT(GridLocation_t) location,
                const std::array<cgsize_t, 6>& first_and_last)
{
    int file = 0, id = 0;
    check(cg_open(path.c_str(), CG_MODE_MODIFY, &file));
    check(cg_hole_write(file, 1, 1, "Hole", location, CGNS_ENUMV(PointRange), 1, 2, first_and_last.data(),
                        &id));
    check(cg_close(file));
}

/// Whether the field has values there, in a zone of unit cells.
bool has_values(const Dataset& dataset, glm::vec3 position)
{
    return dataset.field()->sample(position).has_value();
}

}  // namespace

TEST_CASE("CGNS: nodes in the holes of an overset grid are blanked", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    write_hole(folder / "a.cgns", CGNS_ENUMV(Vertex),
               {1, 1, 1, 1, zone_nodes, zone_nodes});  // the side at x = 0
    const Dataset dataset = open_file(folder / "a.cgns");
    CHECK_FALSE(has_values(dataset, {0.5F, 0.5F, 0.5F}));
    CHECK(has_values(dataset, {1.5F, 0.5F, 0.5F}));
    CHECK(has_values(dataset, {2.5F, 0.5F, 0.5F}));
}

TEST_CASE("CGNS: a hole of cells blanks the nodes that no other cell has", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    write_hole(folder / "a.cgns", CGNS_ENUMV(CellCenter), {1, 1, 1, 1, zone_nodes - 1, zone_nodes - 1});
    const Dataset dataset = open_file(folder / "a.cgns");
    CHECK_FALSE(has_values(dataset, {0.5F, 0.5F, 0.5F}));
    CHECK(has_values(dataset, {1.5F, 0.5F, 0.5F}));
}

TEST_CASE("CGNS: a hole beyond its zone is refused by name", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    write_hole(folder / "a.cgns", CGNS_ENUMV(Vertex), {1, 1, 1, 1, zone_nodes, zone_nodes + 1});
    const std::string error = error_of([&] { (void)open_file(folder / "a.cgns"); });
    CHECK(contains(error, "a.cgns"));
    CHECK(contains(error, "hole 'Hole' of zone 'Base/Left' has index 4: expected 1 to 3"));
}

TEST_CASE("CGNS: a file that is cut, and one that is none, are refused by name", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    for (const auto left : {fs::file_size(folder / "a.cgns") / 2, std::uintmax_t{100}}) {
        fs::resize_file(folder / "a.cgns", left);
        CHECK(contains(error_of([&] { (void)open_file(folder / "a.cgns"); }), "a.cgns"));
    }
    std::ofstream{folder / "b.cgns"} << "no CGNS";
    CHECK(contains(error_of([&] { (void)open_file(folder / "b.cgns"); }), "b.cgns"));
}

TEST_CASE("CGNS: more nodes than allowed are refused by the limit's name", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    DatasetLimits limits;
    limits.max_nodes = 20;
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.cgns"}, "a", limits); }),
                   "54 nodes exceed max_nodes = 20"));
}

namespace {

/// A quarter of a ring about z, r = 1 to 3, theta = 0 to 90 degrees, z = 0 to 1, that turns with speed 1; at
/// nodes or in cells. system: the second coordinate's name; unit: of angles.
void write_ring(const fs::path& path, bool at_cells, const char* second = "CoordinateTheta",
                CGNS_ENUMT(AngleUnits_t) unit = CGNS_ENUMV(Radian),
                CGNS_ENUMT(LengthUnits_t) length = CGNS_ENUMV(Meter))
{
    constexpr int nr = 3, nt = 5, nz = 2;
    int file = 0, base = 0, zone = 0, solution = 0, id = 0;
    check(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    check(cg_base_write(file, "Base", 3, 3, &base));
    const std::array<cgsize_t, 9> size{nr, nt, nz, nr - 1, nt - 1, nz - 1, 0, 0, 0};
    check(cg_zone_write(file, base, "Ring", size.data(), CGNS_ENUMV(Structured), &zone));
    check(cg_goto(file, base, "end"));
    check(cg_units_write(CGNS_ENUMV(Kilogram), length, CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin), unit));
    std::vector<double> r, theta, z;
    const double quarter = unit == CGNS_ENUMV(Degree) ? 90.0 : std::numbers::pi / 2.0;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < nt; ++j)
            for (int i = 0; i < nr; ++i) {
                r.push_back(1.0 + i);
                theta.push_back(quarter * j / (nt - 1));
                z.push_back(k);
            }
    check(cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), "CoordinateR", r.data(), &id));
    check(cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), second, theta.data(), &id));
    check(cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), "CoordinateZ", z.data(), &id));
    check(cg_sol_write(file, base, zone, "Flow", at_cells ? CGNS_ENUMV(CellCenter) : CGNS_ENUMV(Vertex),
                       &solution));
    const std::vector<double> zeros(r.size(), 0.0), ones(r.size(), 1.0);
    for (const auto& [name, values] :
         {std::pair{"VelocityR", &zeros}, std::pair{"VelocityTheta", &ones}, std::pair{"VelocityZ", &zeros}})
        check(cg_field_write(file, base, zone, solution, CGNS_ENUMV(RealDouble), name, values->data(), &id));
    check(cg_close(file));
}

}  // namespace

TEST_CASE("CGNS: cylindrical coordinates and vectors become Cartesian", "[cgns]")
{
    const TemporaryFolder folder;
    for (const auto unit : {CGNS_ENUMV(Radian), CGNS_ENUMV(Degree)}) {
        write_ring(folder / "ring.cgns", false, "CoordinateTheta", unit);
        const Dataset dataset = open_file(folder / "ring.cgns");
        CHECK(dataset.info().default_vector == "Velocity");
        CHECK(dataset.info().bounds.hi.x == Approx(3.0));
        CHECK(dataset.info().bounds.hi.y == Approx(3.0));
        CHECK(dataset.info().bounds.lo.x == Approx(0.0).margin(1e-6));
        for (const double angle : {std::numbers::pi / 8.0, std::numbers::pi / 4.0}) {  // at nodes
            const glm::vec3 at{2.0 * std::cos(angle), 2.0 * std::sin(angle), 0.5};
            const auto sample = dataset.field()->sample(at);
            REQUIRE(sample);
            CHECK(sample->velocity.x == Approx(-std::sin(angle)).margin(1e-5));
            CHECK(sample->velocity.y == Approx(std::cos(angle)).margin(1e-5));
        }
    }
    write_ring(folder / "cells.cgns", true);
    const Dataset of_cells = open_file(folder / "cells.cgns");
    const double middle = std::numbers::pi / 4.0;  // between two cells
    const auto sample = of_cells.field()->sample({2.0 * std::cos(middle), 2.0 * std::sin(middle), 0.5});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(-std::sin(middle) * std::cos(std::numbers::pi / 16.0)).margin(1e-5));
}

TEST_CASE("CGNS: lengths in feet become metres, and speeds with them", "[cgns]")
{
    const TemporaryFolder folder;
    write_ring(folder / "ring.cgns", false, "CoordinateTheta", CGNS_ENUMV(Radian), CGNS_ENUMV(Foot));
    const Dataset dataset = open_file(folder / "ring.cgns");
    CHECK(dataset.info().bounds.hi.x == Approx(3.0 * 0.3048));
    CHECK(glm::length(dataset.field()->sample({0.5F, 0.4F, 0.1F})->velocity) == Approx(0.3048).epsilon(0.05));
}

TEST_CASE("CGNS: coordinates of other systems are refused by name", "[cgns]")
{
    const TemporaryFolder folder;
    write_ring(folder / "ring.cgns", false, "CoordinatePhi");
    CHECK(contains(error_of([&] { (void)open_file(folder / "ring.cgns"); }), "CoordinatePhi"));
}

namespace {

/// A node below another one of a file, as its library would not write it. Returns its id.
class RawFile {
public:
    explicit RawFile(const fs::path& path)
    {
        REQUIRE(cgio_open_file(path.c_str(), CGIO_MODE_MODIFY, CGIO_FILE_NONE, &file_) == CGIO_ERR_NONE);
        REQUIRE(cgio_get_root_id(file_, &root_) == CGIO_ERR_NONE);
    }
    ~RawFile() { cgio_close_file(file_); }
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;

    [[nodiscard]] double at(const std::string& path) const
    {
        double id = 0.0;
        REQUIRE(cgio_get_node_id(file_, root_, path.c_str(), &id) == CGIO_ERR_NONE);
        return id;
    }
    double add(double parent, const char* name, const char* label) const
    {
        double id = 0.0;
        REQUIRE(cgio_create_node(file_, parent, name, &id) == CGIO_ERR_NONE);
        REQUIRE(cgio_set_label(file_, id, label) == CGIO_ERR_NONE);
        return id;
    }
    void add_numbers(double parent, const char* name, const std::vector<double>& numbers) const
    {
        write(add(parent, name, "DataArray_t"), "R8", numbers.size(), numbers.data());
    }
    void add_text(double parent, const char* name, const char* label, const std::string& text) const
    {
        write(add(parent, name, label), "C1", text.size(), text.data());
    }

private:
    void write(double id, const char* type, std::size_t count, const void* data) const
    {
        const auto length = static_cast<cgsize_t>(count);
        REQUIRE(cgio_set_dimensions(file_, id, type, 1, &length) == CGIO_ERR_NONE);
        REQUIRE(cgio_write_all_data(file_, id, data) == CGIO_ERR_NONE);
    }

    int file_ = 0;
    double root_ = 0.0;
};

bool cgns_says(const Dataset& data, const std::string& words)
{
    return std::ranges::any_of(data.info().remarks,
                               [&](const std::string& remark) { return contains(remark, words); });
}

/// Says a class of the first component of the velocity in both zones, and where asked how it is normalized.
void write_class(const fs::path& path, CGNS_ENUMT(DataClass_t) data_class, bool with_conversion)
{
    write_cgns(path, false);
    int file = 0;
    check(cg_open(path.c_str(), CG_MODE_MODIFY, &file));
    for (const int zone : {1, 2}) {
        check(cg_goto(file, 1, "Zone_t", zone, "FlowSolution_t", 1, "DataArray_t", 1, "end"));
        check(cg_dataclass_write(data_class));
        const std::array factors{10.0, 5.0};
        if (with_conversion) check(cg_conversion_write(CGNS_ENUMV(RealDouble), factors.data()));
    }
    check(cg_close(file));
}

}  // namespace

TEST_CASE("CGNS: numbers that are normalized by known dimensions become raw data", "[cgns]")
{
    const TemporaryFolder folder;
    write_class(folder / "a.cgns", CGNS_ENUMV(NormalizedByDimensional), true);
    const Dataset data = open_file(folder / "a.cgns");
    CHECK(glm::distance(data.field()->sample({1.5F, 0.5F, 1.0F})->velocity, glm::vec3{20.0F, 1.0F, 3.0F}) <
          1e-5F);
    CHECK(
        cgns_says(data, "'VelocityX' is normalized: raw data are 10 times the numbers of the file, plus 5"));
}

TEST_CASE("CGNS: classes of data that are not applied are named in remarks", "[cgns]")
{
    const TemporaryFolder folder;
    const auto remark_with = [&](CGNS_ENUMT(DataClass_t) data_class, bool with_conversion,
                                 const std::string& words) {
        write_class(folder / "a.cgns", data_class, with_conversion);
        const Dataset data = open_file(folder / "a.cgns");
        CHECK(data.field()->sample({1.5F, 0.5F, 1.0F})->velocity.x == Approx(1.5F));
        CHECK(cgns_says(data, words));
    };
    remark_with(CGNS_ENUMV(NormalizedByDimensional), false, "without a DataConversion");
    remark_with(CGNS_ENUMV(Dimensional), true, "given with a DataConversion (10, 5), which is not applied");
    remark_with(CGNS_ENUMV(NormalizedByUnknownDimensional), false, "NormalizedByUnknownDimensional");
    remark_with(CGNS_ENUMV(NondimensionalParameter), false, "NondimensionalParameter");
}

TEST_CASE("CGNS: arrays of a wrong length, and values at faces, keep no others away", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    {
        const RawFile raw{folder / "a.cgns"};
        raw.add_numbers(raw.at("/Base/Left/Flow"), "Pressure", {1.0, 2.0, 3.0});
        const double faces = raw.add(raw.at("/Base/Left"), "Wall", "FlowSolution_t");
        raw.add_text(faces, "GridLocation", "GridLocation_t", "FaceCenter");
        raw.add_numbers(faces, "yplus", {1.0, 2.0});
    }
    const Dataset data = open_file(folder / "a.cgns");
    CHECK(data.info().arrays.size() == 1);
    CHECK(glm::distance(data.field()->sample({1.5F, 0.5F, 1.0F})->velocity, glm::vec3{1.5F, 1.0F, 3.0F}) <
          1e-5F);
    CHECK(cgns_says(data, "Array 'Pressure' is left out: it has 3 numbers in zone 'Base/Left', expected 27"));
    CHECK(cgns_says(data, "Solution 'Wall' is left out: its values are at FaceCenter"));
}

namespace {

constexpr double foot = 0.3048;              ///< metres, by its definition
constexpr double slug = 14.593902937206364;  ///< kilograms: a pound of force by a foot per second squared

struct ConstantArray {
    const char* name;
    double value;
    std::vector<float> exponents = {};  ///< of mass, length, time, temperature and angle
};

/// A unit of length for what an open file's library has gone to.
void write_units(CGNS_ENUMT(LengthUnits_t) length, CGNS_ENUMT(AngleUnits_t) angle = CGNS_ENUMV(Radian))
{
    check(cg_units_write(CGNS_ENUMV(Slug), length, CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin), angle));
}

/// A zone of one cell with corners at 0 and 1 along each coordinate, in slugs and that length, and a solution
/// of constants.
void write_box(const fs::path& path, const std::vector<ConstantArray>& arrays,
               CGNS_ENUMT(LengthUnits_t) length,
               const std::array<const char*, 3>& coordinates = {"CoordinateX", "CoordinateY", "CoordinateZ"})
{
    constexpr int corners = 8;
    int file = 0, base = 0, zone = 0, solution = 0, id = 0;
    check(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    check(cg_base_write(file, "Base", 3, 3, &base));
    const std::array<cgsize_t, 9> size{2, 2, 2, 1, 1, 1, 0, 0, 0};
    check(cg_zone_write(file, base, "Box", size.data(), CGNS_ENUMV(Structured), &zone));
    check(cg_goto(file, base, "end"));
    write_units(length);
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> places;
        for (int corner = 0; corner < corners; ++corner) places.push_back((corner >> axis) & 1);
        check(
            cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), coordinates[axis], places.data(), &id));
    }
    check(cg_sol_write(file, base, zone, "Flow", CGNS_ENUMV(Vertex), &solution));
    for (const ConstantArray& array : arrays) {
        const std::vector<double> values(corners, array.value);
        check(cg_field_write(file, base, zone, solution, CGNS_ENUMV(RealDouble), array.name, values.data(),
                             &id));
        if (array.exponents.empty()) continue;
        check(cg_goto(file, base, "Zone_t", zone, "FlowSolution_t", solution, "DataArray_t", id, "end"));
        check(cg_exponents_write(CGNS_ENUMV(RealSingle), array.exponents.data()));
    }
    check(cg_close(file));
}

/// Units at the coordinates of the box, in their order.
void write_coordinate_units(const fs::path& path, const std::vector<CGNS_ENUMT(LengthUnits_t)>& lengths,
                            CGNS_ENUMT(AngleUnits_t) angle = CGNS_ENUMV(Radian))
{
    int file = 0;
    check(cg_open(path.c_str(), CG_MODE_MODIFY, &file));
    for (std::size_t n = 0; n < lengths.size(); ++n) {
        check(cg_goto(file, 1, "Zone_t", 1, "GridCoordinates_t", 1, "DataArray_t", static_cast<int>(n) + 1,
                      "end"));
        write_units(lengths[n], angle);
    }
    check(cg_close(file));
}

const std::vector<ConstantArray> box_velocity{{"VelocityX", 1.0}, {"VelocityY", 2.0}, {"VelocityZ", 3.0}};

/// The first number of an array that the reader makes of a box; components are interleaved.
float first_of(const GridData& grid, const std::string& name, int component = 0)
{
    INFO(name);
    const auto found = std::ranges::find(grid.arrays, name, &NodeValues::name);
    REQUIRE(found != grid.arrays.end());
    return found->values[static_cast<std::size_t>(component)];
}

GridData read_box(const fs::path& path)
{
    return read_cgns(path, DatasetLimits{}.max_nodes, 0, {});
}

}  // namespace

TEST_CASE("CGNS: momentum over density in feet and slugs is a velocity in m/s", "[cgns]")
{
    const TemporaryFolder folder;
    write_box(
        folder / "a.cgns",
        {{"MomentumX", 2.0}, {"MomentumY", 4.0}, {"MomentumZ", 6.0}, {"Density", 2.0}, {"Pressure", 5.0}},
        CGNS_ENUMV(Foot));
    const GridData grid = read_box(folder / "a.cgns");
    for (int axis = 0; axis < 3; ++axis)
        CHECK(first_of(grid, "Momentum / Density", axis) == Approx((axis + 1.0) * foot));
    CHECK(first_of(grid, "Density") == Approx(2.0 * slug / std::pow(foot, 3.0)));
    CHECK(first_of(grid, "Momentum") == Approx(2.0 * slug / std::pow(foot, 2.0)));
    CHECK(first_of(grid, "Pressure") == 5.0F);
    const Dataset data = open_file(folder / "a.cgns");
    CHECK(data.info().bounds.hi.x == Approx(foot));
    CHECK(cgns_says(data, "'MomentumX', 'MomentumY', 'MomentumZ' were converted from Slug/(Foot^2 s) to "
                          "kg/(m^2 s)"));
    CHECK(cgns_says(data, "'Density' was converted from Slug/Foot^3 to kg/m^3"));
    CHECK(cgns_says(data, "'CoordinateX', 'CoordinateY', 'CoordinateZ' were converted from Foot to m"));
    CHECK(cgns_says(data, "Other values stay in the units of the file"));
}

TEST_CASE("CGNS: velocities in feet become m/s by SIDS's names, not their directions", "[cgns]")
{
    const TemporaryFolder folder;
    std::vector<ConstantArray> arrays = box_velocity;
    for (const char* name : {"VelocityMagnitude", "RotatingVelocityMagnitude", "VelocitySound"})
        arrays.push_back({name, 4.0});
    for (const char* name : {"VelocityAngleX", "VelocityUnitVectorX", "VelocityGradientXX"})
        arrays.push_back({name, 5.0});
    write_box(folder / "a.cgns", arrays, CGNS_ENUMV(Foot));
    const GridData grid = read_box(folder / "a.cgns");
    for (int axis = 0; axis < 3; ++axis)
        CHECK(first_of(grid, "Velocity", axis) == Approx((axis + 1.0) * foot));
    for (const char* name : {"VelocityMagnitude", "RotatingVelocityMagnitude", "VelocitySound"})
        CHECK(first_of(grid, name) == Approx(4.0 * foot));
    for (const char* name : {"VelocityAngleX", "VelocityUnitVectorX", "VelocityGradientXX"})
        CHECK(first_of(grid, name) == 5.0F);
    CHECK(
        cgns_says(open_file(folder / "a.cgns"),
                  "'VelocityX', 'VelocityY', 'VelocityZ', 'VelocityMagnitude', 'RotatingVelocityMagnitude', "
                  "'VelocitySound' were converted from Foot/s to m/s"));
}

TEST_CASE("CGNS: only velocities in feet are named in a remark", "[cgns]")
{
    const TemporaryFolder folder;
    write_box(folder / "a.cgns", box_velocity, CGNS_ENUMV(Meter));
    int file = 0;
    check(cg_open((folder / "a.cgns").c_str(), CG_MODE_MODIFY, &file));
    check(cg_goto(file, 1, "Zone_t", 1, "FlowSolution_t", 1, "end"));
    write_units(CGNS_ENUMV(Foot));
    check(cg_close(file));
    const Dataset data = open_file(folder / "a.cgns");
    CHECK(data.info().bounds.hi.x == 1.0);
    CHECK(glm::distance(data.field()->sample({0.5F, 0.5F, 0.5F})->velocity,
                        static_cast<float>(foot) * glm::vec3{1.0F, 2.0F, 3.0F}) < 1e-6F);
    CHECK(cgns_says(data, "'VelocityX', 'VelocityY', 'VelocityZ' were converted from Foot/s to m/s"));
    CHECK_FALSE(cgns_says(data, "from Foot to m"));
}

TEST_CASE("CGNS: DimensionalExponents come before names", "[cgns]")
{
    const TemporaryFolder folder;
    const std::vector<float> speed{0, 1, -1, 0, 0}, none{0, 0, 0, 0, 0};
    write_box(folder / "a.cgns",
              {{"u", 1.0}, {"v", 1.0}, {"w", 1.0}, {"Slip", 1.0, speed}, {"VelocityMagnitude", 1.0, none}},
              CGNS_ENUMV(Foot));
    const GridData grid = read_box(folder / "a.cgns");
    for (const char* name : {"u", "v", "w", "Slip"}) CHECK(first_of(grid, name) == Approx(foot));
    CHECK(first_of(grid, "VelocityMagnitude") == 1.0F);
}

TEST_CASE("CGNS: velocities that are integers keep their fractions in m/s", "[cgns]")
{
    const TemporaryFolder folder;
    write_box(folder / "a.cgns", {}, CGNS_ENUMV(Foot));
    const std::vector<int> ones(8, 1);
    int file = 0, id = 0;
    check(cg_open((folder / "a.cgns").c_str(), CG_MODE_MODIFY, &file));
    for (const char* name : {"VelocityX", "VelocityY", "VelocityZ"})
        check(cg_field_write(file, 1, 1, 1, CGNS_ENUMV(Integer), name, ones.data(), &id));
    check(cg_close(file));
    const GridData grid = read_box(folder / "a.cgns");
    for (int axis = 0; axis < 3; ++axis) CHECK(first_of(grid, "Velocity", axis) == Approx(foot));
}

TEST_CASE("CGNS: each coordinate has its own unit of length", "[cgns]")
{
    const TemporaryFolder folder;
    write_box(folder / "a.cgns", box_velocity, CGNS_ENUMV(Meter));
    write_coordinate_units(folder / "a.cgns", {CGNS_ENUMV(Foot), CGNS_ENUMV(Meter), CGNS_ENUMV(Inch)});
    const glm::dvec3 far_corner = open_file(folder / "a.cgns").info().bounds.hi;
    CHECK(far_corner.x == Approx(foot));
    CHECK(far_corner.y == Approx(1.0));
    CHECK(far_corner.z == Approx(foot / 12.0));
    write_box(folder / "b.cgns", box_velocity, CGNS_ENUMV(LengthUnitsNull));
    write_coordinate_units(folder / "b.cgns", {CGNS_ENUMV(Foot)});
    CHECK(contains(error_of([&] { (void)open_file(folder / "b.cgns"); }),
                   "zone 'Base/Box' has a unit of length for CoordinateX, but none that is known for "
                   "CoordinateY, CoordinateZ"));
}

TEST_CASE("CGNS: units of length at CoordinateR and CoordinateZ, and of angle at CoordinateTheta", "[cgns]")
{
    const TemporaryFolder folder;
    const std::array cylinder{"CoordinateR", "CoordinateTheta", "CoordinateZ"};
    write_box(folder / "a.cgns", box_velocity, CGNS_ENUMV(Meter), cylinder);
    write_coordinate_units(folder / "a.cgns",
                           {CGNS_ENUMV(Foot), CGNS_ENUMV(LengthUnitsNull), CGNS_ENUMV(Inch)},
                           CGNS_ENUMV(Degree));
    const glm::dvec3 far_corner = open_file(folder / "a.cgns").info().bounds.hi;
    CHECK(far_corner.x == Approx(foot));
    CHECK(far_corner.y == Approx(foot * std::sin(std::numbers::pi / 180.0)));
    CHECK(far_corner.z == Approx(foot / 12.0));
    write_box(folder / "b.cgns", box_velocity, CGNS_ENUMV(LengthUnitsNull), cylinder);
    write_coordinate_units(folder / "b.cgns", {CGNS_ENUMV(Foot)});
    CHECK(contains(error_of([&] { (void)open_file(folder / "b.cgns"); }),
                   "for CoordinateR, but none that is known for CoordinateZ"));
}

TEST_CASE("CGNS: coordinates with names that VTK cannot place are refused by name", "[cgns]")
{
    const TemporaryFolder folder;
    write_box(folder / "a.cgns", box_velocity, CGNS_ENUMV(Meter), {"x", "y", "z"});
    CHECK(contains(error_of([&] { (void)open_file(folder / "a.cgns"); }), "has the coordinates x, y, z"));
}

TEST_CASE("CGNS: units that are not known are named in a remark", "[cgns]")
{
    const TemporaryFolder folder;
    write_box(folder / "a.cgns", box_velocity, CGNS_ENUMV(LengthUnitsUserDefined));
    const Dataset data = open_file(folder / "a.cgns");
    CHECK(data.info().bounds.hi.x == 1.0);
    CHECK(cgns_says(data, "Coordinates are in units that are not known (UserDefined)"));
    CHECK(cgns_says(data, "Array 'VelocityX' is in units that are not known (UserDefined)"));
}

namespace {

/// A second solution of the box, in its cell, with one array; the array of that name in the first one is
/// normalized.
void write_second_solution(const fs::path& path, const char* name, int number_in_first)
{
    int file = 0, solution = 0, id = 0;
    const std::array factors{10.0, 5.0};
    const double value = 7.0;
    check(cg_open(path.c_str(), CG_MODE_MODIFY, &file));
    check(cg_sol_write(file, 1, 1, "InCells", CGNS_ENUMV(CellCenter), &solution));
    check(cg_field_write(file, 1, 1, solution, CGNS_ENUMV(RealDouble), name, &value, &id));
    check(cg_goto(file, 1, "Zone_t", 1, "FlowSolution_t", 1, "DataArray_t", number_in_first, "end"));
    check(cg_dataclass_write(CGNS_ENUMV(NormalizedByDimensional)));
    check(cg_conversion_write(CGNS_ENUMV(RealDouble), factors.data()));
    check(cg_close(file));
}

}  // namespace

TEST_CASE("CGNS: an array that only one solution normalizes is left out, and a velocity refused", "[cgns]")
{
    const TemporaryFolder folder;
    std::vector<ConstantArray> arrays = box_velocity;
    for (const char* name : {"VorticityX", "VorticityY", "VorticityZ", "Pressure"})
        arrays.push_back({name, 3.0});
    write_box(folder / "a.cgns", arrays, CGNS_ENUMV(Meter));
    write_second_solution(folder / "a.cgns", "VorticityX", 4);
    CHECK(open_file(folder / "a.cgns").info().arrays.size() == 2);  // Velocity and Pressure
    write_box(folder / "a.cgns", arrays, CGNS_ENUMV(Meter));
    write_second_solution(folder / "a.cgns", "Pressure", 7);
    const Dataset data = open_file(folder / "a.cgns");
    CHECK(data.info().arrays.size() == 2);  // Velocity and Vorticity
    CHECK(cgns_says(data,
                    "Array 'Pressure' is left out: zone 'Base/Box' has it several times, with different "
                    "DataConversions"));
    write_box(folder / "b.cgns", arrays, CGNS_ENUMV(Meter));
    write_second_solution(folder / "b.cgns", "VelocityX", 1);
    CHECK(contains(error_of([&] { (void)open_file(folder / "b.cgns"); }),
                   "array 'VelocityX' of zone 'Base/Box' is there several times"));
}

TEST_CASE("CGNS: a hole of a zone with one layer of nodes blanks only what is in it", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    int file = 0, base = 0, zone = 0, solution = 0, id = 0;
    check(cg_open((folder / "a.cgns").c_str(), CG_MODE_WRITE, &file));
    check(cg_base_write(file, "Base", 3, 3, &base));
    const std::array<cgsize_t, 9> size{zone_nodes, 2, 1, zone_nodes - 1, 1, 0, 0, 0, 0};
    check(cg_zone_write(file, base, "Left", size.data(), CGNS_ENUMV(Structured), &zone));
    check(cg_sol_write(file, base, zone, "Flow", CGNS_ENUMV(Vertex), &solution));
    const std::vector<double> x{0, 1, 2, 0, 1, 2}, y{0, 0, 0, 1, 1, 1}, none(6, 0.0), ones(6, 1.0);
    for (const auto& [name, values] :
         {std::pair{"CoordinateX", &x}, std::pair{"CoordinateY", &y}, std::pair{"CoordinateZ", &none}})
        check(cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), name, values->data(), &id));
    for (const char* name : {"VelocityX", "VelocityY", "VelocityZ"})
        check(cg_field_write(file, base, zone, solution, CGNS_ENUMV(RealDouble), name, ones.data(), &id));
    check(cg_close(file));
    write_hole(folder / "a.cgns", CGNS_ENUMV(Vertex), {1, 1, 1, 1, 2, 1});
    CHECK(read_box(folder / "a.cgns").blanked == std::vector<std::uint8_t>{1, 0, 0, 1, 0, 0});
}

TEST_CASE("CGNS: holes that cover a zone over and over are refused by its name", "[cgns]")
{
    const TemporaryFolder folder;
    write_cgns(folder / "a.cgns", false);
    constexpr int holes = 65;
    constexpr std::array<cgsize_t, 6> whole{1, 1, 1, zone_nodes, zone_nodes, zone_nodes};
    int file = 0, id = 0;
    check(cg_open((folder / "a.cgns").c_str(), CG_MODE_MODIFY, &file));
    for (int n = 0; n < holes; ++n)
        check(cg_hole_write(file, 1, 1, ("Hole" + std::to_string(n)).c_str(), CGNS_ENUMV(Vertex),
                            CGNS_ENUMV(PointRange), 1, 2, whole.data(), &id));
    check(cg_close(file));
    CHECK(contains(error_of([&] { (void)open_file(folder / "a.cgns"); }),
                   "the holes of zone 'Base/Left' cover more than 64 times its 27 nodes"));
}

TEST_CASE("CGNS: zones that say they are larger than allowed are refused before they are read", "[cgns]")
{
    const TemporaryFolder folder;
    for (const std::array<cgsize_t, 3>& nodes :
         {std::array<cgsize_t, 3>{100'000, 100'000, 100'000},
          std::array<cgsize_t, 3>{4'194'304, 2'097'152, 2'097'152}}) {  // the product is 2^64
        int file = 0, base = 0, zone = 0;
        check(cg_open((folder / "a.cgns").c_str(), CG_MODE_WRITE, &file));
        check(cg_base_write(file, "Base", 3, 3, &base));
        const std::array<cgsize_t, 9> size{
            nodes[0], nodes[1], nodes[2], nodes[0] - 1, nodes[1] - 1, nodes[2] - 1, 0, 0, 0};
        check(cg_zone_write(file, base, "Box", size.data(), CGNS_ENUMV(Structured), &zone));
        check(cg_close(file));
        {
            const RawFile raw{folder / "a.cgns"};
            const double coordinates = raw.add(raw.at("/Base/Box"), "GridCoordinates", "GridCoordinates_t");
            for (const char* name : {"CoordinateX", "CoordinateY", "CoordinateZ"})
                raw.add_numbers(coordinates, name, {1.0, 2.0});
        }
        CHECK(contains(error_of([&] { (void)open_file(folder / "a.cgns"); }), "exceed max_nodes"));
    }
}
