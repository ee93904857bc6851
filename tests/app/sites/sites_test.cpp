#include "app/sites/sites.h"

#include <cstdlib>

#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

std::optional<net::Target> site_of(const std::string& text, const std::string& name = "cluster")
{
    const TemporaryFolder folder;
    return find_site(name, {folder.write("sites.toml", text)});
}

}  // namespace

TEST_CASE("A site has a target, a program, arguments of the node and of srun", "[sites]")
{
    const auto site = site_of(R"(
[workstation]
target = "10.0.0.7:7117"

[cluster]
target = "ssh://ada@login.example.org"
program = "/opt/farfield/bin/farfield-node"
node = ["--data", "/scratch/my flows"]
slurm = "-N1 -t 1:00:00"
)");
    REQUIRE(site);
    CHECK(site->way == net::Way{net::Way::Kind::Ssh,
                                "ada@login.example.org",
                                "/opt/farfield/bin/farfield-node",
                                {"--data", "/scratch/my flows"},
                                "-N1 -t 1:00:00"});
    CHECK(site_of("[workstation]\ntarget = '10.0.0.7:7117'\n", "workstation")->at ==
          net::HostPort{"10.0.0.7", 7117});
}

TEST_CASE("The first file with a table of the name describes the site", "[sites]")
{
    const TemporaryFolder folder;
    const std::string own = folder.write("own.toml", "[a]\ntarget = 'own'\n");
    const std::string shared =
        folder.write("shared.toml", "[a]\ntarget = 'shared'\n[b]\ntarget = 'shared'\n");
    CHECK(find_site("a", {own, shared})->at.host == "own");
    CHECK(find_site("b", {own, shared})->at.host == "shared");
    CHECK_FALSE(find_site("c", {own, shared, folder.file("none.toml")}));
    CHECK_FALSE(find_site("a:7117", {own}));
}

TEST_CASE("What is wrong with a site is said with file, line and what was expected", "[sites]")
{
    CHECK_THROWS_WITH(site_of("[cluster]\ntarget = 7\n"), ContainsSubstring("sites.toml:2:10: "));
    CHECK_THROWS_WITH(site_of("[cluster]\n"), ContainsSubstring("cluster.target"));
    CHECK_THROWS_WITH(site_of("[cluster]\ntarget = 'ssh://-x'\n"), ContainsSubstring("'-x'"));
    CHECK_THROWS_WITH(site_of("[cluster]\ntarget = 'h'\nslurm = '-N1'\n"),
                      ContainsSubstring("sites.toml:3") && ContainsSubstring("ssh://HOST"));
    CHECK_THROWS_WITH(site_of("[cluster]\ntarget = 'h'\nports = 1\n"), ContainsSubstring("ports"));
    CHECK_THROWS_WITH(site_of("cluster ="), ContainsSubstring("not TOML"));
}

TEST_CASE("Sites are described in the user's configuration and then in the machine's", "[sites]")
{
    const char* const before = std::getenv("XDG_CONFIG_HOME");
    const std::string kept = before != nullptr ? before : "";
    ::setenv("XDG_CONFIG_HOME", "/ada/conf", 1);
    CHECK(site_files() ==
          std::vector<std::filesystem::path>{"/ada/conf/farfield/sites.toml", "/etc/farfield/sites.toml"});
    ::unsetenv("XDG_CONFIG_HOME");
    ::setenv("HOME", "/ada", 1);
    CHECK(site_files().front() == "/ada/.config/farfield/sites.toml");
    if (before != nullptr) ::setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
}
