#include "compute_node/readers/common/text_number.h"
#include "tests/catch.h"

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

using namespace farfield::compute;

TEST_CASE("text numbers: C's, Fortran's and Windows' spellings are the numbers that they stand for",
          "[text-numbers]")
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    using Spelled = std::pair<std::string_view, double>;
    for (const auto& [word, value] :
         {Spelled{"1.5", 1.5}, Spelled{"-2", -2.0}, Spelled{"+.5", 0.5}, Spelled{"1e-3", 1e-3},
          Spelled{"1.00000-105", 1e-105}, Spelled{"-0.25+100", -0.25e100}, Spelled{"+1.0+100", 1e100},
          Spelled{"1.0D+00", 1.0}, Spelled{"2.5d-3", 2.5e-3}, Spelled{"1.5Q2", 150.0},
          Spelled{".5-101", .5e-101}, Spelled{"1.0D-400", 0.0}, Spelled{"-1.0+400", -infinite},
          Spelled{"1e999", infinite}, Spelled{"Infinity", infinite}, Spelled{"-inf", -infinite},
          Spelled{"1.#INF", infinite}, Spelled{"-1.#INF00", -infinite}}) {
        INFO(word);
        CHECK(whole_number(word) == value);
    }
    for (const std::string_view word : {"NaN", "-nan", "1.#QNAN", "-1.#IND000", "nan(0x1)"}) {
        INFO(word);
        REQUIRE(whole_number(word));
        CHECK(std::isnan(*whole_number(word)));
    }
}

TEST_CASE("text numbers: what is no number is none", "[text-numbers]")
{
    for (const std::string_view word : {"****", "1,5", "abc", "", "+", "-", "+-1", "1.5-", "1.0D", "0x10",
                                        "1-2", "2024-01-01", "1.5.2", "1e5x"}) {
        INFO(word);
        CHECK_FALSE(whole_number(word));
    }
}

TEST_CASE("text numbers: a number ends where the next one of a fixed width begins", "[text-numbers]")
{
    CHECK(number_at("1.00000e+00-2.0")->length == 11);
    CHECK(number_at("0.500-250.0")->length == 5);
    CHECK(number_at("1.5)")->length == 3);
}

TEST_CASE("text numbers: a text is changed where C would read other numbers, and nowhere else",
          "[text-numbers]")
{
    CHECK_FALSE(with_plain_numbers("<DataArray Name=\"2D-x\">1.0 -2e-5 nan</DataArray>"));
    CHECK(with_plain_numbers("T2D-x \"3D+y\" 2-3\n<a>1.0D+00 0.5-105 7</a>\n1.#QNAN") ==
          "T2D-x \"3D+y\" 2-3\n<a>1       5e-106  7</a>\nnan    ");
    CHECK(word_that_is_no_number("VECTORS u float\n1.5 2 0.5-105 **** 1,5") == "****");
    CHECK(word_that_is_no_number("1.5 2 nan").empty());
}

TEST_CASE(
    "text numbers: foreign numbers of a fixed width, of which negative ones adjoin, stay in their places",
    "[text-numbers]")
{
    CHECK(with_plain_numbers("-0.12346-104-0.12346+104 7\n") == "-1.2346e-105-1.2346e+103 7\n");
    CHECK(with_plain_numbers("-0.12346D-03-0.50000D-03-0.25") == "-0.00012346 -0.0005     -0.25");
    CHECK(with_plain_numbers("1-0.5D+00-2.0") == "1-0.5    -2  ");
    CHECK(with_plain_numbers("-.1234567-10 .12345678D-3") == "-1234567e-17 12345678e-11");
    CHECK_FALSE(with_plain_numbers("-1.00000e+00-2.00000e+00 2-3 2024-01-01"));
    CHECK_FALSE(with_plain_numbers("-0.5D-03x -0.5D-030.5"));
}
