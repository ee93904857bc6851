// Binary Tecplot files that PyPI's tecio 2.0.6 wrote, packed with zlib, and one of the other byte order that
// is written here after the Data Format Guide.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// Two zones of 3 by 3 nodes: X, Y, U = X + 10 t, V = 1, and P = 1 to 4 in the cells, at times 0 and 0.5.
constexpr std::string_view plane =
    "78da53560c7109333434626480803420ce01e27c202e878ab1027104941d09a543a17418940e80d20c0d539d0b"
    "a0ccff40003317c607d1c86230802cc60cc58c04cd7c604fbe999b9c41e63242c5d031030ef3fee300684a1d88"
    "e37fb0c74e0b40e51bec116a71b1e11eb24760b09c0361bd3036b25e7c18a6cf01a4c7011637f40d4311282d43"
    "c7305c00c40780f8011e36f961080090bd816e";
constexpr std::size_t plane_bytes = 900;

/// A zone of two bricks, 3 by 2 by 2 nodes, in doubles: X, Y, Z, u = X, v = 0, w = 2.
constexpr std::string_view bricks =
    "78da53560c7109333434626480803420ce01e27c202e878ab1017104941d09a5a3a07429942e83d2303d0c0d53"
    "9d93a0ccff50c080c46705d2303bf1011e2066c226d1b0c919640713541e1de3339b11c94dd8009a720754ee07"
    "7bfc7c74f518e2b8cca391383a80a943a7a9a59e547308994feff0a11a70a0250d4ac32c40cc0ccd9fec40cc05"
    "c49c5039501e6085aa01c971003137540d00773152d6";
constexpr std::size_t bricks_bytes = 1012;

std::string unpacked(std::string_view hex, std::size_t bytes)
{
    std::vector<unsigned char> packed;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        packed.push_back(static_cast<unsigned char>(std::stoi(std::string{hex.substr(i, 2)}, nullptr, 16)));
    std::string out(bytes, '\0');
    uLongf length = bytes;
    REQUIRE(uncompress(reinterpret_cast<unsigned char*>(out.data()), &length, packed.data(), packed.size()) ==
            Z_OK);
    REQUIRE(length == bytes);
    return out;
}

TimeSeries open_bytes(const TemporaryFolder& folder, const std::string& bytes)
{
    return open_series({folder.write("flow.plt", bytes)});
}

/// Words with the first byte first.
class BigEndian {
public:
    template <class Number>
    BigEndian& put(Number value)
    {
        std::string raw(reinterpret_cast<const char*>(&value), sizeof value);
        std::reverse(raw.begin(), raw.end());
        bytes += raw;
        return *this;
    }
    BigEndian& words(const std::vector<std::int32_t>& all)
    {
        for (const std::int32_t word : all) put(word);
        return *this;
    }
    BigEndian& text(std::string_view all)
    {
        for (const char c : all) put<std::int32_t>(c);
        return words({0});
    }
    std::string bytes;
};

/// One triangle, U = 3.
std::string triangle(std::int32_t zone_type = 2)
{
    BigEndian file;
    file.bytes = "#!TDV112";
    file.words({1, 0}).text("t").words({3}).text("X").text("Y").text("U");
    file.put(299.0F).text("z").words({-1, -1}).put(0.0).words({-1, zone_type, 0, 0, 0, 3, 1, 0, 0, 0, 0});
    file.put(357.0F).put(299.0F).words({1, 1, 4, 0, 0, -1});
    for (const double limit : {0.0, 1.0, 0.0, 1.0, 3.0, 3.0}) file.put(limit);
    for (const float place : {0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F}) file.put(place);
    for (int n = 0; n < 3; ++n) file.put(std::int16_t{3});
    return file.words({0, 1, 2}).bytes;
}

/// The triangle at the times 1 and 2 of strand 0, with a neighbour of a face that the writer names.
std::string triangles_of_strand()
{
    BigEndian file;
    file.bytes = "#!TDV112";
    file.words({1, 0}).text("t").words({3}).text("X").text("Y").text("U");
    for (const double time : {1.0, 2.0}) {
        file.put(299.0F).text("z").words({-1, 0}).put(time);
        file.words({-1, 2, 0, 0, 1, 0, 1, 3, 1, 0, 0, 0, 0});
    }
    file.put(357.0F);
    for (const float u : {3.0F, 4.0F}) {
        file.put(299.0F).words({1, 1, 1, 0, 0, -1});
        for (const double limit : {0.0, 1.0, 0.0, 1.0, 3.0, 4.0}) file.put(limit);
        for (const float value : {0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F, u, u, u}) file.put(value);
        file.words({0, 1, 2}).words({0, 0, 0});
    }
    return file.bytes;
}

}  // namespace

TEST_CASE("Tecplot, binary: zones of strand 0 are time steps, and neighbours of faces passed over",
          "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_bytes(folder, triangles_of_strand());
    CHECK(series.times() == std::vector<double>{0.0, 1.0});
    CHECK(series.info().nodes == 3);
    CHECK(series.read(1).arrays.front().values.front() == 4.0F);
}

TEST_CASE("Tecplot, binary: ordered zones at their times, with values in cells", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_bytes(folder, unpacked(plane, plane_bytes));
    CHECK(series.info().format == "Tecplot");
    CHECK(series.info().default_vector == "U,V");
    CHECK(series.info().nodes == 9);
    CHECK(series.times() == std::vector<double>{0.0, 0.5});
    const auto sample = series.first().field({"U,V", "P"})->sample({1.0F, 1.0F, 0.0F});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(1.0F));
    CHECK(sample->velocity.y == Approx(1.0F));
    CHECK(sample->scalar == Approx(2.5F));  // the mean of 1 to 4
    const GridData later = series.read(1);
    const auto u = std::ranges::find(later.arrays, "U", &NodeValues::name);
    REQUIRE(u != later.arrays.end());
    CHECK(u->values.front() == 5.0F);
}

TEST_CASE("Tecplot, binary: a zone of bricks", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_bytes(folder, unpacked(bricks, bricks_bytes));
    REQUIRE(series.info().cells.size() == 1);
    CHECK(series.info().cells.front().kind == CellKind::Hexa);
    CHECK(series.info().cells.front().cells == 2);
    const auto sample = series.field()->sample({1.5F, 0.5F, 0.5F});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(1.5F));
    CHECK(sample->velocity.z == Approx(2.0F));
}

TEST_CASE("Tecplot, binary: the other byte order, and values in 16 bits", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_bytes(folder, triangle());
    CHECK(series.info().nodes == 3);
    const auto u = std::ranges::find(series.info().arrays, "U", &ArrayInfo::name);
    REQUIRE(u != series.info().arrays.end());
    CHECK(u->max == Approx(3.0));
}

TEST_CASE("Tecplot, binary: what is cut short, or not read, is one error that names it", "[tecplot]")
{
    const TemporaryFolder folder;
    const auto error_of_bytes = [&](const std::string& bytes) {
        return error_of([&] { (void)open_bytes(folder, bytes); });
    };
    for (const auto& whole : {unpacked(plane, plane_bytes), unpacked(bricks, bricks_bytes), triangle()})
        for (std::size_t length = 8; length < whole.size(); length += 3)
            CHECK(contains(error_of_bytes(whole.substr(0, length)), "truncated"));
    CHECK(contains(error_of_bytes(triangle(6)), "polygons, polyhedra"));
    std::string other = triangle();
    other.replace(5, 3, "102");
    CHECK(contains(error_of_bytes(other), "binary Tecplot file of version 102"));
    CHECK(contains(error_of_bytes("#!SZPLT and more"), "Tecplot file of subzones (.szplt)"));
}
