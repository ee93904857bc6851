#include "compute_node/node/calls/array_sum.h"

#include "compute_node/node/compute_service.h"
#include "model/geometry/byte_access.h"
#include "tests/catch.h"

#include <limits>
#include <vector>

using namespace farfield;
using namespace farfield::node;
using Catch::Matchers::ContainsSubstring;

namespace {

net::SharedBytes bytes_of(const std::vector<double>& numbers)
{
    const auto memory = std::make_shared<std::byte[]>(numbers.size() * sizeof(double));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        model::store_big(memory.get() + i * sizeof(double), numbers[i]);
    return {memory, numbers.size() * sizeof(double)};
}

std::vector<double> numbers_of(const net::SharedBytes& bytes)
{
    std::vector<double> numbers(bytes.size / sizeof(double));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = model::load_big<double>(bytes.memory.get() + i * sizeof(double));
    return numbers;
}

net::CallResult sum_of(const net::Json& params, const std::vector<double>& numbers)
{
    ComputeService service{NodeSettings{}};
    std::any kept;
    return service.call("array.sum", {params, bytes_of(numbers)}, {.cancel = {}, .kept = kept});
}

}  // namespace

TEST_CASE("array.sum: adds vectors element by element, in their order, in binary64", "[calls]")
{
    const auto sum = sum_of({{"vectors", 3}, {"count", 2}}, {1e16, 0.5, 1.0, -4.0, -1e16, 0.25});
    CHECK(numbers_of(sum.bytes) == std::vector{0.0, -3.25});
    CHECK(sum.result == net::Json::object());
}

TEST_CASE("array.sum: one vector is its own sum, whatever its numbers are", "[calls]")
{
    const auto sum =
        sum_of({{"vectors", 1}, {"count", 3}}, {-0.0, std::numeric_limits<double>::infinity(), 1e-320});
    CHECK(sum.bytes.size == 24);
    CHECK(numbers_of(sum.bytes) == std::vector{-0.0, std::numeric_limits<double>::infinity(), 1e-320});
}

TEST_CASE("array.sum: another number of bytes than its parameters say is refused", "[calls]")
{
    const net::Json params{{"vectors", 2}, {"count", 3}};
    CHECK_THROWS_WITH(sum_of(params, {1, 2, 3, 4, 5}), "parameter 'bytes': expected 48, 2 vectors of 3 "
                                                       "numbers, found 40");
    CHECK_THROWS_WITH(sum_of(params, {}), ContainsSubstring("expected 48, 2 vectors of 3 numbers, found 0"));
    CHECK_THROWS_WITH(sum_of({{"vectors", 16}, {"count", 4'294'967'295}}, {1}),
                      ContainsSubstring("expected 549755813760, "));
}

TEST_CASE("array.sum: numbers of vectors and elements out of range are refused", "[calls]")
{
    CHECK_THROWS_WITH(sum_of({{"vectors", 17}, {"count", 1}}, {1}), ContainsSubstring("from 1 to 16"));
    CHECK_THROWS_WITH(sum_of({{"vectors", 0}, {"count", 1}}, {1}), ContainsSubstring("from 1 to 16"));
    CHECK_THROWS_WITH(sum_of({{"vectors", 1}, {"count", 0}}, {1}), ContainsSubstring("'count'"));
    CHECK_THROWS_AS(sum_of({{"vectors", 1}}, {1}), model::FieldError);
    CHECK_THROWS_AS(sum_of({{"vectors", 1}, {"count", 4'294'967'296}}, {1}), model::FieldError);
}
