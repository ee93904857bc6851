// EnSight case files: their lines, time sets and file sets. What parts and variables hold is in
// ensight_reader_test.cpp.
#include "compute_node/datasets/series_field.h"
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/ensight/ensight_files.h"

#include <algorithm>
#include <fstream>

#include <sys/stat.h>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// Writes as write_case(), but all steps of the velocity, and of the geometry, in a file.
void write_steps_in_one_file(const TemporaryFolder& folder)
{
    write_case(folder);
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: 1 1 a.geo\nVARIABLE\n"
                                     << "vector per node: 1 1 velocity a.vel\nTIME\ntime set: 1\n"
                                     << "number of steps: 2\ntime values: 0.5 1.5\n"
                                     << "FILE\nfile set: 1\nnumber of steps: 2\n";
    const auto step = [](const std::string& text) { return "BEGIN TIME STEP\n" + text + "END TIME STEP\n"; };
    const std::string geometry = step(read_text(folder / "a.geo"));
    std::ofstream{folder / "a.geo"} << geometry << geometry;
    std::ofstream{folder / "a.vel"} << step(read_text(folder / "a.vel00"))
                                    << step(read_text(folder / "a.vel01"));
}

/// A case of one geometry, with these lines of variables and of what follows them.
void write_case_of(const TemporaryFolder& folder, const std::string& variables, const std::string& more = "",
                   const std::string& geometry = "model: a.geo\n")
{
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\n"
                                     << geometry << "VARIABLE\n"
                                     << variables << more;
}

void replace_last(const fs::path& file, const std::string& what, const std::string& by)
{
    std::string text = read_text(file);
    text.replace(text.rfind(what), what.size(), by);
    std::ofstream{file} << text;
}

}  // namespace

TEST_CASE("EnSight: the time steps of a case are a series", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const TimeSeries series = open_series({(folder / "a.case").string()});
    CHECK(series.times() == std::vector{0.0, 1.0});
    const auto field = series.field({}, 1U << 20U);
    REQUIRE(field->slices().nodes.size() == 2);
    CHECK(field->slices().nodes[0][0].x == 1.0F);
    CHECK(field->slices().nodes[1][0].x == 2.0F);
}

TEST_CASE("EnSight: a later time step that is cut is left out, with its file's name", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    fs::resize_file(folder / "a.vel01", fs::file_size(folder / "a.vel01") / 2);
    const TimeSeries series = open_series({(folder / "a.case").string()});
    const auto field = series.field({}, 1U << 20U);
    CHECK(field->slices().nodes.size() == 1);
    CHECK(contains(remark_on_left_out(series, *field), "a.vel01"));
}

TEST_CASE("EnSight: a case that is cut anywhere is read or refused by its name", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const auto bytes = fs::file_size(folder / "a.case");
    for (std::uintmax_t left = 1; left < bytes; ++left) {
        write_case(folder);
        fs::resize_file(folder / "a.case", left);
        const std::string error = error_of([&] { (void)open_dataset({folder / "a.case"}, "a.case"); });
        INFO("the first " << left << " bytes: " << error);
        CHECK((error.empty() || contains(error, "a.case")));
        CHECK(std::count(error.begin(), error.end(), '\n') == 0);
    }
}

TEST_CASE("EnSight: a case without one of its lines is read or refused by its name", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    std::vector<std::string> lines;
    {
        std::ifstream in{folder / "a.case"};
        for (std::string line; std::getline(in, line);) lines.push_back(line);
    }
    for (std::size_t left_out = 0; left_out < lines.size(); ++left_out) {
        {
            std::ofstream out{folder / "a.case"};
            for (std::size_t n = 0; n < lines.size(); ++n)
                if (n != left_out) out << lines[n] << "\n";
        }
        const std::string error = error_of([&] { (void)open_series({(folder / "a.case").string()}); });
        INFO("without '" << lines[left_out] << "'");
        CHECK(contains(error, "a.case"));
    }
}

TEST_CASE("EnSight: a line that no case has is refused by its number", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    std::ofstream{folder / "a.case", std::ios::app} << "# words\nscripts\n";
    const std::string error = error_of([&] { (void)open_dataset({folder / "a.case"}, "a.case"); });
    CHECK(contains(error, "in line 14, found 'scripts'"));
}

TEST_CASE("EnSight: sections that are of no use are passed over wherever they stand, with a remark",
          "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const std::string materials = "MATERIAL\nmaterial set number: 1 air\nmaterial id count: 1\n";
    const std::string scripts = "SCRIPTS\nmetadata: a.xml\n", format = "FORMAT\ntype: ensight gold\n";
    const std::string flow = "GEOMETRY\nmodel: a.geo\nVARIABLE\nvector per node: 1 velocity a.vel00\n";
    const std::string time = "TIME\ntime set: 1\nnumber of steps: 1\ntime values: 0\n";
    const std::string files = "FILE\nfile set: 1\nnumber of steps: 1\n";
    for (const std::string& text :
         {format + flow + time + materials + scripts, format + time + materials + scripts + flow,
          format + scripts + materials + flow + time, format + flow + scripts + materials,
          format + flow + time + files + materials + scripts}) {
        std::ofstream{folder / "a.case"} << text;
        const DatasetInfo info = open_dataset({folder / "a.case"}, "a").info();
        CHECK(info.nodes == 16);
        CHECK(has_remark(info, "section MATERIAL is passed over"));
        CHECK(has_remark(info, "section SCRIPTS is passed over"));
    }
    std::ofstream{folder / "a.case"} << format + flow + time + scripts + format;
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); }), "found 'FORMAT'"));
}

TEST_CASE("EnSight: more times than steps are named in a remark", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    write_case_of(folder, "vector per node: 1 velocity a.vel**\n",
                  "TIME\ntime set: 1\nnumber of steps: 2\nfilename numbers: 0 1\ntime values: 0 1\n2 3 4\n");
    const TimeSeries series = open_series({(folder / "a.case").string()});
    CHECK(series.times() == std::vector{0.0, 1.0});
    CHECK(has_remark(series.info(),
                     "Time set 1 has 2 steps; the last 3 of the numbers behind 'time values:' are left out"));
}

TEST_CASE("EnSight: a number of a file that is not whole is refused", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    write_case_of(folder, "vector per node: 1 velocity a.vel**\n",
                  "TIME\ntime set: 1\nnumber of steps: 2\nfilename numbers: 0 1.5\ntime values: 0 1\n");
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); }),
                   "expected whole numbers of files from 0 on, not 1.5,"));
}

TEST_CASE("EnSight: complex variables are read as their real and imaginary parts", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const auto write_scalar = [&](const std::string& name, double value) {
        std::ofstream out{folder / name};
        out << name << "\n";
        for (const auto& [part, points] : {std::pair{1, 4}, {2, 8}, {3, 8}}) {
            out << "part\n" << part << "\ncoordinates\n";
            for (int i = 0; i < points; ++i) out << value << "\n";
        }
    };
    write_scalar("re", 0.25);
    write_scalar("im", -3.0);
    write_case_of(folder,
                  "complex scalar per node: sound re im 440.0\n"
                  "complex vector per node: wave a.vel00 a.vel01 440.0\nvector per node: velocity a.vel00\n");
    const DatasetInfo info = open_dataset({folder / "a.case"}, "a").info();
    const auto range_of = [&](const std::string& name) {
        const auto found = std::ranges::find(info.arrays, name, &ArrayInfo::name);
        REQUIRE(found != info.arrays.end());
        return std::pair{found->components, found->max};
    };
    CHECK(range_of("sound:real") == std::pair{1, 0.25F});
    CHECK(range_of("sound:imaginary") == std::pair{1, -3.0F});
    CHECK(range_of("wave:imaginary").first == 3);
    CHECK(has_remark(info, "The complex 'sound' is read as its parts, 'sound:real' and 'sound:imaginary'"));
    CHECK(info.default_vector == "velocity");
}

TEST_CASE("EnSight: files with several steps each are a series", "[ensight]")
{
    const TemporaryFolder folder;
    write_steps_in_one_file(folder);
    const TimeSeries series = open_series({(folder / "a.case").string()});
    CHECK(series.times() == std::vector{0.0, 1.0});
    const auto field = series.field({}, 1U << 20U);
    CHECK(field->slices().nodes[0][0].x == 1.0F);
    CHECK(field->slices().nodes[1][0].x == 2.0F);
}

TEST_CASE("EnSight: files of a file set are those of their indices", "[ensight]")
{
    const TemporaryFolder folder;
    write_steps_in_one_file(folder);
    const std::string geometry = read_text(folder / "a.geo"), velocity = read_text(folder / "a.vel");
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: 1 1 a**.geo\nVARIABLE\n"
                                     << "vector per node: 1 1 velocity a**.vel\nTIME\ntime set: 1\n"
                                     << "number of steps: 4\nfilename numbers: 5 5 10 10\n"
                                     << "time values: 0 1 2 3\nFILE\nfile set: 1\n"
                                     << "filename index: 5\nnumber of steps: 2\n"
                                     << "filename index: 10\nnumber of steps: 2\n";
    for (const std::string index : {"05", "10"}) {
        std::ofstream{folder / ("a" + index + ".geo")} << geometry;
        std::ofstream{folder / ("a" + index + ".vel")} << velocity;
    }
    for (const char* other : {"a00.geo", "a00.vel", "velocity"}) std::ofstream{folder / other} << "no step\n";
    const TimeSeries series = open_series({(folder / "a.case").string()});
    CHECK(series.times() == std::vector{0.0, 1.0, 2.0, 3.0});
    const auto field = series.field({}, 1U << 20U);
    for (const std::size_t step : {0, 1, 2, 3})
        CHECK(field->slices().nodes[step][0].x == (step % 2 == 0 ? 1.0F : 2.0F));
    replace_last(folder / "a10.vel", "END TIME STEP", "");
    CHECK(contains(error_of([&] { (void)open_series({(folder / "a.case").string()}); }),
                   "a10.vel': expected 2 steps"));
}

TEST_CASE("EnSight: a file that has fewer steps than its file set is refused", "[ensight]")
{
    const TemporaryFolder folder;
    for (const std::string mark : {"BEGIN TIME STEP", "END TIME STEP"})
        for (const std::string name : {"a.geo", "a.vel"}) {
            write_steps_in_one_file(folder);
            replace_last(folder / name, mark, "");
            CHECK(contains(error_of([&] { (void)open_series({(folder / "a.case").string()}); }),
                           name + "': expected 2 steps with '" + mark));
        }
}

TEST_CASE("EnSight: steps of a file may be of any lengths", "[ensight]")
{
    const TemporaryFolder folder;
    write_steps_in_one_file(folder);
    const auto step = [](const std::string& text) { return "BEGIN TIME STEP\n" + text + "END TIME STEP\n"; };
    for (const std::vector<double>& speeds : {std::vector{1.0, 2.0, 3.0, 4.0}, {1.0, 2.25, 3.5, 4.0625}}) {
        std::string velocities;
        for (const double speed : speeds) {
            write_constant(folder / "one.vel", {4, 8, 8}, speed);
            velocities += step(read_text(folder / "one.vel"));
        }
        const std::string geometry = read_text(folder / "a.geo");
        const std::string first = geometry.substr(0, geometry.find("END TIME STEP") + 14);
        std::ofstream{folder / "four.geo"} << first << first << first << first;
        std::ofstream{folder / "four.vel"} << velocities;
        std::ofstream{folder / "four.case"}
            << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: 1 1 four.geo\nVARIABLE\n"
            << "vector per node: 1 1 velocity four.vel\nTIME\ntime set: 1\n"
            << "number of steps: 4\ntime values: 0 1 2 3\nFILE\nfile set: 1\nnumber of steps: 4\n";
        const auto field = open_series({(folder / "four.case").string()}).field({}, 1U << 20U);
        for (std::size_t n = 0; n < speeds.size(); ++n)
            CHECK(field->slices().nodes[n][0].x == static_cast<float>(speeds[n]));
    }
}

TEST_CASE("EnSight: a step without its end is refused, though others follow", "[ensight]")
{
    const TemporaryFolder folder;
    write_steps_in_one_file(folder);
    std::string velocity = read_text(folder / "a.vel");
    velocity.replace(velocity.find("END TIME STEP"), 13, "END TIME STOP");
    std::ofstream{folder / "a.vel"} << velocity;
    CHECK(contains(error_of([&] { (void)open_series({(folder / "a.case").string()}).field({}, 1U << 20U); }),
                   "a.vel': expected"));
}

TEST_CASE("EnSight: more times than steps of the files are refused with how many these have", "[ensight]")
{
    const TemporaryFolder folder;
    write_steps_in_one_file(folder);
    std::string text = read_text(folder / "a.case");
    text.replace(text.find("number of steps: 2\ntime values: 0.5 1.5"), 39,
                 "number of steps: 3\ntime values: 0.5 1.5 2.5");
    std::ofstream{folder / "a.case"} << text;
    CHECK(contains(error_of([&] { (void)open_series({(folder / "a.case").string()}); }),
                   "expected 3 steps with 'BEGIN TIME STEP', as the case says, found 2"));
}

TEST_CASE("EnSight: a variable of a time set that is not there is refused", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                                     << "vector per node: 2 velocity a.vel00\nTIME\ntime set: 1\n"
                                     << "number of steps: 1\ntime values: 0\n";
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a.case"); }), "time set 2"));
}

TEST_CASE("EnSight: variables that are missing, damaged or tensors keep no other away", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    folder.write("short.p", "p\npart\n2\ncoordinates\n1\n2\n3\n");
    folder.write("stars.p", "p\npart\n2\ncoordinates\n1\n2\n3\n4\n5\n6\n7\n*****\n");
    folder.write("cells.q", "q\npart\n2\nhexa8\n1\npart\n3\nhexa8\nfive\n");
    write_case_of(folder,
                  "scalar per node: none none.p\nscalar per node: short short.p\n"
                  "scalar per node: stars stars.p\nscalar per element: cells cells.q\n"
                  "tensor symm per node: stress none.ten\nvector per node: velocity a.vel00\n"
                  "scalar per measured node: m none.m\n",
                  "", "model: a.geo\nmeasured: none.mea\nrigid_body: none.erb\n");
    const DatasetInfo info = open_dataset({folder / "a.case"}, "a").info();
    CHECK(info.default_vector == "velocity");
    CHECK(info.arrays.size() == 1);
    for (const char* remark :
         {"Variable 'none' is left out: its file 'none.p' is not there",
          "Variable 'short' is left out: expected a part's values, found its end in line 7",
          "Variable 'stars' is left out: expected a part's values in line 12, found '*****'",
          "Variable 'cells' is left out: expected a part's values in line 9, found 'five'",
          "Tensors are left out: stress", "Values of measured particles are left out: m",
          "Measured particles ('none.mea') are left out",
          "Motion of rigid bodies ('none.erb') is not applied"}) {
        INFO(remark);
        CHECK(has_remark(info, remark));
    }
}

TEST_CASE("EnSight: a pipe or a folder in the place of a file is named as what it is", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    std::filesystem::create_directory(folder / "folder");
    const auto error = [&] { return error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); }); };
    write_case_of(folder, "vector per node: velocity pipe\n");
    CHECK(contains(error(), "expected the file 'pipe' beside it, found a pipe"));
    write_case_of(folder, "vector per node: velocity a.vel00\n", "", "model: pipe\n");
    CHECK(contains(error(), "expected the file 'pipe' beside it, found a pipe"));
    write_case_of(folder, "scalar per node: p folder\nvector per node: velocity a.vel00\n");
    CHECK(has_remark(open_dataset({folder / "a.case"}, "a").info(),
                     "Variable 'p' is left out: its file 'folder' is a folder, not a file."));
}

TEST_CASE("EnSight: a time of which the velocity or the geometry has no file is left out", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const std::string time = "TIME\ntime set: 1\nnumber of steps: 3\nfilename start number: 0\n"
                             "filename increment: 1\ntime values: 0 1 2\n";
    fs::rename(folder / "a.vel01", folder / "a.vel02");
    write_case_of(folder, "vector per node: 1 velocity a.vel**\n", time);
    const TimeSeries series = open_series({(folder / "a.case").string()});
    CHECK(series.times() == std::vector{0.0, 2.0});
    CHECK(has_remark(series.info(), "The time 1 is left out: 'a.vel01' is not there"));
    CHECK(series.field({}, 1U << 20U)->slices().nodes[1][0].x == 2.0F);
    fs::copy(folder / "a.geo", folder / "a2.geo");
    write_case_of(folder, "vector per node: 1 velocity a.vel**\n", time, "model: 1 a*.geo\n");
    const TimeSeries last = open_series({(folder / "a.case").string()});
    CHECK(last.times().size() == 1);
    CHECK(last.first().field()->sample({0.5F, 0.4F, 0.7F})->velocity.x == 2.0F);
}

TEST_CASE("EnSight: a variable of several steps in a file goes with a geometry of one", "[ensight]")
{
    const TemporaryFolder folder;
    write_steps_in_one_file(folder);
    write_case(folder);
    write_case_of(folder, "vector per node: 1 1 velocity a.vel\n",
                  "TIME\ntime set: 1\nnumber of steps: 2\ntime values: 0 1\nFILE\nfile set: 1\n"
                  "number of steps: 2\n");
    const TimeSeries series = open_series({(folder / "a.case").string()});
    const auto field = series.field({}, 1U << 20U);
    CHECK(field->slices().nodes[0][0].x == 1.0F);
    CHECK(field->slices().nodes[1][0].x == 2.0F);
}

TEST_CASE("EnSight: variables of another time set hold the step up to the time", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    write_case_of(folder, "vector per node: 2 velocity a.vel**\n",
                  "TIME\ntime set: 1\nnumber of steps: 4\ntime values: 0 1 2 3\n"
                  "time set: 2\nnumber of steps: 2\nfilename numbers: 0 1\ntime values: 0 2\n");
    const TimeSeries series = open_series({(folder / "a.case").string()});
    REQUIRE(series.times().size() == 4);
    const auto field = series.field({}, 1U << 20U);
    for (const std::size_t step : {0, 1, 2, 3})
        CHECK(field->slices().nodes[step][0].x == (step < 2 ? 1.0F : 2.0F));
}

TEST_CASE("EnSight: files of changed coordinates alone are refused by name", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    write_case_of(folder, "vector per node: velocity a.vel00\n", "", "model: a.geo change_coords_only 1\n");
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); }), "change_coords_only"));
}

TEST_CASE("EnSight: a case with a mark of the order of bytes before it is read", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    folder.write("b.case", "\xEF\xBB\xBF" + read_text(folder / "a.case"));
    CHECK(open_dataset({folder / "b.case"}, "b").info().nodes == 16);
}
