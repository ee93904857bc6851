#include "compute_node/readers/readers.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

using namespace farfield;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

/// Words of the first table of docs/fields.md, that of the formats.
std::set<std::string> words_of_documented_formats()
{
    std::ifstream page{std::filesystem::path{FARFIELD_SOURCE_DIR} / "docs/fields.md"};
    std::set<std::string> words;
    bool is_table = false;
    for (std::string line; std::getline(page, line) && (!is_table || line.starts_with('|'));) {
        is_table = line.starts_with('|');
        std::ranges::replace_if(
            line, [](char c) { return c == '`' || c == ',' || c == ';' || c == '|'; }, ' ');
        std::istringstream in{line};
        words.insert(std::istream_iterator<std::string>{in}, {});
    }
    return words;
}

bool is_in_lower_case(std::string_view text)
{
    return std::ranges::none_of(text,
                                [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; });
}

}  // namespace

TEST_CASE("all_formats: each that is read has a reader and a name of its own, and others have none",
          "[formats]")
{
    std::set<std::string_view> names;
    for (const Format& format : all_formats()) {
        CAPTURE(format.kind);
        CHECK(format.is_known());
        CHECK((format.read != nullptr) == format.is_read());
        CHECK((format.heading == nullptr || format.is_read()));
        CHECK((format.way.empty() || !format.is_read()));
        if (format.is_read()) CHECK(names.insert(format.name).second);
        if (format.is_read()) CHECK(&format_named(format.name) == &format);
    }
    CHECK_FALSE(format_named("").is_known());
}

TEST_CASE("all_formats: an ending is that of one format, and may be shared with others that are recognised",
          "[formats]")
{
    std::map<std::string_view, std::string_view> owners;
    for (const Format& format : all_formats())
        for (const std::string_view ending : format.endings) {
            CAPTURE(ending, format.name);
            CHECK(ending.starts_with('.'));
            CHECK(owners.emplace(ending, format.name).second);
            const std::string file = "flow" + std::string{ending};
            if (format.shared.empty()) CHECK(format_of(file).name == format.name);
        }
}

TEST_CASE("all_formats: words and first bytes are in lower case, as those that they are compared with",
          "[formats]")
{
    for (const Format& format : all_formats())
        for (const auto* words : {&format.netcdf_words, &format.beginnings, &format.hdf5_words, &format.names,
                                  &format.endings, &format.shared, &format.numbered})
            for (const std::string_view word : *words) {
                CAPTURE(format.kind, word);
                CHECK(is_in_lower_case(word));
            }
}

TEST_CASE("all_formats: the guide names each ending that is read", "[formats]")
{
    const std::set<std::string> words = words_of_documented_formats();
    for (const Format& format : all_formats())
        for (const auto* endings : {&format.endings, &format.shared})
            for (const std::string_view ending : *endings) {
                CAPTURE(format.name, ending);
                CHECK((ending.empty() || words.contains(std::string{ending})));
            }
}

TEST_CASE("format_of: names with the numbers of Exodus's meshes and parts", "[formats]")
{
    const TemporaryFolder folder;
    for (const char* name : {"out.e-s002", "out.e.4.0", "out.e-s002.4.0", "a.exo.12.11"})
        CHECK(format_of(folder.write(name, "CDF\x02")).name == "Exodus");
    CHECK(format_of(folder.write("out.e.4", "CDF\x02")).name != "Exodus");
}

TEST_CASE("read_files: a file of no known format is refused with all that are read", "[formats]")
{
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.write("flow.unheard", "neither this nor that");
    CHECK_THROWS_WITH(compute::read_files({file}, 100), ContainsSubstring("unknown ending '.unheard'"));
    for (const Format& format : all_formats())
        if (format.is_read())
            CHECK_THROWS_WITH(
                compute::read_files({file}, 100),
                ContainsSubstring(std::string{format.shown.empty() ? format.name : format.shown}));
}

TEST_CASE("read_files: what only mentions a format is not taken for it", "[formats]")
{
    const TemporaryFolder folder;
    const auto refuses = [&](const char* name, const std::string& bytes, const char* text) {
        CHECK_THROWS_WITH(compute::read_files({folder.write(name, bytes)}, 100), ContainsSubstring(text));
    };
    refuses("wind.json", "[{\"header\":{\"parameterCategory\":2",
            "it is a JSON file made of GRIB, which is not read");
    refuses("in.cdl", "netcdf in {\ndimensions:\n", "ncgen makes a NetCDF file of it");
    refuses("run.ncml", "<netcdf/>", "it is an NcML description of NetCDF files, which is not read");
}
