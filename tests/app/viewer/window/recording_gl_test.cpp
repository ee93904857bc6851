// Recordings in the window: what they hold is drawn, and cannot be changed.
#include <QAbstractButton>
#include <QComboBox>
#include <array>
#include <limits>

#include "model/data/dataset_info.h"
#include "model/programs/polylines.h"
#include "model/programs/program_answer.h"
#include "net/message/byte_order.h"
#include "net/recording/recording.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

constexpr std::uint32_t lines = 200, points_of_line = 3;  // two, and the one that ends it

/// An answer of lines straight through the unit cube.
std::vector<std::byte> answer(std::uint64_t number)
{
    const std::uint32_t points = lines * points_of_line;
    std::vector<std::byte> payload(model::polyline_payload_bytes(points, lines));
    const std::span<std::byte> all(payload);
    model::encode_preamble(model::PolylinePreamble{.lines = lines, .points = points, .answer = number},
                           all.first<model::polyline_preamble_bytes>());
    const auto put = [&](std::uint32_t point, const std::array<float, 4>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            net::store_big(&payload[model::polyline_preamble_bytes + (4 * point + i) * sizeof(float)],
                           values[i]);
    };
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (std::uint32_t line = 0; line < lines; ++line) {
        const float across = static_cast<float>(line) / lines;
        put(points_of_line * line, {0.0F, across, across, 0.9F});
        put(points_of_line * line + 1, {1.0F, across, 1.0F - across, 0.9F});
        put(points_of_line * line + 2, {nan, nan, nan, nan});
        const std::size_t records = model::polyline_preamble_bytes + std::size_t{20} * points;
        model::encode_record(
            {.seed = line, .first_point = points_of_line * line, .points = 2},
            all.subspan(records + line * model::line_record_bytes).first<model::line_record_bytes>());
    }
    return payload;
}

void record_lines(const std::string& file)
{
    model::DatasetInfo dataset;
    dataset.dataset = "cube";
    dataset.kind = "uniform";
    dataset.bounds.max = {1.0, 1.0, 1.0};
    dataset.scalars = {{"speed", "m/s", {{0.0, 50.0}}}, {"vorticity", "1/s"}};
    net::ProgramStart start;
    start.program = "lines";
    start.dataset = "cube";
    start.slot_bytes = answer(0).size();
    start.params = {{"rakes", {{{"kind", "point"}, {"at", {0, 0, 0}}}}}};
    model::ProgramAnswer program;
    program.lines = lines;
    program.parts = 1;
    program.frame_bytes = answer(0).size();
    program.scalar = {"vorticity", "1/s", {{0.0, 1.0}}};
    net::RecordingWriter writer(file,
                                net::head_of_stream(model::write(dataset), model::write(program), start));
    for (std::uint64_t frame = 0; frame < 5; ++frame) {
        const auto payload = answer(frame);
        net::MessageHeader header{.type = net::MessageType::Polylines, .stream = 1, .sequence = frame};
        header.payload_bytes = payload.size();
        writer.append(header, payload);
    }
}

}  // namespace

TEST_CASE("MainWindow: a recording of lines is drawn, in the colours of what was recorded", "[recording]")
{
    const TemporaryFolder folder;
    record_lines(folder.file("lines.ffr"));
    const NodeProcess node({"replay", folder.file("lines.ffr"), "--port", "0", "--rate", "30", "--loop"});
    const auto window = open_window(node.port(), "");
    REQUIRE(eventually([&] { return window->view().shown().has_value(); }));
    CHECK(drawings_of(window->view()).lines.parts.size() == 1);
    CHECK(eventually([&] { return coloured_pixels(window->view().picture(), window->view()) > 5000; }));
    CHECK(window->model().scalar().name == "vorticity");
    CHECK(window->model().colour_range() == render::ScalarRange{0.0F, 1.0F});
    CHECK(window->view().scene().legends.at(0).title == "vorticity");
    CHECK_FALSE(window->findChild<QAbstractButton*>(QStringLiteral("show_lines"))->isEnabled());
    CHECK(window->banner().line().isEmpty());
}
