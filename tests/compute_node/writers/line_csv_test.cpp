#include "compute_node/writers/line_writer.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <fstream>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using farfield::test::TemporaryFolder;

namespace {

/// The written times of a line's points.
std::vector<std::string> times_of(double start, const std::vector<float>& elapsed)
{
    LineBlock block;
    block.lines = {{.points = static_cast<std::uint32_t>(elapsed.size())}};
    block.points.resize(elapsed.size());
    block.elapsed = elapsed;
    const TemporaryFolder folder;
    const std::vector starts{start};
    const auto writer = csv_writer(folder / "lines.csv", LineContent::Points);
    writer->add(block, starts);
    writer->finish();
    std::ifstream in{folder / "lines.csv"};
    std::vector<std::string> times;
    std::string row;
    std::getline(in, row);
    while (std::getline(in, row)) times.push_back(row.substr(2, row.find(',', 2) - 2));
    return times;
}

}  // namespace

TEST_CASE("csv_writer: times are the start as it is given plus what has passed", "[lines]")
{
    // Four months: binary32 has 1 s there.
    CHECK(times_of(10368000.3, {0.0F, 0.5F, 3600.0F, 86400.25F}) ==
          std::vector<std::string>{"10368000.3", "10368000.8", "10371600.3", "10454400.55"});
    CHECK(times_of(0.1, {0.0F, -0.2F}) == std::vector<std::string>{"0.1", "-0.1"});
}

TEST_CASE("csv_writer: times from 0 are as precise as binary32", "[lines]")
{
    CHECK(times_of(0.0, {0.0F, 0.2F, 100.05F, 12345678.0F, 1e-5F}) ==
          std::vector<std::string>{"0", "0.2", "100.05", "12345678", "1e-05"});
}

TEST_CASE("csv_writer: places are in the dataset's coordinates, as exact as they are from the origin",
          "[lines]")
{
    LineBlock block;
    block.lines = {{.points = 1}};
    block.points = {{-0.125F, 1.5F, 0.1F, 2.0F}};
    block.elapsed = {0.0F};
    const TemporaryFolder folder;
    for (const LineContent content : {LineContent::Points, LineContent::Ends}) {
        const auto writer = csv_writer(folder / "lines.csv", content, {500000.0, 5000000.0, 0.0});
        writer->add(block, std::vector{0.0});
        writer->finish();
        std::ifstream in{folder / "lines.csv"};
        std::string row;
        std::getline(in, row);
        std::getline(in, row);
        CHECK(row == (content == LineContent::Points ? "0,0,499999.875,5000001.5,0.1,2"
                                                     : "0,499999.875,5000001.5,0.1,0,0,cancelled"));
    }
}
