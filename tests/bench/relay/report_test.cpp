#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/relay/published_tables.h"
#include "bench/relay/report.h"
#include "bench/relay/report_cells.h"
#include "bench/relay/report_topologies.h"
#include "tests/catch.h"

namespace farfield::net::relay {
namespace {

/// A folder that is removed with this object.
class Folder {
public:
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("farfield-relay-report-" + std::to_string(::getpid()));
};

std::string text_in(const std::filesystem::path& file)
{
    std::ostringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
}

MeasuredTables one_cell_at_4000_of_128()
{
    MeasuredTables measured;
    for (const Way way : {Way::Recv, Way::Session})
        measured.by_size.push_back({.way = way,
                                    .sizes = {128},
                                    .rates = {4'000.0},
                                    .cells = {{{.cpu_percent = way == Way::Recv ? 2.5 : 0.5}}},
                                    .most = {}});
    return measured;
}

}  // namespace

TEST_CASE("write_report: every published number stands on the page", "[relay][bench]")
{
    const Folder folder;
    write_report(folder.path, {"relay", {}}, {});
    const std::string page = text_in(folder.path / "relay.html");
    for (const PublishedTable& table : published_tables()) {
        std::size_t from = page.find("<h3 id=\"" + table.name + "\"");
        REQUIRE(from != std::string::npos);
        for (const auto& row : table.rows)
            for (const std::string& number : row) {
                if (number.find_first_of("<>&\"") != std::string::npos) continue;
                from = page.find("<td>" + number, from);
                REQUIRE(from != std::string::npos);
            }
    }
}

TEST_CASE("write_report: the document has the figures and the tables", "[relay][bench]")
{
    const Folder folder;
    const double samples[]{2.0};
    write_report(folder.path, {"relay", {model::figure_of("relay.x", "ratio", samples)}}, {});
    const Json document = Json::parse(text_in(folder.path / "relay.json"));
    CHECK(document.at("results").at(0).at("name") == "relay.x");
    CHECK(document.at("tables").at("published").size() == published_tables().size());
}

TEST_CASE("measured_beside: stands where rate and size are those of the thesis, and nowhere else",
          "[relay][bench]")
{
    const MeasuredTables measured = one_cell_at_4000_of_128();
    for (const PublishedTable& table : published_tables()) {
        if (table.name != "table_4-2") continue;
        CHECK(measured_beside(table, 5, 2, measured) == "2.50; 0.50");
        CHECK(measured_beside(table, 5, 1, measured).empty());
        CHECK(measured_beside(table, 4, 2, measured).empty());
    }
}

TEST_CASE("topology_beside: stands in the tables of its network, by load and row", "[relay][bench]")
{
    const std::vector<MeasuredTopology> measured{
        {.title = "switched",
         .tables = {"table_4-16", "table_4-17"},
         .cells = {
             {"450/4k", {.percent = {{"host_link", 11.5}}, .delay_p50_ms = 0.4, .delay_p99_ms = 2.0}}}}};
    for (const PublishedTable& table : published_tables()) {
        const bool is_links = table.name == "table_4-16", is_delays = table.name == "table_4-17";
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const std::string found = topology_beside(table, row, 4, measured);
            if (is_links)
                CHECK(found == "11.5");
            else if (is_delays && table.at(row, 0) == "message_delay_ms")
                CHECK(found == "0.4 / 2.0");
            else
                CHECK(found.empty());
            if (table.columns.size() > 5) CHECK(topology_beside(table, row, 5, measured).empty());
        }
    }
}

TEST_CASE("write_report: a folder that cannot be made is named", "[relay][bench]")
{
    CHECK_THROWS_AS(write_report("/proc/none/here", {"relay", {}}, {}), std::runtime_error);
}

}  // namespace farfield::net::relay
