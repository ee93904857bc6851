#include "model/fields/description.h"
#include "model/programs/bundles/entities.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/slice.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_view.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace farfield;

namespace {

/// From its heading on to the next of the same rank.
std::string section_of(const std::string& page, const std::string& heading)
{
    const auto begin = page.find("\n" + heading + "\n");
    REQUIRE(begin != std::string::npos);
    const std::string rank = heading.substr(0, heading.find(' ') + 1);
    return page.substr(begin, page.find("\n" + rank, begin + 1) - begin);
}

/// The first and the second cell of each row of its tables.
std::vector<std::pair<std::string, std::string>> rows_of(const std::string& section)
{
    std::vector<std::pair<std::string, std::string>> rows;
    std::istringstream lines(section);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| ")) continue;
        const auto second = line.find('|', 1) + 1;
        rows.emplace_back(line.substr(0, second), line.substr(second, line.find('|', second) - second));
    }
    return rows;
}

/// That a table of the section has a row for each member, which says whether it may be absent.
template <class Params>
void check_section(const std::string& heading)
{
    static const auto page = farfield::test::read_text(FARFIELD_SOURCE_DIR "/docs/protocol.md");
    const auto rows = rows_of(section_of(page, heading));
    for (const model::FieldDescription& member : model::description_of<Params>()) {
        INFO(heading << ": " << member.name);
        std::string said;
        for (const auto& [names, words] : rows)
            if (said.empty() && names.find('`' + member.name + '`') != std::string::npos) said = words;
        REQUIRE(!said.empty());
        if (member.rules.required) CHECK(said.find("required") != std::string::npos);
        if (!member.otherwise.is_number()) continue;
        const double otherwise = member.otherwise;
        const auto place = said.find("default ");
        REQUIRE(place != std::string::npos);
        std::istringstream number(said.substr(place + 8));
        double written = -1.0;
        number >> written;
        CHECK(written == otherwise);
    }
}

}  // namespace

TEST_CASE("docs/protocol.md: each program's table has the members of its field list", "[model]")
{
    check_section<model::ParticleParams>("## 5. Program `particles`");
    check_section<model::LineParams>("## 9. Program `lines`");
    check_section<model::TerrainViewParams>("## 10. Program `terrain.view`");
    check_section<model::TerrainTilesParams>("### Program `terrain.tiles`");
    check_section<model::ViewshedParams>("### Program `terrain.viewshed`");
    check_section<model::TerrainImageParams>("### Program `terrain.image`");
    check_section<model::SliceParams>("## 14. Program `slice`");
    check_section<model::EntitiesParams>("## 18. Relay: program `entities`");
}
