#include "compute_node/support/csv/csv_transform.h"
#include "compute_node/support/text_file.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <span>
#include <string>

using namespace farfield;
using namespace farfield::compute::testing;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

const model::CsvColumns three{"things", {"a", "b", "c"}};

/// The sums of all rows of a text, written as answers.
std::string sums_of(const TemporaryFolder& folder, const std::string& text, int threads = 0)
{
    TextFile file{folder.write("in.csv", text), three.things};
    model::CsvRows rows{file.text(), "in.csv", three};
    AtomicText out{folder.file("out.csv")};
    const auto answer = [](std::uint64_t row, std::span<const double> n, std::string& to) {
        to +=
            std::to_string(row) + ":" + std::to_string(static_cast<int>(n[0] + 10 * n[1] + 100 * n[2])) + " ";
    };
    const auto fault = [](std::span<const double> n) { return n[0] < 0 ? "expected a positive a" : ""; };
    transform_rows(rows, out, {"sums", fault, answer}, threads);
    out.finish();
    return read_text(folder / "out.csv");
}

}  // namespace

TEST_CASE("CsvRows: columns are found by their names, or come in order", "[csv]")
{
    const TemporaryFolder folder;
    CHECK(sums_of(folder, "a,b,c\n1,2,3\n") == "sums\n0:321 ");
    CHECK(sums_of(folder, "\xEF\xBB\xBF\r\n id, c ,\"b\",x,a\r\n\r\n 7, 3,2,word, +1 \r\n") ==
          "sums\n0:321 ");
    CHECK(sums_of(folder, "1,2,3\n4,5,6") == "sums\n0:321 1:654 ");
}

TEST_CASE("CsvRows: a file of many blocks is read whole, for any number of threads", "[csv]")
{
    const TemporaryFolder folder;
    std::string text = "a,b,c,comment\n", wanted = "sums\n";
    for (int row = 0; row < 200'000; ++row) {
        text +=
            std::to_string(row % 10) + ",1,2," + std::string(static_cast<std::size_t>(row % 97), '-') + "\n";
        wanted += std::to_string(row) + ":" + std::to_string(row % 10 + 210) + " ";
    }
    REQUIRE(text.size() > 2 << 22);
    CHECK(sums_of(folder, text, 1) == wanted);
    CHECK(sums_of(folder, text, 2) == wanted);
}

TEST_CASE("CsvRows: commas and quotes within quotes are no ends of fields", "[csv]")
{
    const TemporaryFolder folder;
    CHECK(sums_of(folder, "a,\"of a, b\",b,c,d\n1,\"x,\"\"y\"\",z\",2,3, \"u,v\"\n4,plain,5,6,\"\"\n") ==
          sums_of(folder, "a,b,c\n1,2,3\n4,5,6\n"));
    CHECK(sums_of(folder, "a,b,c,d\n1,2,3,5\" wide\n") == sums_of(folder, "a,b,c\n1,2,3\n"));
    CHECK(contains(error_of([&] { (void)sums_of(folder, "a,b,c,d\n1,2,\"3,4\n"); }), "expected 4 values"));
}

TEST_CASE("CsvRows: what is wrong is named with its line", "[csv]")
{
    const TemporaryFolder folder;
    const auto fault = [&](const std::string& text) {
        return error_of([&] { (void)sums_of(folder, text); });
    };
    CHECK(contains(fault(""), "'in.csv': expected rows of a,b,c, found none"));
    CHECK(contains(fault("a,b,c\n"), "expected rows of a,b,c, found none"));
    CHECK(contains(fault("a,b\n1,2\n"), "line 1: expected a column 'c', found none; the columns are a,b"));
    CHECK(contains(fault("a,b,c,b\n1,2,3,4\n"), "expected a column 'b', found 2"));
    CHECK(contains(fault("1,2\n"), "line 1: expected 3 numbers, or a header with a,b,c; found 2 numbers"));
    CHECK(
        contains(fault("a,b,c\n1,2,3\n\n1,2\n"), "line 4: expected 3 values parted by commas, found '1,2'"));
    for (const char* number : {"nan", "inf", "1e999", "", "1x", "--1", "0x10"})
        CHECK(contains(fault("a,b,c\n1," + std::string{number} + ",3\n"),
                       "line 2: expected finite numbers for a,b,c, found '1,"));
    CHECK(contains(fault("a,b,c\n1,2,3\n-1,2,3\n-2,x,1\n"), "line 3: expected a positive a"));
    const std::string longest(model::max_csv_row_bytes + 1, ' ');
    CHECK(contains(fault("a,b,c\n" + longest + "\n"), "line 2: the line exceeds max_csv_row_bytes = 65536"));
    const std::string endless(9 << 20, '1');
    CHECK(contains(fault(endless), "line 1: the line exceeds max_csv_row_bytes"));
    CHECK(contains(error_of([&] { TextFile(folder.path(), "things"); }), "expected a file, found a folder"));
    CHECK(contains(error_of([&] { TextFile(folder / "none", "things"); }), "No such file"));
}
