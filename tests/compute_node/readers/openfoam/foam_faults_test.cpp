// Cases of OpenFOAM that are cut, that lie, or that lead out of their folder.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/openfoam/small_case.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;
namespace fs = std::filesystem;

TEST_CASE("OpenFOAM: what refers to itself, or leads out of the case, is refused", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder / "case");
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
    CHECK(contains(error_with("#include \"none\"", "uniform $flow"), "which is missing"));
    FoamWriter::write(folder / "case/0.5/again", "#include \"again\"\n");
    CHECK(contains(error_with("#include \"again\"", "uniform $flow"), "without an end"));
    CHECK(contains(error_with("a $b; b $a;", "uniform $a"), "names of names"));
    CHECK(contains(error_with("a $a;", "$a"), "names of names"));
    CHECK(contains(error_with("", "uniform $none"), "refers to '$none'"));
    CHECK(contains(error_with("", "uniform"), "expected '('"));
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
        CHECK(contains(series.info().remarks.front(), "'0.75', is left out: its 'U' ends early"));
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
