#include "compute_node/datasets/dataset.h"
#include "model/geometry/byte_access.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <vtkNew.h>
#include <vtkZLibDataCompressor.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

static_assert(std::endian::native == std::endian::little);

/// Signed 16-bit values -100, -99, ... of 12 x 2 x 2 nodes (VTK takes a first axis of few for components), in
/// the machine's order.
std::string values()
{
    std::array<std::int16_t, 48> numbers{};
    std::iota(numbers.begin(), numbers.end(), std::int16_t{-100});
    std::string bytes(sizeof numbers, '\0');
    std::memcpy(bytes.data(), numbers.data(), sizeof numbers);
    return bytes;
}

std::string mha(const std::string& data)
{
    return "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
           "Offset = 10 20 30\nElementSpacing = 0.5 1 2\nDimSize = 12 2 2\nElementType = MET_SHORT\n"
           "ElementDataFile = LOCAL\n" +
           data;
}

std::string nrrd(const std::string& data)
{
    return "NRRD0004\ntype: short\ndimension: 3\nkinds: domain domain domain\nsizes: 12 2 2\nspacings: 0.5 1 "
           "2\nendian: little\n"
           "encoding: raw\n\n" +
           data;
}

/// A NIfTI-1 file (nifti.nimh.nih.gov/nifti-1): the header's members that matter, by their offsets.
std::string nifti(const std::string& data, float slope, float intercept)
{
    std::string header(352, '\0');
    const auto put = [&](std::size_t at, auto value) { std::memcpy(&header[at], &value, sizeof value); };
    put(0, std::int32_t{348});
    const std::array<std::int16_t, 8> dim{3, 12, 2, 2, 1, 1, 1, 1};
    for (std::size_t i = 0; i < dim.size(); ++i) put(40 + 2 * i, dim[i]);
    put(70, std::int16_t{4});  // signed short
    put(72, std::int16_t{16});
    const std::array<float, 4> pixdim{1.0F, 0.5F, 1.0F, 2.0F};
    for (std::size_t i = 0; i < pixdim.size(); ++i) put(76 + 4 * i, pixdim[i]);
    put(108, 352.0F);
    put(112, slope);
    put(116, intercept);
    header.replace(344, 4, std::string("n+1\0", 4));
    return header + data;
}

Dataset opened(const TemporaryFolder& folder, const std::string& name, const std::string& bytes,
               const DatasetLimits& limits = {})
{
    return open_dataset({folder.write(name, bytes)}, name, limits);
}

}  // namespace

TEST_CASE("read_volume: MetaImage, NRRD and NIfTI are scalars on a uniform grid", "[readers]")
{
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : {std::pair{"a.mha", mha(values())},
                                      {"b.nrrd", nrrd(values())},
                                      {"c.nii", nifti(values(), 0.0F, 0.0F)}}) {
        INFO(name);
        const Dataset dataset = opened(folder, name, bytes);
        const DatasetInfo& info = dataset.info();
        CHECK(info.kind == GridKind::Uniform);
        CHECK(info.dims.front() == glm::uvec3{12, 2, 2});
        CHECK(info.default_vector.empty());
        CHECK(info.default_scalar == "intensity");
        CHECK(info.position_units == "mm");
        CHECK(info.bounds.hi - info.bounds.lo == glm::dvec3{5.5, 1, 2});
        const auto& found = dataset.data().arrays.front().values;
        REQUIRE(found.size() == 48);
        for (std::size_t n = 0; n < 48; ++n) CHECK(found[n] == -100.0F + static_cast<float>(n));
    }
}

TEST_CASE("read_volume: MetaImage says where its first node is", "[readers]")
{
    const TemporaryFolder folder;
    CHECK(opened(folder, "a.mha", mha(values())).info().bounds.lo == glm::dvec3{10, 20, 30});
}

TEST_CASE("read_volume: NRRD's ends of axes are places, of nodes or of the cells around them", "[readers]")
{
    const TemporaryFolder folder;
    std::string header = nrrd(values());
    header.insert(header.find("endian"),
                  "axis mins: 100 10 -5\naxis maxs: 106 12 -1\ncenters: cell node cell\n");
    const Bounds bounds = opened(folder, "a.nrrd", header).info().bounds;
    CHECK(bounds.lo == glm::dvec3{100.25, 10.0, -4.0});
    CHECK(bounds.hi == glm::dvec3{105.75, 12.0, -2.0});
}

TEST_CASE("read_volume: a short first axis of NRRD is one of space where its header says so", "[readers]")
{
    const TemporaryFolder folder;
    const std::string axes =
        GENERATE("space dimension: 3\nspace directions: (0.5,0,0) (0,1,0) (0,0,2)\nspace origin: (0,0,0)",
                 "spacings: 0.5 1 2", "kinds: domain domain domain\naxis mins: 0 0 0\naxis maxs: 1 3 6");
    const Dataset dataset =
        opened(folder, "a.nrrd",
               "NRRD0005\ntype: short\ndimension: 3\nsizes: 3 4 4\nendian: little\nencoding: raw\n" + axes +
                   "\n\n" + values());
    CHECK(dataset.info().dims.front() == glm::uvec3{3, 4, 4});
    CHECK(dataset.info().bounds.lo == glm::dvec3{0, 0, 0});
    CHECK(dataset.info().bounds.hi == glm::dvec3{1, 3, 6});
    const auto& found = dataset.data().arrays.front().values;
    REQUIRE(found.size() == 48);
    for (std::size_t n = 0; n < 48; ++n) CHECK(found[n] == -100.0F + static_cast<float>(n));
}

TEST_CASE("read_volume: of NRRD's axes three are space, and volumes behind them are said", "[readers]")
{
    const TemporaryFolder folder;
    const auto sized = [](const std::string& sizes) {
        return "NRRD0005\ntype: short\ndimension: 4\nkinds: space space space list\nspace dimension: 3\n"
               "space directions: (1,0,0) (0,1,0) (0,0,1) none\nsizes: " +
               sizes + "\nendian: little\nencoding: raw\n\n" + values();
    };
    const DatasetInfo behind = opened(folder, "a.nrrd", sized("12 2 1 2")).info();
    CHECK(behind.dims.front() == glm::uvec3{12, 2, 1});
    CHECK(std::ranges::count(behind.remarks, "It has 2 volumes; this is the first.") == 1);
    CHECK_THROWS_WITH(
        (void)opened(folder, "b.nrrd", sized("1 12 2 2")),
        ContainsSubstring("expected three axes of space first, or alone, found sizes 1 x 12 x 2 x 2"));
}

TEST_CASE("read_volume: NIfTI's values are scaled by its slope and intercept", "[readers]")
{
    const TemporaryFolder folder;
    const Dataset dataset = opened(folder, "c.nii", nifti(values(), 2.0F, 1000.0F));
    CHECK(dataset.data().arrays.front().values[0] == 800.0F);
    CHECK(dataset.data().arrays.front().values[11] == 822.0F);
}

TEST_CASE("read_volume: lengths become mm by the unit that the file names, else are taken as such",
          "[readers]")
{
    const TemporaryFolder folder;
    const auto check = [&](const std::string& name, const std::string& bytes, double spacing,
                           const std::string& remark) {
        const Dataset dataset = opened(folder, name, bytes);
        CHECK(dataset.info().bounds.hi.x - dataset.info().bounds.lo.x == Approx(11 * spacing));
        CHECK(dataset.info().position_units == "mm");
        const auto& remarks = dataset.info().remarks;
        CHECK(std::ranges::any_of(remarks, [&](const std::string& r) { return r.starts_with(remark); }));
    };
    std::string micrometres = nifti(values(), 1.0F, 0.0F), metres = micrometres;
    micrometres[123] = 3;
    metres[123] = 1 + 8;  // and seconds
    check("um.nii", micrometres, 0.0005, "Lengths were converted from um to mm.");
    check("m.nii", metres, 500.0, "Lengths were converted from m to mm.");
    check("none.nii", nifti(values(), 1.0F, 0.0F), 0.5, "It names no unit of lengths");
    check("cm.mha", mha(values()).insert(mha(values()).find("Offset"), "DistanceUnits = cm\n"), 5.0,
          "Lengths were converted from cm to mm.");
    std::string header = nrrd(values());
    check("um.nrrd", header.insert(header.find("endian"), "units: \"um\" \"um\" \"um\"\n"), 0.0005,
          "Lengths were converted from um to mm.");
}

TEST_CASE("read_volume: compressed values that are not all there, or no such, are refused", "[readers]")
{
    const TemporaryFolder folder;
    const auto compressed = [&](const std::string& name, const std::string& data) {
        std::string bytes = mha(data);
        bytes.insert(bytes.find("ElementSpacing"),
                     fmt::format("CompressedData = True\nCompressedDataSize = {}\n", data.size()));
        return opened(folder, name, bytes);
    };
    std::string whole = values();
    vtkNew<vtkZLibDataCompressor> zlib;
    std::string packed(1000, '\0');
    packed.resize(zlib->Compress(reinterpret_cast<const unsigned char*>(whole.data()), whole.size(),
                                 reinterpret_cast<unsigned char*>(packed.data()), packed.size()));
    CHECK(compressed("whole.mha", packed).data().arrays.front().values[0] == -100.0F);
    CHECK_THROWS_WITH((void)compressed("cut.mha", packed.substr(0, packed.size() / 2)),
                      ContainsSubstring("expected 96 bytes of compressed values"));
    CHECK_THROWS_WITH((void)compressed("junk.mha", "junk!"), ContainsSubstring("junk.mha"));
}

TEST_CASE("read_volume: colours and lists of files are refused in words", "[readers]")
{
    const TemporaryFolder folder;
    std::string colours = mha(values() + values() + values());
    colours.insert(colours.find("ElementSpacing"), "ElementNumberOfChannels = 3\n");
    CHECK_THROWS_WITH((void)opened(folder, "rgb.mha", colours),
                      ContainsSubstring("one value at each node, found 3"));
    std::string list = mha("");
    list.replace(list.find("LOCAL"), 5, "LIST");
    CHECK_THROWS_WITH((void)opened(folder, "list.mhd", list), ContainsSubstring("list.mhd"));
}

TEST_CASE("read_volume: what is cut short, or no volume, or too large is one clear error", "[readers]")
{
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& name, const std::string& bytes, const DatasetLimits& limits) {
        try {
            (void)opened(folder, name, bytes, limits);
        } catch (const std::exception& error) {
            return std::string{error.what()};
        }
        return std::string{};
    };
    for (const char* name : {"x.mha", "x.nrrd", "x.nii"})
        CHECK_THAT(refused(name, "a text that is no volume", {}), ContainsSubstring(name));
    CHECK_THAT(refused("cut.mha", mha(values().substr(0, 10)), {}), ContainsSubstring("cut.mha"));
    (void)folder.write("cut.raw", values().substr(0, 10));
    std::string detached = mha("");
    detached.replace(detached.find("LOCAL"), 5, "cut.raw");
    CHECK_THAT(refused("cut.mhd", detached, {}), ContainsSubstring("96 bytes"));
    CHECK_THAT(refused("cut.nrrd", nrrd(values().substr(0, 10)), {}), ContainsSubstring("cut.nrrd"));
    CHECK_THAT(refused("cut.nii", nifti(values().substr(0, 10), 0.0F, 0.0F), {}),
               ContainsSubstring("cut.nii"));
    CHECK_THAT(refused("large.mha", mha(values()), {.max_nodes = 47}), ContainsSubstring("48"));
}
