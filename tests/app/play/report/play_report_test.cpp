#include "app/play/report/play_report.h"

#include <algorithm>

#include "app/play/report/report_folder.h"
#include "app/play/report/report_html.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

/// Three frames, drawn 10 ms apart, the second of which was dropped.
PlayReport three_of_four()
{
    PlayReport report;
    report.script = "<demo>.toml";
    report.settings["dataset"] = "circles";
    const std::array<std::uint64_t, 3> sequences{0, 2, 3};
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const auto n = static_cast<double>(i + 1);
        report.frames.push_back({.sequence = sequences[i],
                                 .compute_ms = n,
                                 .wait_ms = 0.25,
                                 .network_ms = 0.5,
                                 .ring_ms = 0.125,
                                 .draw_ms = 2.0 * n,
                                 .bytes = 1000,
                                 .drops = i == 1 ? 1U : 0U,
                                 .alive = 7,
                                 .hash = 0xABCD,
                                 .at_ms = 10.0 * n});
    }
    report.frames_received = 4;
    report.receiving_seconds = 0.03;
    return report;
}

/// Two pictures of two layers.
PlayReport two_layers()
{
    auto report = three_of_four();
    report.frames.push_back(report.frames.back());
    report.layers = {"ground", "smoke"};
    for (std::uint32_t i = 0; i < 4; ++i) {
        report.frames[i].sequence = i / 2;
        report.frames[i].layer = i % 2;
    }
    return report;
}

}  // namespace

TEST_CASE("totals_of: frames, bytes, drops and rates", "[report]")
{
    const auto totals = totals_of(three_of_four());
    CHECK(totals.bytes == 3000);
    CHECK(totals.drops == 1);
    CHECK(totals.drawn_frames_per_second == Approx(3 / 0.03));
    CHECK(totals.data_frames_per_second == Approx(3 / 0.03));  // four frames are three intervals
    CHECK(totals.megabytes_per_second == Approx(3000e-6 / 0.03));
}

TEST_CASE("statistics_of: a frame's total is the sum of its frame_parts", "[report]")
{
    const auto statistics = statistics_of(three_of_four());
    CHECK(statistics["draw_ms"]["median"] == Approx(4.0));
    CHECK(statistics["total_ms"]["min"] == Approx(1 + 0.25 + 0.5 + 0.125 + 2));
    CHECK(statistics["total_ms"]["max"] == Approx(3 + 0.25 + 0.5 + 0.125 + 6));
}

TEST_CASE("report_csv: a line of names, then a line for each drawn frame", "[report]")
{
    const auto csv = report_csv(three_of_four());
    CHECK(std::ranges::count(csv, '\n') == 4);
    CHECK_THAT(csv,
               Catch::Matchers::StartsWith(
                   "sequence,compute_ms,wait_ms,network_ms,ring_ms,draw_ms,bytes,drops,alive,hash,at_ms\n"));
    CHECK_THAT(csv,
               ContainsSubstring(
                   "2,2.000000,0.250000,0.500000,0.125000,4.000000,1000,1,7,000000000000abcd,20.000000\n"));
}

TEST_CASE("report_summary: megabytes a second are of the frames that were drawn", "[report]")
{
    CHECK_THAT(report_summary(three_of_four()), ContainsSubstring("3 frames drawn (100.0/s, 0.1 MB/s), 4 "));
}

TEST_CASE("report_summary: tells of seeds outside the domain, when there are any", "[report]")
{
    auto report = three_of_four();
    CHECK_THAT(report_summary(report), !ContainsSubstring("outside"));
    report.settings["seeds_outside"] = 12;
    CHECK_THAT(report_summary(report), ContainsSubstring("12 seeds lie outside the domain"));
}

TEST_CASE("report_summary: says whether a dataset or a terrain was played", "[report]")
{
    auto report = three_of_four();
    CHECK_THAT(report_summary(report), ContainsSubstring("complete of dataset circles\n"));
    report.settings.erase("dataset");
    report.settings["terrain"] = "alps.tif";
    CHECK_THAT(report_summary(report), ContainsSubstring("complete of terrain alps.tif\n"));
}

TEST_CASE("report_json: says how the playback ended", "[report]")
{
    auto report = three_of_four();
    CHECK(report_json(report)["status"] == "complete");
    report.status = PlayReport::Status::NodeLost;
    report.message = "gone";
    CHECK(report_json(report)["status"] == "node lost");
    CHECK(report_json(report)["message"] == "gone");
    CHECK(report_json(report)["totals"]["frames_drawn"] == 3);
}

TEST_CASE("report_json: a playback without a single frame is a report too", "[report]")
{
    const PlayReport nothing;
    CHECK(report_json(nothing)["totals"]["drawn_frames_per_second"] == 0.0);
    CHECK_THAT(report_html(nothing), ContainsSubstring("</html>"));
}

TEST_CASE("report_html: words of a node are text, whatever they hold", "[report]")
{
    PlayReport report = three_of_four();
    report.settings["dataset"] = "<img src=x>\x1b[31m";
    report.status = PlayReport::Status::NodeLost;
    report.message = "<b>m/s</b>";
    const auto html = report_html(report);
    CHECK_THAT(html, ContainsSubstring("&lt;img src=x&gt;?[31m") && !ContainsSubstring("<img src=x"));
    CHECK_THAT(html, ContainsSubstring("&lt;b&gt;m/s&lt;/b&gt;") && !ContainsSubstring("<b>m/s"));
}

TEST_CASE("report_html: is one page with charts, and shows names as text", "[report]")
{
    const auto html = report_html(three_of_four());
    CHECK_THAT(html, ContainsSubstring("&lt;demo&gt;.toml") && !ContainsSubstring("<demo>"));
    CHECK_THAT(html, ContainsSubstring("<svg") && ContainsSubstring("</html>"));
    CHECK_THAT(html, !ContainsSubstring("http://") && !ContainsSubstring("https://") &&
                         !ContainsSubstring("<script"));
}

TEST_CASE("ReportFolder: nothing is left when the report is not kept", "[report]")
{
    const TemporaryFolder folder;
    {
        const ReportFolder report(folder / "new");
    }
    CHECK_FALSE(std::filesystem::exists(folder / "new"));
}

TEST_CASE("ReportFolder: a new report replaces the earlier one and leaves strangers alone", "[report]")
{
    const TemporaryFolder folder;
    folder.write("report.json", "old");
    folder.write("frame-000007.png", "old");
    folder.write("notes.txt", "mine");
    {
        ReportFolder report(folder.path());
        report.write("report.json", "new");
        CHECK(read_text(folder / "report.json") == "old");
        report.keep();
    }
    CHECK(read_text(folder / "report.json") == "new");
    CHECK_FALSE(std::filesystem::exists(folder / "frame-000007.png"));
    CHECK(read_text(folder / "notes.txt") == "mine");
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("ReportFolder: a file in the folder's place is reported", "[report]")
{
    const TemporaryFolder folder;
    folder.write("file", "");
    CHECK_THROWS_WITH(ReportFolder(folder / "file"), ContainsSubstring("cannot write a report to"));
}

TEST_CASE("report: tells what is seen over ground, where a script asks", "[report]")
{
    auto report = three_of_four();
    CHECK_FALSE(report_json(report).contains("sight"));
    CHECK_THAT(report_html(report), !ContainsSubstring("Sight"));
    report.results = nlohmann::json::parse(R"({
        "viewshed": {"observer": [1, 2, 3], "seen_share": 0.25},
        "sight": [{"from": [562000, 5115900, 2], "lines": [
            {"to": [4, 5, 6], "visible": false, "clearance": -7.5, "blocked_at": [562000.5, 8, 9]},
            {"to": [4, 5, 6], "visible": null, "reason": "<off>", "clearance": null, "blocked_at": null}]}]})");
    const auto json = report_json(report);
    CHECK(json["sight"] == report.results["sight"]);
    CHECK(json["viewshed"]["seen_share"] == 0.25);
    const auto html = report_html(report);
    CHECK_THAT(html, ContainsSubstring("25.0 % of the ground is seen from 1, 2, 3"));
    CHECK_THAT(html, ContainsSubstring("<td>562000, 5115900, 2</td><td>4, 5, 6</td><td>hidden</td>"
                                       "<td>-7.500</td><td>562000.5, 8, 9</td>"));
    CHECK_THAT(html, ContainsSubstring("<td>&lt;off&gt;</td><td></td><td></td>"));
}

TEST_CASE("report_csv: with several layers a row names its layer", "[report]")
{
    const auto csv = report_csv(two_layers());
    CHECK(
        csv.starts_with("sequence,compute_ms,wait_ms,network_ms,ring_ms,draw_ms,bytes,drops,alive,hash,at_ms,"
                        "layer\n0,"));
    std::vector<std::string> layers;
    for (std::size_t end = csv.find('\n', csv.find('\n') + 1); end != std::string::npos;
         end = csv.find('\n', end + 1))
        layers.push_back(csv.substr(csv.rfind(',', end) + 1, end - csv.rfind(',', end) - 1));
    CHECK(layers == std::vector<std::string>{"ground", "smoke", "ground", "smoke"});
}

TEST_CASE("report_csv: triangles and level stand where a layer has them", "[report]")
{
    auto report = two_layers();
    report.frames[1].triangles = 1200;
    report.frames[1].level = 2;
    report.frames[3].level = 0;
    const auto csv = report_csv(report);
    CHECK_THAT(csv, ContainsSubstring(",hash,at_ms,triangles,level,layer\n"));
    CHECK_THAT(csv, ContainsSubstring(",,,ground\n"));
    CHECK_THAT(csv, ContainsSubstring(",1200,2,smoke\n"));
    CHECK_THAT(csv, ContainsSubstring(",,0,smoke\n"));
}

TEST_CASE("report: with several layers pictures are counted, not their frames", "[report]")
{
    const auto report = two_layers();
    CHECK(totals_of(report).pictures == 2);
    CHECK(totals_of(report).bytes == 4000);
    CHECK(report_json(report)["totals"]["frames_drawn"] == 2);
    CHECK_THAT(report_summary(report), ContainsSubstring("2 frames drawn"));
}

TEST_CASE("report_html: each of several layers has a chart under its name", "[report]")
{
    const auto html = report_html(two_layers());
    CHECK_THAT(html, ContainsSubstring("<h3>ground</h3><svg") && ContainsSubstring("<h3>smoke</h3><svg"));
    CHECK_THAT(html, ContainsSubstring("<b>2</b><span>frames drawn"));
    CHECK_THAT(report_html(three_of_four()), !ContainsSubstring("<h3>"));
}
