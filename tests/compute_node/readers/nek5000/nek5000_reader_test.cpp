#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include <sys/stat.h>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

struct NekForm {
    int dimensions = 2;
    bool doubles = false;
    bool swapped = false;
    bool backwards = false;  ///< elements from the last to the first
};

/// Gauss-Lobatto-Legendre points of order 2 in [0, 1].
constexpr double points_of_element[] = {0.0, 0.5, 1.0};

/// Two elements side by side along x, [0, 1] and [1, 2]; u = (x + factor, 2 y, 3 z), pressure = x y.
class FieldFile {
public:
    FieldFile(const fs::path& path, const NekForm& form, const std::string& fields, double seconds,
              double factor)
        : out_{path, std::ios::binary}, form_{form}, factor_{factor}
    {
        std::string header = fmt::format("#std {} 3 3 {} 2 2 {:.7E} 7 0 1 {:<10} 0.0 F", form.doubles ? 8 : 4,
                                         form.dimensions == 3 ? 3 : 1, seconds, fields);
        header.resize(132, ' ');
        out_ << header;
        put(6.54321F);
        for (const int element : elements()) put(element + 1);
        for (const char field : fields) {
            if (field == 'X') write(form.dimensions, [](glm::dvec3 p, int c) { return p[c]; });
            if (field == 'U')
                write(form.dimensions,
                      [&](glm::dvec3 p, int c) { return (c + 1) * p[c] + (c == 0 ? factor_ : 0.0); });
            if (field == 'P') write(1, [](glm::dvec3 p, int) { return p.x + 10.0 * p.y; });
        }
    }

private:
    [[nodiscard]] std::vector<int> elements() const
    {
        return form_.backwards ? std::vector{1, 0} : std::vector{0, 1};
    }
    template <class Number>
    void put(Number number)
    {
        char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        if (form_.swapped) std::reverse(bytes, bytes + sizeof number);
        out_.write(bytes, sizeof number);
    }
    template <class Value>
    void write(int components, const Value& value)
    {
        for (const int element : elements())
            for (int c = 0; c < components; ++c)
                for (int k = 0; k < (form_.dimensions == 3 ? 3 : 1); ++k)
                    for (const double y : points_of_element)
                        for (const double x : points_of_element) {
                            const double v = value(
                                {element + x, y, form_.dimensions == 3 ? points_of_element[k] : 0.0}, c);
                            if (form_.doubles)
                                put(v);
                            else
                                put(static_cast<float>(v));
                        }
    }

    std::ofstream out_;
    NekForm form_;
    double factor_;
};

void write_fields(const fs::path& path, const NekForm& form, const std::string& fields, double seconds,
                  double factor)
{
    const FieldFile file{path, form, fields, seconds, factor};
}

void write_metadata(const TemporaryFolder& folder, int steps,
                    const std::string& name_template = "a%01d.f%05d")
{
    std::ofstream{folder / "a.nek5000"} << "filetemplate: " << name_template
                                        << "\nfirsttimestep: 1\nnumtimesteps: " << steps << "\n";
}

Dataset open_nek5000(const TemporaryFolder& folder)
{
    return open_dataset({folder / "a.nek5000"}, "a.nek5000");
}

}  // namespace

TEST_CASE("Nek5000: elements are cut between their points, whatever the bytes' order and width", "[nek5000]")
{
    const auto form = GENERATE(NekForm{2, false, false, false}, NekForm{2, true, false, true},
                               NekForm{3, false, true, false}, NekForm{3, true, true, true});
    const TemporaryFolder folder;
    write_metadata(folder, 1);
    write_fields(folder / "a0.f00001", form, "XUP", 0.5, 0.0);
    const Dataset dataset = open_nek5000(folder);
    const bool flat = form.dimensions == 2;
    CHECK(dataset.info().format == "Nek5000");
    CHECK(dataset.info().nodes == (flat ? 18 : 54));
    REQUIRE(dataset.info().cells.size() == 1);
    CHECK(dataset.info().cells.front().kind == (flat ? CellKind::Quad : CellKind::Hexa));
    CHECK(dataset.info().cells.front().cells == (flat ? 8 : 16));
    CHECK(dataset.info().bounds.hi == glm::dvec3{2, 1, flat ? 0 : 1});
    const auto field = dataset.field({"velocity", "pressure"});
    CellCursor cursor;
    for (float x = 0.1F; x < 2.0F; x += 0.23F) {
        const auto sample = field->sample({x, 0.3F, flat ? 0.0F : 0.6F}, cursor);
        REQUIRE(sample);
        CHECK(sample->velocity.x == Approx(x).margin(1e-6));
        CHECK(sample->velocity.y == Approx(0.6).margin(1e-6));
        CHECK(sample->velocity.z == Approx(flat ? 0.0 : 1.8).margin(1e-6));
        CHECK(sample->scalar == Approx(x + 3.0F).margin(1e-5));
    }
}

TEST_CASE("Nek5000: steps are a series, with places from the first where a step has none", "[nek5000]")
{
    const TemporaryFolder folder;
    write_metadata(folder, 2);
    write_fields(folder / "a0.f00001", {}, "XUP", 0.5, 0.0);
    write_fields(folder / "a0.f00002", {}, "UP", 2.5, 1.0);
    const TimeSeries series = open_series({(folder / "a.nek5000").string()});
    CHECK(series.times() == std::vector{0.0, 2.0});
    CHECK(series.info().time_steps == 2);
    const auto field = series.field({}, 1U << 20U);
    REQUIRE(field->slices().nodes.size() == 2);
    CHECK(field->slices().nodes[1][0].x == field->slices().nodes[0][0].x + 1.0F);
}

TEST_CASE("Nek5000: a field file that is cut anywhere is refused by its name", "[nek5000]")
{
    const TemporaryFolder folder;
    write_metadata(folder, 1);
    write_fields(folder / "a0.f00001", {}, "XUP", 0.0, 0.0);
    const auto bytes = fs::file_size(folder / "a0.f00001");
    for (std::uintmax_t cut = 1; cut < bytes; cut += 17) {
        fs::resize_file(folder / "a0.f00001", bytes - cut);
        CHECK(contains(error_of([&] { (void)open_nek5000(folder); }), "a0.f00001"));
    }
}

TEST_CASE("Nek5000: headers that cannot be are refused before memory is taken", "[nek5000]")
{
    const auto [header, error] = GENERATE(table<std::string, std::string>({
        {"#std 4 3 3 1 4000000000 4000000000 0 0 0 1 XUP", "need more than"},
        {"#std 8 64 64 64 18446744073709551615 18446744073709551615 0 0 0 1 XUP", "need more than"},
        {"#std 4 3 3 1 2 4 0 0 0 2 XUP", "expected all of them in one"},
        {"#std 4 1 3 1 2 2 0 0 0 1 XUP", "found 1 x 3 x 1"},
        {"#std 4 9999 3 1 2 2 0 0 0 1 XUP", "found 9999 x 3 x 1"},
        {"#std 5 3 3 1 2 2 0 0 0 1 XUP", "4 or 8 bytes"},
        {"#std 4 3 3 1 2 2 nan 0 0 1 XUP", "#std"},
        {"#std 4 3 3 1 0 0 0 0 0 1 XUP", "expected elements"},
        {"#std 4 3 3 1 2 2 0 0 0 1 XPT", "expected a velocity"},
        {"#std 4 3 3 1 2 2 0 0 0 1 UP", "places"},
        {"#abc 4 3 3 1 2 2 0 0 0 1 XUP", "#std"},
    }));
    const TemporaryFolder folder;
    write_metadata(folder, 1);
    write_fields(folder / "a0.f00001", {}, "XUP", 0.0, 0.0);
    std::string bytes = header;
    bytes.resize(132, ' ');
    std::fstream{folder / "a0.f00001", std::ios::in | std::ios::out | std::ios::binary} << bytes;
    INFO(header);
    CHECK(contains(error_of([&] { (void)open_nek5000(folder); }), error));
}

TEST_CASE("Nek5000: a metadata file that names no field files is refused", "[nek5000]")
{
    const TemporaryFolder folder;
    for (const char* name_template : {"a.f", "%s%n", "a%01d%01d%01d.f", "%999999999d"}) {
        write_metadata(folder, 1, name_template);
        CHECK(contains(error_of([&] { (void)open_nek5000(folder); }), "expected a filetemplate"));
    }
    write_metadata(folder, 0);
    CHECK(contains(error_of([&] { (void)open_nek5000(folder); }), "numtimesteps"));
    write_metadata(folder, 1);
    CHECK(contains(error_of([&] { (void)open_nek5000(folder); }), "a0.f00001': no such file"));
    REQUIRE(::mkfifo((folder / "a0.f00001").c_str(), 0600) == 0);
    CHECK(
        contains(error_of([&] { (void)open_nek5000(folder); }), "a0.f00001': expected a file, found a pipe"));
}

TEST_CASE("Nek5000: the catalogue weighs a run with its first step, as a mesh", "[nek5000]")
{
    const TemporaryFolder folder;
    write_metadata(folder, 1);
    write_fields(folder / "a0.f00001", {}, "XUP", 0.0, 0.0);
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(catalogue.memory_needed("a.nek5000") > 10 * fs::file_size(folder / "a0.f00001"));
}
