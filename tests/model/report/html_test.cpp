#include "model/report/html.h"

#include "tests/catch.h"

using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("html_text: marks and control characters are shown, not obeyed", "[report]")
{
    CHECK(html_text("<b a=\"1\">&\x1b[31m\n") == "&lt;b a=&quot;1&quot;&gt;&amp;?[31m\n");
}

TEST_CASE("html_page: the title is text, and nothing comes from elsewhere", "[report]")
{
    const std::string page = html_page("<x>", "<h1>body</h1>");
    CHECK_THAT(page, ContainsSubstring("<title>&lt;x&gt;</title>") && ContainsSubstring("<h1>body</h1>"));
    CHECK_THAT(page, !ContainsSubstring("http") && !ContainsSubstring("<script"));
}

TEST_CASE("html_table: rows of cells, with a head where there is one", "[report]")
{
    CHECK(html_table({"a"}, {{"1"}, {"2"}}) ==
          "<table><tr><th>a</th></tr>\n<tr><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>\n");
    CHECK_THAT(html_table({}, {{"x", "y"}}, "facts"),
               ContainsSubstring("<table class=\"facts\"><tr><td>x</td>"));
    CHECK(html_section("empty", "").empty());
}
