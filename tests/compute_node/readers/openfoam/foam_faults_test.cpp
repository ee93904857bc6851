// Cases of OpenFOAM that are cut, that lie, or that lead out of their folder.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/openfoam/small_case.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;
namespace fs = std::filesystem;

TEST_CASE(
    "OpenFOAM: a velocity that refers to itself, or leads out of the case, is an error where it is alone",
    "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder / "case");
    fs::remove(folder / "case/0.5/p");
    folder.write("secret", "flow (7 8 9);");
    const FoamWriter writer;
    const auto error_with = [&](const std::string& before, const std::string& entry) {
        writer.write_entry(folder / "case/0.5/U", before, entry);
        return error_of_case(folder / "case");
    };
    CHECK(contains(error_with("#include \"../../secret\"", "uniform $flow"), "outside of the case's folder"));
    CHECK(contains(error_with("#include \"" + folder.file("secret") + "\"", "uniform $flow"), "outside"));
    fs::create_symlink(folder / "secret", folder / "case/0.5/link");
    CHECK(contains(error_with("#include \"link\"", "uniform $flow"), "outside of the case's folder"));
    CHECK(contains(error_with("#include \"$FOAM_CASE/../secret\"", "uniform $flow"), "outside"));
    CHECK(contains(error_with("#include \"none\"", "uniform $flow"), "which is missing"));
    CHECK(contains(error_with("#includeEtc \"x\"", "uniform $flow"), "an installation of OpenFOAM"));
    FoamWriter::write(folder / "case/0.5/again", "#include \"again\"\n");
    CHECK(contains(error_with("#include \"again\"", "uniform $flow"), "without an end"));
    CHECK(contains(error_with("a $b; b $a;", "uniform $a"), "names of names"));
    CHECK(contains(error_with("a $a;", "$a"), "names of names"));
    CHECK(contains(error_with("", "uniform $none"), "refers to '$none'"));
    CHECK(contains(error_with("", "uniform ${none}"), "refers to '${none}'"));
    CHECK(contains(error_with("", "#calc \"1 + 2\""), "made by '#calc'"));
    CHECK(contains(error_with("", "uniform"), "expected '('"));
}

TEST_CASE("OpenFOAM: a field that needs OpenFOAM itself, or has a wrong length, keeps no other away",
          "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    const std::string head = "FoamFile { version 2.0; format ascii; class volScalarField; }\n";
    FoamWriter::write(folder / "0.5/code",
                      head + "internalField #codeStream { code #{ os << \"}\"; #}; };\nboundaryField {}\n");
    FoamWriter::write(folder / "0.5/calc", head + "internalField uniform #calc \"1 + 2\";\n");
    FoamWriter::write(folder / "0.5/short", head + "internalField nonuniform List<scalar> 3(1 2 3);\n");
    FoamWriter::write(folder / "0.5/gone",
                      head + "#include \"$FOAM_CASE/none\"\ninternalField uniform $x;\n");
    FoamWriter::write(folder / "0.5/notes", "FoamFile { this is no header");
    const Dataset data = open_file(folder.path());
    CHECK(data.info().default_vector == "U");
    CHECK(data.data().arrays.size() == 2);  // U and p
    const auto says = [&](const std::string& part) {
        return std::ranges::any_of(data.info().remarks,
                                   [&](const std::string& r) { return contains(r, part); });
    };
    CHECK(says("Field 'code' is left out: its internalField is made by '#codeStream'"));
    CHECK(says("Field 'calc' is left out: its internalField is made by '#calc'"));
    CHECK(says("Field 'short' is left out: expected 16 values of internalField, found 3"));
    CHECK(says("Field 'gone' is left out: refers to '$x'"));
}

TEST_CASE("OpenFOAM: values with a unit of their own are converted to the field's", "[openfoam]")
{
    const FoamWriter writer;
    const auto speed_of = [&](const std::string& entry) {
        const TemporaryFolder folder;
        write_case(folder.path());
        writer.write_entry(folder / "0.5/U", "", entry);
        const auto data = open_file(folder.path());
        return data.data().arrays.front().values.front();
    };
    CHECK(speed_of("uniform (1000 0 0) [cm/s]") == Approx(10.0));
    CHECK(speed_of("[cm/s] uniform (1000 0 0)") == Approx(10.0));
    CHECK(speed_of("uniform [km/hr] (36 0 0)") == Approx(10.0));
    CHECK(speed_of("uniform (3 0 0) [m s^-1]") == 3.0F);
    CHECK(speed_of("uniform (3 0 0) [0 1 -1 0 0 0 0]") == 3.0F);
    const TemporaryFolder folder;
    write_case(folder.path());
    writer.write_entry(folder / "0.5/U", "", "uniform (1000 0 0) [bar]");
    const Dataset without = open_file(folder.path());
    CHECK(without.info().default_vector.empty());
    CHECK(std::ranges::any_of(without.info().remarks, [](const std::string& remark) {
        return contains(remark, "its internalField is in [bar], which is not understood as [m s-1]");
    }));
}

TEST_CASE("OpenFOAM: a time whose velocity needs OpenFOAM itself, or has a wrong length, is left out",
          "[openfoam]")
{
    const FoamWriter writer;
    for (const std::string entry : {"#codeStream { code #{ os << 1; #}; }", "uniform ($none 0 0)",
                                    "nonuniform List<vector> 2((1 0 0)(2 0 0))"}) {
        const TemporaryFolder folder;
        write_case(folder.path());
        writer.write_entry(folder / "0/U", "", entry);
        const std::string owner = farfield::test::read_text(folder / "constant/polyMesh/owner");
        FoamWriter::write(
            folder / "constant/polyMesh/owner",
            "FoamFile { version 2.0; format ascii; class labelList; note \"nPoints:45 nCells:16\"; }\n" +
                owner.substr(owner.find('}') + 1));
        const Dataset data = open_file(folder.path());
        CHECK(contains(data.info().remarks.front(), "The time '0' is left out"));
        CHECK(data.field()->sample({1.0F, 1.0F, 1.0F})->velocity.x == Approx(1.0F));
    }
}

TEST_CASE("OpenFOAM: names in a field stand for what the file, or one that it includes, has of them",
          "[openfoam]")
{
    const FoamWriter writer;
    for (const auto& [before, entry] : std::vector<std::pair<std::string, std::string>>{
             {"Ux 3;", "uniform ($Ux 0 0)"},
             {"Ux 3;", "uniform (${Ux} 0 0)"},
             {"flow (3 0 0);", "uniform ${flow}"},
             {"flow { inlet { U (3 0 0); } }", "uniform $flow.inlet.U"},
             {"flow { inlet { U (3 0 0); } }", "uniform $:flow.inlet.U"},
             {"a 3; b $a;", "uniform ($b 0 0)"},
             {"inside uniform (3 0 0);", "$inside"},
             {"#include \"$FOAM_CASE/constant/values\"", "uniform $..flow"},
             {"#include \"<constant>/values\"\n#includeIfPresent \"none\"\n#includeEtc \"caseDicts/x\"",
              "uniform $flow"}}) {
        const TemporaryFolder folder;
        write_case(folder.path());
        FoamWriter::write(folder / "constant/values", "flow (3 0 0);\n");
        writer.write_entry(folder / "0.5/U", before, entry);
        INFO(before << " / " << entry);
        CHECK(open_file(folder.path()).field()->sample({1.0F, 1.0F, 1.0F})->velocity.x == Approx(3.0F));
    }
}

TEST_CASE("OpenFOAM: a last time that is half written is left out, and said", "[openfoam]")
{
    for (const bool binary : {false, true}) {
        const TemporaryFolder folder;
        write_case(folder.path(), FoamWriter{{binary, 4, 8}});
        fs::copy(folder / "0.5", folder / "0.75", fs::copy_options::recursive);
        CHECK(open_series({folder.path()}).slices() == 2);
        const std::string text = farfield::test::read_text(folder / "0.75/U");
        folder.write("0.75/U", text.substr(0, text.size() / 2));
        const TimeSeries series = open_series({folder.path()});
        CHECK(series.slices() == 1);
        CHECK(contains(series.info().remarks.front(), "'0.75' is left out: its 'U' ends early"));
    }
}

TEST_CASE("OpenFOAM: a last time in the files that processors share is half written or whole as others are",
          "[openfoam]")
{
    for (const bool binary : {false, true}) {
        const TemporaryFolder folder;
        const FoamWriter writer{{binary, 4, 8}};
        write_parts(folder.path(), writer, {0, 3, 4});
        writer.collate({folder / "processor0", folder / "processor1"}, folder / "processors2");
        fs::copy(folder / "processors2/0.5", folder / "processors2/0.75", fs::copy_options::recursive);
        CHECK(open_series({folder.path()}).slices() == 2);
        const std::string text = farfield::test::read_text(folder / "processors2/0.75/U");
        folder.write("processors2/0.75/U", text.substr(0, text.rfind("// Processor1") + 150));
        CHECK(open_series({folder.path()}).slices() == 1);
    }
}

TEST_CASE("OpenFOAM: cut files, and counts that lie, are one error that names the file", "[openfoam]")
{
    const TemporaryFolder folder;
    for (const bool binary : {false, true}) {
        const FoamWriter writer{{binary, 4, 8}};
        for (const char* file : {"constant/polyMesh/points", "constant/polyMesh/faces",
                                 "constant/polyMesh/owner", "constant/polyMesh/neighbour", "0.5/U"}) {
            INFO(file << binary);
            write_case(folder.path(), writer);
            const std::string text = farfield::test::read_text(folder / file);
            folder.write(file, text.substr(0, text.size() / 2));
            CHECK(contains(error_of_case(folder.path()), fs::path{file}.filename().string()));
            const std::size_t list = text.find("\n\n", text.find("// * * //"));
            const std::size_t count = text.find_first_of(
                "0123456789", text.find("> \n") == std::string::npos ? list : text.find("> \n"));
            folder.write(file, text.substr(0, count) + "2000000000" + text.substr(text.find('\n', count)));
            CHECK(contains(error_of_case(folder.path()), fs::path{file}.filename().string()));
        }
    }
    write_case(folder.path());
    const FoamWriter writer;
    const auto error_with = [&](const std::string& file, const std::string& kind, const std::string& list) {
        write_case(folder.path());
        folder.write("constant/polyMesh/" + file, writer.header(kind, false) + list);
        return error_of_case(folder.path());
    };
    CHECK(contains(error_with("faces", "faceCompactList", "3(0 4 2) 4(0 1 2 3)"), "do not ascend"));
    CHECK(contains(error_with("faces", "faceList", "1(4(0 1 2 99))"), "point 99 as a corner, of 45 points"));
    CHECK(contains(error_with("owner", "labelList", "1(0)"), "owners"));
    std::string owners = "68(";
    for (int face = 0; face < 68; ++face) owners += face == 7 ? "2000000000 " : "0 ";
    CHECK(contains(error_with("owner", "labelList", owners + ")"), "belongs to cell 2000000000"));
    CHECK(contains(error_with("owner", "labelList", "1(-7)"), "found -7"));
    CHECK(contains(error_with("owner", "labelList", "2000000000{0}"), "times one label"));
    CHECK(contains(error_with("points", "vectorField", "1((0 0 zero))"), "expected a number"));
    CHECK(contains(error_with("points", "", "no list"), "points"));
    fs::remove(folder / "constant/polyMesh/points");
    CHECK(contains(error_of_case(folder.path()), "points': no such file"));
    CHECK(contains(error_of_case(folder / "none.foam"), "no such file"));
}

TEST_CASE("OpenFOAM: of two entries of one key the later counts, as its dictionaries have it", "[openfoam]")
{
    const FoamWriter writer;
    for (const auto& [before, entry] : std::vector<std::pair<std::string, std::string>>{
             {"", "uniform (1 0 0);\ninternalField uniform (3 0 0)"},
             {"", "uniform (1 0 0);\nboundaryField { a { value uniform (9 0 0); } }\n"
                  "internalField uniform (3 0 0)"},
             {"#include \"$FOAM_CASE/constant/inner\"", "uniform (3 0 0)"},
             {"", "uniform (1 0 0);\n#include \"$FOAM_CASE/constant/inner\"\nx 1"},
             {"a 1; a 3;", "uniform ($a 0 0)"},
             {"a 3;", "uniform ($a 0 0);\na 4"},
             {"#inputMode protect\na 3; a 1;", "uniform ($a 0 0);\ninternalField uniform (1 0 0)"},
             {"#inputMode merge\na 1; a 3;", "uniform ($a 0 0)"},
             {"a 1; #remove a\n#inputMode protect\na 3;", "uniform ($a 0 0)"},
             {"all { a 3; internalField uniform (1 0 0); }\n$all;", "uniform ($a 0 0)"},
             {"", "uniform (1 0 0);\nall { internalField uniform (3 0 0); }\n$all;\nx 1"}}) {
        const TemporaryFolder folder;
        write_case(folder.path());
        FoamWriter::write(folder / "constant/inner", "internalField uniform (3 0 0);\n");
        writer.write_entry(folder / "0.5/U", before, entry);
        INFO(before << " / " << entry);
        CHECK(open_file(folder.path()).field()->sample({1.0F, 1.0F, 1.0F})->velocity.x == Approx(3.0F));
    }
}

TEST_CASE("OpenFOAM: directives that choose among entries are refused by name", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    fs::remove(folder / "0.5/p");
    const FoamWriter writer;
    for (const auto& [before, name] :
         std::vector<std::pair<std::string, std::string>>{{"#ifeq 1 2\na 1;\n#else\na 2;\n#endif", "'#ifeq'"},
                                                          {"#if 1\na 1;\n#endif", "'#if'"},
                                                          {"#inputMode warn", "'#inputMode warn'"},
                                                          {"#remove \"a.*\"", "'#remove' of a pattern"}}) {
        writer.write_entry(folder / "0.5/U", before, "uniform (1 0 0)");
        CHECK(contains(error_of_case(folder.path()), name));
    }
    writer.write_entry(folder / "0.5/U", "", "uniform (1 0 0);\ninternalField uniform (x 0 0)");
    CHECK(contains(error_of_case(folder.path()), "has a second internalField"));
}

TEST_CASE("OpenFOAM: dimensions in words are units, and are named where they are not known", "[openfoam]")
{
    const FoamWriter writer;
    for (const auto& [dimensions, units] :
         std::vector<std::pair<std::string, std::string>>{{"[m s^-1]", "m s-1"},
                                                          {"[m*s^-1]", "m s-1"},
                                                          {"[m/s]", "m s-1"},
                                                          {"[kg*m^2/s]", "kg m2 s-1"},
                                                          {"[kg/m s^-2]", "kg m-1 s-2"},
                                                          {"[m/s^-2]", "m s2"},
                                                          {"[1/s]", "s-1"},
                                                          {"[velocity]", "m s-1"},
                                                          {"[0 1 -1]", "m s-1"},
                                                          {"[m/]", ""},
                                                          {"[m / / s]", ""},
                                                          {"[knots]", ""}}) {
        const TemporaryFolder folder;
        write_case(folder.path());
        writer.write_entry(folder / "0.5/U", "", "uniform (1 0 0);\ndimensions " + dimensions);
        const DatasetInfo info = open_file(folder.path()).info();
        INFO(dimensions);
        CHECK(std::ranges::find(info.arrays, "U", &ArrayInfo::name)->units == units);
        CHECK(std::ranges::any_of(info.remarks, [&](const std::string& remark) {
                  return contains(remark, "dimensions '" + dimensions + "' are not known");
              }) == units.empty());
    }
}

TEST_CASE("OpenFOAM: a later time of a wrong length, or cut, is left out, whatever its size", "[openfoam]")
{
    const FoamWriter writer;
    const std::string vector = "(1.0000000000 2.0000000000 3.0000000000)\n";
    for (const std::size_t count : {5, 2000}) {
        std::string list = "nonuniform List<vector> " + std::to_string(count) + "(\n";
        for (std::size_t i = 0; i < count; ++i) list += vector;
        const TemporaryFolder folder;
        write_case(folder.path());
        fs::copy(folder / "0.5", folder / "2", fs::copy_options::recursive);
        writer.write_entry(folder / "1/U", "", list + ")");
        const TimeSeries series = open_series({folder.path()});
        CHECK(series.times() == std::vector{0.0, 1.5});
        CHECK(
            contains(series.info().remarks.front(),
                     "'1' is left out: its 'U' cannot be read: expected 16 values of internalField, found " +
                         std::to_string(count)));
        folder.write("1/U", farfield::test::read_text(folder / "0.5/U").substr(0, 400));
        CHECK(contains(open_series({folder.path()}).info().remarks.front(), "its 'U' ends early"));
    }
}
