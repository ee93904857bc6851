#include "relay/json/line_splitter.h"

#include <string>
#include <vector>

#include "tests/catch.h"

using farfield::net::relay::LineSplitter;

namespace {

/// Lines as they were cut; "-" for one that is too long.
struct Cut {
    LineSplitter lines{8};
    std::vector<std::string> found;

    void add(std::string_view bytes)
    {
        lines.add(
            bytes, [this](std::string_view line) { found.emplace_back(line); },
            [this] { found.emplace_back("-"); });
    }
    void end()
    {
        lines.end([this](std::string_view line) { found.emplace_back(line); },
                  [this] { found.emplace_back("-"); });
    }
};

}  // namespace

TEST_CASE("LineSplitter: lines are the same however their bytes come", "[json]")
{
    const std::string text = "one\r\n\n12345678\ntwo\n123456789\n12345678\r\nlast";
    const std::vector<std::string> expected{"one", "", "12345678", "two", "-", "12345678", "last"};
    const auto part = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{100});
    Cut cut;
    for (std::size_t at = 0; at < text.size(); at += part) cut.add(std::string_view{text}.substr(at, part));
    cut.end();
    CHECK(cut.found == expected);
}

TEST_CASE("LineSplitter: a line without an end is one line that is too long", "[json]")
{
    Cut cut;
    for (int i = 0; i < 10'000; ++i) cut.add("0123456789");
    CHECK(cut.found.empty());
    cut.add("\nnext\n");
    CHECK(cut.found == std::vector<std::string>{"-", "next"});
}

TEST_CASE("LineSplitter: an end after a newline is no line", "[json]")
{
    Cut cut;
    cut.add("one\n");
    cut.end();
    CHECK(cut.found == std::vector<std::string>{"one"});
}
