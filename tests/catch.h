#pragma once
// Catch2 3 where there is one, else the single header of Catch2 2 (Debian 12).
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#include <string>
namespace Catch::Matchers {
/// As version 3 calls it.
inline auto ContainsSubstring(const std::string& text)
{
    return Contains(text);
}
}  // namespace Catch::Matchers
#endif
