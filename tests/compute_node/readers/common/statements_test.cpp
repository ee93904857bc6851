#include "compute_node/readers/common/statements.h"
#include "tests/catch.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

using namespace farfield::compute;

namespace {

constexpr const char* page = FARFIELD_SOURCE_DIR "/docs/fields.md";
constexpr std::string_view begin_mark = "<!-- the table of statements -->\n\n",
                           end_mark = "\n<!-- end of the table of statements -->";

std::string text_of_page()
{
    std::ifstream file{page};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Where the table begins in the page, and how long it is.
std::pair<std::size_t, std::size_t> place_in(const std::string& text)
{
    const std::size_t begin = text.find(begin_mark), end = text.find(end_mark);
    REQUIRE(begin != std::string::npos);
    REQUIRE(end != std::string::npos);
    return {begin + begin_mark.size(), end - begin - begin_mark.size()};
}

}  // namespace

TEST_CASE("statements: docs/fields.md has the table that the readers have", "[statements]")
{
    const std::string text = text_of_page();
    const auto [begin, length] = place_in(text);
    INFO("dataset_tests \"[write-statements]\" writes it anew");
    CHECK(text.substr(begin, length) == table_of_statements());
}

TEST_CASE("statements: the table is written into docs/fields.md", "[.][write-statements]")
{
    std::string text = text_of_page();
    const auto [begin, length] = place_in(text);
    text.replace(begin, length, table_of_statements());
    std::ofstream{page} << text;
}

TEST_CASE("statements: a remark and a refusal say what is assumed, or why", "[statements]")
{
    for (const Statement& row : statements()) {
        INFO(row.format << ": " << row.names);
        CHECK_FALSE(row.names.empty());
        if (row.use == Use::Remarked) CHECK_FALSE(row.how.empty());
    }
}

TEST_CASE("statements: rows of a format stand together", "[statements]")
{
    const auto all = statements();
    for (auto row = all.begin(); row != all.end();) {
        const auto end = std::ranges::find_if(
            row, all.end(), [&](const Statement& other) { return other.format != row->format; });
        CHECK(std::none_of(end, all.end(),
                           [&](const Statement& other) { return other.format == row->format; }));
        row = end;
    }
}
