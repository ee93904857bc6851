#include "net/overlay_parts.h"

#include "tests/catch.h"

using namespace farfield::net;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Has overlays of three parts, of lines that begin at how often one was read.
class Overlays final : public NodeService {
public:
    [[nodiscard]] std::vector<DatasetEntry> list_datasets() override { return {}; }
    [[nodiscard]] DatasetInfo open_dataset(const std::string&) override { return {}; }
    [[nodiscard]] std::unique_ptr<FrameSource> start_program(const ProgramStart&,
                                                             const std::stop_token&) override
    {
        return {};
    }
    [[nodiscard]] TerrainOverlay terrain_overlay(const std::string&, const std::string&,
                                                 const std::stop_token&) override
    {
        ++reads;
        TerrainOverlay whole;
        whole.lines.assign(3, std::vector<Point>(max_overlay_part_weight, {double(reads), 0.0, 0.0}));
        return whole;
    }

    int reads = 0;
};

/// How often the file had been read when the part was.
int reading_of(const TerrainOverlay& part)
{
    return static_cast<int>(part.lines.front().front()[0]);
}

}  // namespace

TEST_CASE("OverlayParts: a file is read once for all of its parts", "[terrain]")
{
    Overlays service;
    OverlayParts overlay;
    for (const std::uint32_t n : {0U, 1U, 1U, 2U}) {
        const TerrainOverlay part =
            overlay.part(service, {.terrain = "alps", .file = "roads", .part = n}, {});
        CHECK((part.part == n && part.parts == 3));
        CHECK(reading_of(part) == 1);
    }
    CHECK(service.reads == 1);
}

TEST_CASE("OverlayParts: a file is read again from part 0 on, and when its last part was asked for",
          "[terrain]")
{
    Overlays service;
    OverlayParts overlay;
    const auto reading = [&](std::uint32_t n, const std::string& file = "roads") {
        return reading_of(overlay.part(service, {.terrain = "alps", .file = file, .part = n}, {}));
    };
    CHECK(reading(0) == 1);
    CHECK(reading(1) == 1);
    CHECK(reading(0) == 2);
    CHECK(reading(2) == 2);
    CHECK(reading(1) == 3);
    CHECK(reading(1, "rivers") == 4);
    CHECK(reading(1) == 5);
}

TEST_CASE("OverlayParts: a part that there is none of is refused", "[terrain]")
{
    Overlays service;
    OverlayParts overlay;
    const TerrainOverlayCall call{.terrain = "alps", .file = "roads", .part = 3};
    CHECK_THROWS_WITH(overlay.part(service, call, {}),
                      ContainsSubstring("'part': expected an integer from 0 to 2, found 3"));
}
