#include "model/calls/listing.h"

#include "net/message/limits.h"
#include "tests/catch.h"

#include <string>

using namespace farfield::net;
using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

namespace {

DatasetList files(int count)
{
    DatasetList list{.datasets = {{"analytic:abc", "analytic"}, {"analytic:cell", "analytic"}}};
    for (int n = 0; n < count; ++n) {
        const std::string number = std::to_string(n);
        list.datasets.push_back({std::string(6 - number.size(), '0') + number + ".vti", "file"});
    }
    return list;
}

std::vector<std::string> names_in(const Json& page)
{
    std::vector<std::string> names;
    for (const Json& entry : page["datasets"]) names.push_back(entry["name"]);
    return names;
}

}  // namespace

TEST_CASE("page_of: what fits one page is complete and has no next", "[listing]")
{
    const Json page = page_of(files(10), {}, max_control_bytes);
    CHECK(page["datasets"].size() == 12);
    CHECK(page["datasets"][2] == Json{{"name", "000000.vti"}, {"kind", "file"}});
    CHECK(page["complete"] == true);
    CHECK_FALSE(page.contains("next"));
}

TEST_CASE("page_of: pages together have every entry once, in order, and none is too long", "[listing]")
{
    const DatasetList all = files(1000);
    std::vector<std::string> names;
    ListCall call;
    int pages = 0;
    for (bool more = true; more; ++pages) {
        const Json page = page_of(all, call, 2000);
        CHECK(page.dump().size() <= 2000);
        for (const std::string& name : names_in(page)) names.push_back(name);
        const PageInfo info = read_answer<PageInfo>(page);
        more = info.next.has_value();
        CHECK(info.complete == !more);
        call.after = info.next;
    }
    CHECK(pages > 10);
    REQUIRE(names.size() == all.datasets.size());
    for (std::size_t i = 0; i < names.size(); ++i) CHECK(names[i] == all.datasets[i].name);
}

TEST_CASE("page_of: a page goes on where a file was that is gone since", "[listing]")
{
    const Json page = page_of(files(5), {.after = "000002.vti.old"}, max_control_bytes);
    CHECK(names_in(page) == std::vector<std::string>{"000003.vti", "000004.vti"});
    CHECK(page_of(files(5), {.after = "zz"}, max_control_bytes)["datasets"].empty());
}

TEST_CASE("page_of: an entry longer than a page is a page of its own", "[listing]")
{
    DatasetList list;
    list.datasets = {{"a" + std::string(500, 'x'), "file"}, {"b", "file"}};
    const Json page = page_of(list, {}, 100);
    CHECK(page["datasets"].size() == 1);
    CHECK(page["next"] == list.datasets[0].name);
    CHECK(names_in(page_of(list, {.after = page["next"]}, 100)) == std::vector<std::string>{"b"});
}

TEST_CASE("page_of: a name that is no UTF-8 is left out, and the list is not complete", "[listing]")
{
    TerrainList list{.terrains = {{"caf\xe9.hgt", "file"}, {"d.hgt", "file"}}};
    const Json page = page_of(list, {}, max_control_bytes);
    CHECK(page["terrains"] == Json{{{"name", "d.hgt"}, {"kind", "file"}}});
    CHECK(page["complete"] == false);
    CHECK_FALSE(page.contains("next"));
}

TEST_CASE("page_of: why a file is no terrain goes with it", "[listing]")
{
    const TerrainList list{.terrains = {{"a.tif", "file"}, {"b.tif", "other", "it is wind"}}};
    const Json page = page_of(list, {}, max_control_bytes);
    CHECK_FALSE(page["terrains"][0].contains("reason"));
    CHECK(page["terrains"][1]["reason"] == "it is wind");
}

TEST_CASE("page_of: a list that the node could not complete is not complete on its last page", "[listing]")
{
    TerrainList list{.terrains = {{"d.hgt", "file"}}, .complete = false};
    const PageInfo info = read_answer<PageInfo>(page_of(list, {}, max_control_bytes));
    CHECK_FALSE(info.complete);
    CHECK_FALSE(info.next);
}

TEST_CASE("list_call: an unknown parameter and one that is no text are named", "[listing]")
{
    CHECK(read<ListCall>({{"after", "a"}}).after == "a");
    CHECK_FALSE(read<ListCall>(Json::object()).after);
    CHECK_THROWS_WITH(read<ListCall>({{"after", 3}}), ContainsSubstring("after"));
    CHECK_THROWS_WITH(read<ListCall>({{"page", 3}}), ContainsSubstring("page"));
}

TEST_CASE("page_info: a node of before there were pages has one that is complete", "[listing]")
{
    const PageInfo info = read_answer<PageInfo>({{"datasets", Json::array()}});
    CHECK(info.complete);
    CHECK_FALSE(info.next);
}
