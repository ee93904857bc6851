#include "net/message/printable.h"

#include "tests/catch.h"

using farfield::net::is_utf8;
using farfield::net::printable;

TEST_CASE("printable: a text stays as it is, with its letters beyond ASCII", "[messages]")
{
    CHECK(printable("Zürich – 東京 …") == "Zürich – 東京 …");
}

TEST_CASE("printable: control characters and those that turn the direction become question marks",
          "[messages]")
{
    CHECK(printable("a\nb\x1b[31m\x7f") == "a?b?[31m?");
    CHECK(printable("x\u202Efdp.exe\u202C \u2066y\u2069") == "x?fdp.exe? ?y?");
}

TEST_CASE("printable: a long text ends in three dots", "[messages]")
{
    CHECK(printable("abcdef", 3) == "abc...");
    CHECK(printable("Zürich", 2) == "Z...");
}

TEST_CASE("printable: what is no UTF-8 becomes question marks", "[messages]")
{
    CHECK(printable("\xff\xfe a") == "?? a");
    CHECK(printable("\xe2\x80") == "?");
    CHECK(printable("\xc0\xaf"
                    "b\xed\xa0\x80"
                    "c") == "??b?c");  // too long a form, and half a surrogate pair
    CHECK(printable("\xc2\x9b"
                    "31m") == "?31m");  // a control character of Latin 1
}

TEST_CASE("is_utf8: each code point in its shortest form, and nothing else", "[messages]")
{
    for (const char* text : {"", "a", "Z\xc3\xbcrich", "\xe6\x9d\xb1", "\xf4\x8f\xbf\xbf", "\x01"})
        CHECK(is_utf8(text));
    for (const char* text :
         {"\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf5"})
        CHECK_FALSE(is_utf8(text));
}
