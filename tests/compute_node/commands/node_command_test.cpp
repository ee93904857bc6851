// The program farfield-node as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include <sys/stat.h>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

TEST_CASE("farfield-node: wrong usage is one line and code 2", "[command]")
{
    check_one_line_error("", 2, "subcommand");
    check_one_line_error("info", 2, "FILE");
    check_one_line_error("info --nonsense x", 2, "--nonsense");
    check_one_line_error("bench nonsense", 2, "nonsense");
    check_one_line_error("trace analytic:abc --seeds s.csv --out o.csv --step 1 --step 2", 2,
                         "--step is given 2 times, expected once");
}

TEST_CASE("farfield-node: more threads than the limit are wrong usage", "[command]")
{
    const std::string trace = "trace analytic:abc --seeds s.csv --out o.csv --threads ";
    for (const std::string& command : {trace, std::string{"serve --port 0 --threads "}})
        for (const char* threads : {"1025", "100000000", "9999999999", "-1", "1.5", "many"})
            check_one_line_error(command + threads, 2, "expected a number of threads from 0 to 1024");
    check_one_line_error(trace + "1024", 1, "s.csv");
}

TEST_CASE("farfield-node info: what cannot be read is one line and code 1", "[command]")
{
    const TemporaryFolder folder;
    folder.write("empty.vtk", "");
    std::ofstream{folder / "garbage.nc"} << "this is no NetCDF file";
    check_one_line_error("info nothing-here.vtk", 1, "no such file");
    check_one_line_error("info " + (folder / "empty.vtk").string(), 1, "empty");
    check_one_line_error("info " + (folder / "garbage.nc").string(), 1, "not a NetCDF file");
    check_one_line_error("info '" + (folder / "u_*.nc").string() + "'", 1, "no file is named so");
    check_one_line_error("info analytic:whirlpool", 1, "no built-in field");
    check_one_line_error("info analytic:abc:1", 1, "expected 2 to");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they write lines of their own
TEST_CASE("farfield-node: a file that its library does not survive is one line and code 1", "[command]")
{
    const TemporaryFolder folder;
    const std::string file = (folder / "cells.vtk").string(), seeds = (folder / "s.csv").string();
    std::ofstream{file} << "# vtk DataFile Version 3.0\nmany\nASCII\nDATASET UNSTRUCTURED_GRID\n"
                           "POINTS 3 float\n0 0 0 1 0 0 0 1 0\nCELLS 2000000000 8000000000\n3 0 1 2\n";
    std::ofstream{seeds} << "x,y,z\n0,0,0\n";
    check_one_line_error("info " + file, 1, "cells.vtk");
    check_one_line_error("trace " + file + " --seeds " + seeds + " --out " + seeds + ".vtp", 1, "cells.vtk");
}
#endif

TEST_CASE("farfield-node info: a pipe is refused without waiting for it", "[command]")
{
    const TemporaryFolder folder;
    for (const char* name : {"pipe.vtk", "pipe.nc"}) {
        REQUIRE(mkfifo((folder / name).c_str(), 0600) == 0);
        check_one_line_error("info " + (folder / name).string(), 1,
                             std::string{name} + "': expected a file, found a pipe");
    }
}

// Sanitizers take far more addresses than the limit.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("farfield-node: a field that no memory is left for is reported with what it takes", "[command]")
{
    const TemporaryFolder folder;
    std::ofstream{folder / "s.csv"} << "x,y,z\n1,2,3\n";
    const std::string path = folder.path().string();
    for (const std::string& command :
         {std::string{"info analytic:cell:512"},
          "trace analytic:cell:512 --seeds " + path + "/s.csv --out " + path + "/o.csv"}) {
        const Outcome outcome = run_node(command + " 2>&1", "ulimit -v 1500000; ");
        INFO(outcome.out);
        CHECK(outcome.code == 1);
        CHECK(outcome.out ==
              "farfield-node: no memory for 'analytic:cell:512': it takes about 3584 MiB, more "
              "than there is; a smaller N takes less\n");
    }
    CHECK(std::distance(std::filesystem::directory_iterator{folder.path()}, {}) == 1);
}
#endif

TEST_CASE("farfield-node: every command has help with an example", "[command]")
{
    for (const std::string command : {"info", "bench"}) {
        const Outcome help = run_node(command + " --help");
        CHECK(help.code == 0);
        CHECK(contains(help.out, "Example: farfield-node " + command));
    }
}

TEST_CASE("farfield-node info --json: one document with dimensions, bounds and arrays", "[command]")
{
    const Outcome outcome = run_node("info --json analytic:taylor-green:9");
    REQUIRE(outcome.code == 0);
    const auto json = nlohmann::json::parse(outcome.out);
    CHECK(json["kind"] == "uniform");
    CHECK(json["dims"] == nlohmann::json{{9, 9, 9}});
    CHECK(json["bounds"]["max"][2].get<double>() == Approx(6.283185307179586));
    CHECK(json["arrays"][0]["components"] == 3);
    CHECK(json["arrays"][0]["range"][1].get<double>() == Approx(1.0));  // |sin x| at x = pi / 2, y = z = 0
}

TEST_CASE("farfield-node info: ranges of derived scalars are worked out when they are asked for", "[command]")
{
    const auto vorticity_of = [](const std::string& options) {
        const Outcome outcome = run_node("info --json analytic:abc:33" + options);
        REQUIRE(outcome.code == 0);
        const auto json = nlohmann::json::parse(outcome.out);
        REQUIRE(json["derived"][0]["name"] == "vorticity");
        return std::pair{json["derived"][0]["range"][1], json["arrays"][0]["range"][1]};
    };
    CHECK(vorticity_of("").first.is_null());
    const auto [vorticity, speed] = vorticity_of(" --derived");
    CHECK(vorticity.get<double>() ==
          Approx(speed.get<double>()).epsilon(0.02));  // the curl of an ABC flow is the flow
}

TEST_CASE("farfield-node bench: a figure that there is not is refused, with those that there are",
          "[command]")
{
    const Outcome done = run_node("bench trace --only trace.nothing 2>&1");
    CHECK(done.code == 1);
    CHECK(contains(done.out, "no figure's name begins with 'trace.nothing'; there are trace.cell.128.97336"));
    const Outcome terrain = run_node("bench --only terrain.nothing 2>&1");
    CHECK(terrain.code == 1);
    CHECK(contains(terrain.out,
                   "no figure's name begins with 'terrain.nothing'; there are terrain.build.POSTS"));
}

// Sanitizers take minutes for the steps of all runs.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("farfield-node bench ray --json: seconds of each form, and what the thesis's rule makes of them",
          "[command]")
{
    const Outcome done = run_node("bench ray --json");
    REQUIRE(done.code == 0);
    const auto json = nlohmann::json::parse(done.out);
    CHECK(json["suite"] == "ray");
    std::map<std::string, nlohmann::json> figures;
    for (const auto& figure : json["results"]) figures[figure["name"]] = figure;
    for (const char* name : {"ray.raster.threads1", "ray.blocked.threads1", "ray.vector.threads1"}) {
        INFO(name);
        REQUIRE(figures.count(name) == 1);
        CHECK(figures[name]["unit"] == "s");
        CHECK(figures[name]["runs"] >= 7);
        CHECK(figures[name]["min"] > 0.0);
        CHECK(figures[name]["min"] <= figures[name]["median"]);
        CHECK(figures[name]["median"] <= figures[name]["max"]);
    }
    const std::string all = ".threads" + std::to_string(std::max(1U, std::thread::hardware_concurrency()));
    REQUIRE(figures.count("ray.raster" + all) == 1);
    const double seconds = figures["ray.raster" + all]["median"];
    CHECK(figures["ray.thesis.frames_predicted"]["unit"] == "frames/s");
    CHECK(figures["ray.thesis.frames_predicted"]["median"].get<double>() == Approx(20.0 / seconds));
    CHECK(figures["ray.thesis.frames_measured"]["unit"] == "frames/s");
    CHECK(figures["ray.thesis.frames_measured"]["min"] > 0.0);
}

TEST_CASE("farfield-node bench terrain --only: the figures of that name, frames by pixels are rays",
          "[command]")
{
    const auto figure = [](const std::string& name) {
        const Outcome done = run_node("bench terrain --json --only " + name);
        REQUIRE(done.code == 0);
        const auto json = nlohmann::json::parse(done.out);
        CHECK(json["suite"] == "terrain");
        REQUIRE(json["results"].size() == 1);
        CHECK(json["results"][0]["name"] == name);
        return json["results"][0];
    };
    const auto speed = figure("terrain.view.1024.256x256.low.detail1.threads1");
    CHECK(speed["unit"] == "Mrays/s");
    CHECK(speed["runs"] >= 5);
    CHECK(speed["min"] > 0.0);
    CHECK(speed["min"] <= speed["median"]);
    CHECK(speed["median"] <= speed["max"]);
    // 4 x 4 cells take 128 bytes, and a third of a float more for maxima of blocks and above.
    CHECK(figure("terrain.bytes_per_post.1024")["median"].get<double>() ==
          Approx(8.0 + 4.0 / 3.0 / 4.0).epsilon(0.01));
}
#endif

TEST_CASE("farfield-node: the first signal ends a command that waits for rows from its standard input",
          "[command]")
{
    const TemporaryFolder folder;
    const std::string pipe = folder.file("pipe"), out = folder.file("out.csv");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string command :
         {"cast fractal:9 --rays ", "sight fractal:9 --pairs ", "trace analytic:abc --seeds "}) {
        // It is in wait once it has the pipe, to which nothing is written, a second time.
        const Outcome stopped = run_node(command + "/dev/stdin --out " + out + " <> " + pipe +
                                         " 2>&1 & P=$!; until [ $(ls -l /proc/$P/fd | grep -c '" + pipe +
                                         "') -gt 1 ]; do sleep 0.01; done; kill $P; wait $P");
        INFO(command << ": " << stopped.out);
        CHECK(stopped.code == 1);
        CHECK(contains(stopped.out, "interrupted; '" + out + "' was not written"));
        CHECK_FALSE(std::filesystem::exists(out));
    }
}

TEST_CASE("farfield-node: a pipe in the place of a file with rows is refused without waiting for it",
          "[command]")
{
    const TemporaryFolder folder;
    const std::string pipe = folder.file("pipe"), rows = folder.write("rows.csv", "x,y,z\n0,0,1\n"),
                      out = " --out " + folder.file("out.csv");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& name : {pipe, std::string{"/dev/fd/9"}})
        for (const std::string& command :
             {"cast fractal:9 --rays " + name, "sight fractal:9 --pairs " + name,
              "sight fractal:9 --observer 1,1,1 --targets " + name, "trace analytic:abc --seeds " + name,
              "traveltimes constant:1000 --spacing 1 --sources " + name + " --receivers " + rows,
              "traveltimes constant:1000 --spacing 1 --sources " + rows + " --receivers " + name,
              "tomography " + name}) {
            const Outcome refused = run_node(command + out + " 2>&1", "9<> " + pipe + " ");
            INFO(command << ": " << refused.out);
            CHECK(refused.code == 1);
            CHECK(contains(refused.out, " '" + name +
                                            "': expected a file, found a pipe; a pipe is read from the "
                                            "standard input alone, which is /dev/stdin\n"));
        }
}

TEST_CASE("farfield-node: rows come from the standard input as from a file", "[command]")
{
    const TemporaryFolder folder;
    const std::string out = folder.file("out.csv");
    const std::string node{FARFIELD_NODE};
    const Outcome done = run_node("--version; (echo 0,0,99999,0,0,1; echo 0,0,99999,0,0,2) | " + node +
                                  " cast fractal:9 --rays /dev/stdin --out " + out + " 2>&1");
    INFO(done.out);
    CHECK(done.code == 0);
    CHECK(farfield::test::read_text(out) ==
          "ray,range,x,y,z,hit\n0,nan,nan,nan,nan,sky\n1,nan,nan,nan,nan,sky\n");
}

TEST_CASE("farfield-node: refraction without curvature is wrong usage of all that look over a terrain",
          "[command]")
{
    for (const std::string command : {"view fractal:9 --eye 0,0,9000", "cast fractal:9 --rays r.csv",
                                      "sight fractal:9 --pairs p.csv", "viewshed fractal:9 --observer 9,9,9"})
        check_one_line_error(command + " --out o.csv --refraction 0.2", 2,
                             "--refraction requires --curvature");
}

TEST_CASE("farfield-node: endings of files to write may be in capitals", "[command]")
{
    const TemporaryFolder folder;
    const std::string view = "view fractal:9 --eye 100,100,9000 --size 8x8 --out ";
    for (const std::string name : {"x.TIF", "x.PNG"}) CHECK(run_node(view + folder.file(name)).code == 0);
    CHECK(farfield::test::read_text(folder / "x.PNG").substr(1, 3) == "PNG");
    CHECK(run_node("viewshed fractal:9 --observer 100,100,9 --out " + folder.file("y.Tiff")).code == 0);
    const std::string seeds = folder.write("seeds.csv", "x,y,z\n1,1,1\n");
    CHECK(run_node("trace analytic:abc --seeds " + seeds + " --out " + folder.file("z.CSV")).code == 0);
}

TEST_CASE("farfield-node serve --dial: another machine is connected to with a token alone", "[command]")
{
    check_one_line_error("serve --dial 192.0.2.1:7117", 1, "a token is needed (--dial-token-file FILE)");
}
