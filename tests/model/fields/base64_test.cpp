#include "model/fields/base64.h"

#include "tests/catch.h"
#include "tests/net/bytes.h"

#include <random>

using namespace farfield::model;
using namespace farfield::net::test;

TEST_CASE("base64: bytes are written as RFC 4648, section 10, has them")
{
    using Pair = std::pair<const char*, const char*>;
    for (const auto& [plain, text] :
         {Pair{"", ""}, Pair{"f", "Zg=="}, Pair{"fo", "Zm8="}, Pair{"foo", "Zm9v"}, Pair{"foob", "Zm9vYg=="},
          Pair{"fooba", "Zm9vYmE="}, Pair{"foobar", "Zm9vYmFy"}}) {
        CHECK(to_base64(bytes_of(plain)) == text);
        CHECK(from_base64(text) == bytes_of(plain));
    }
}

TEST_CASE("base64: any bytes come back as they were")
{
    std::mt19937 random{7};
    for (std::size_t size = 0; size < 100; ++size) {
        std::vector<std::byte> bytes(size);
        for (auto& byte : bytes) byte = static_cast<std::byte>(random());
        CHECK(from_base64(to_base64(bytes)) == bytes);
    }
}

TEST_CASE("base64: text that is none is refused")
{
    for (const char* text : {"Zg", "Zg=", "Z===", "====", "Zm9v\n", "Zm 9", "Zm9v Zg=", "Zm=v", "Zm9\x80"})
        CHECK_FALSE(from_base64(text));
}
