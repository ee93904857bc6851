#include "compute_node/readers/process/reader_processes.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/process/reader_folder.h"

#include <chrono>
#include <fstream>
#include <future>
#include <set>
#include <stop_token>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Processes that this one started and that have not ended.
std::set<pid_t> children()
{
    std::set<pid_t> all;
    for (const auto& thread : fs::directory_iterator{"/proc/self/task"}) {
        std::ifstream ids{thread.path() / "children"};
        for (pid_t id = 0; ids >> id;) all.insert(id);
    }
    return all;
}

/// Resident memory of this process.
std::uint64_t resident_bytes()
{
    std::ifstream in{"/proc/self/statm"};
    std::uint64_t all = 0, resident = 0;
    in >> all >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_CASE("ReaderProcesses: what they read is what this process reads", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("small.vtk", small_vtk());
    const ReaderProcesses readers{folder.settings()};
    const auto here = reader_in_this_process();
    CHECK((bytes_of(readers.read(step_of({file}))) == bytes_of(here->read(step_of({file})))));
    CHECK(readers.read(times_asked({file})).heading.times == here->read(times_asked({file})).heading.times);
}

TEST_CASE("ReaderProcesses: a file that cannot be read gives the words that this process would", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("broken.vtk", small_vtk().substr(0, 150));
    const ReaderProcesses readers{folder.settings()};
    const auto here = reader_in_this_process();
    for (const fs::path& name : {file, folder / "missing.vtk"}) {
        const std::string words = error_of([&] { (void)readers.read(step_of({name})); });
        CHECK_FALSE(words.empty());
        CHECK(words == error_of([&] { (void)here->read(step_of({name})); }));
    }
}

TEST_CASE("ReaderProcesses: a reader that dies while it waits costs nothing", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("small.vtk", small_vtk());
    const ReaderProcesses readers{folder.settings()};
    REQUIRE(children().size() == 1);
    const auto waiting = static_cast<id_t>(*children().begin());
    kill(static_cast<pid_t>(waiting), SIGKILL);
    siginfo_t ended{};
    REQUIRE(waitid(P_PID, waiting, &ended, WEXITED | WNOWAIT) == 0);
    CHECK(readers.read(step_of({file})).data.arrays.size() == 1);
}

TEST_CASE("ReaderProcesses: a library that crashes is named by its signal", "[process]")
{
    const ReaderFolder folder;
    ReaderSettings settings = folder.settings();
    settings.program = folder.script("sleep 0.2\nkill -SEGV $$\n");
    const ReaderProcesses readers{settings};
    const std::string error = error_of([&] { (void)readers.read(step_of({folder / "a.vtk"})); });
    CHECK(contains(error, "a.vtk"));
    CHECK(contains(error, "Segmentation fault"));
}

TEST_CASE("ReaderProcesses: a reading that takes too long ends with the limit's name", "[process]")
{
    const ReaderFolder folder;
    ReaderSettings settings = folder.settings();
    settings.program = folder.script("exec sleep 60\n");
    settings.max_time = 1s;
    const ReaderProcesses readers{settings};
    const std::string error = error_of([&] { (void)readers.read(step_of({folder / "a.vtk"})); });
    CHECK(contains(error, "max_read_seconds = 1"));
    CHECK(contains(error, "a.vtk"));
}

TEST_CASE("ReaderProcesses: while one reading hangs others go on", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("small.vtk", small_vtk());
    ReaderProcesses readers{folder.settings()};
    const pid_t first = *children().begin();
    kill(first, SIGSTOP);
    auto hanging = std::async(std::launch::async, [&] {
        return error_of([&] { (void)readers.read(step_of({folder / "other.vtk"})); });
    });
    CHECK(hanging.wait_for(200ms) == std::future_status::timeout);
    CHECK(readers.read(step_of({file})).data.arrays.size() == 1);
    CHECK(hanging.wait_for(0ms) == std::future_status::timeout);
    readers.stop();
    CHECK(contains(hanging.get(), "the node ends"));
}

TEST_CASE("ReaderProcesses: stop() interrupts a reading, and refuses later ones", "[process]")
{
    const ReaderFolder folder;
    ReaderSettings settings = folder.settings();
    settings.program = folder.script("exec sleep 60\n");
    ReaderProcesses readers{settings};
    auto hanging = std::async(std::launch::async, [&] {
        return error_of([&] { (void)readers.read(step_of({folder / "a.vtk"})); });
    });
    CHECK(hanging.wait_for(200ms) == std::future_status::timeout);
    readers.stop();
    CHECK(contains(hanging.get(), "the node ends"));
    CHECK(contains(error_of([&] { (void)readers.read(step_of({folder / "a.vtk"})); }), "the node ends"));
    CHECK(children().empty());
}

TEST_CASE("ReaderProcesses: a reading that nothing waits for any more ends at once", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("small.vtk", small_vtk());
    const ReaderProcesses readers{folder.settings()};
    kill(*children().begin(), SIGSTOP);
    std::stop_source viewer;
    auto hanging = std::async(std::launch::async, [&] {
        return error_of([&] { (void)readers.read(step_of({file}), viewer.get_token()); });
    });
    CHECK(hanging.wait_for(200ms) == std::future_status::timeout);
    viewer.request_stop();
    CHECK(contains(hanging.get(), "nothing waits"));
    CHECK(readers.read(step_of({file})).data.arrays.size() == 1);
}

TEST_CASE("ReaderProcesses: a reading that is given up as its answer comes does not spoil the next",
          "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("small.vtk", small_vtk());
    const ReaderProcesses readers{folder.settings()};
    for (int i = 0; i < 20; ++i) {
        std::stop_source viewer;
        auto one = std::async(std::launch::async, [&] {
            return error_of([&] { (void)readers.read(step_of({file}), viewer.get_token()); });
        });
        (void)one.wait_for(std::chrono::microseconds{100 * i});
        viewer.request_stop();
        CHECK(readers.read(step_of({file})).data.arrays.size() == 1);
    }
}

TEST_CASE("ReaderProcesses: no more begin than may take the memory that there is for all readings",
          "[process]")
{
    const ReaderFolder folder;
    ReaderSettings settings = folder.settings();
    settings.program = folder.script("exec sleep 60\n");
    settings.max_bytes = std::uint64_t{1} << 30U;  // what one may take of a small file: two fit
    ReaderProcesses readers{settings};
    std::vector<std::future<std::string>> hanging;
    for (const char* name : {"one.vtk", "two.vtk", "three.vtk"}) {
        hanging.push_back(std::async(std::launch::async, [&readers, path = folder / name] {
            return error_of([&] { (void)readers.read(step_of({path})); });
        }));
        CHECK(hanging.back().wait_for(200ms) == std::future_status::timeout);
    }
    CHECK(children().size() == 2);
    readers.stop();
    for (auto& one : hanging) CHECK(contains(one.get(), "the node ends"));
}

TEST_CASE("ReaderProcesses: a program that never becomes a reader is one error", "[process]")
{
    const ReaderFolder folder;
    ReaderSettings settings = folder.settings();
    settings.program = folder.script("exit 3\n");
    const ReaderProcesses readers{settings};
    CHECK(contains(error_of([&] { (void)readers.read(step_of({folder / "a.vtk"})); }), "a.vtk"));
}

TEST_CASE("ReaderProcesses: one process reads all of a dataset, others read the next", "[process]")
{
    const ReaderFolder folder;
    const fs::path one = folder.write("one.vtk", small_vtk()), two = folder.write("two.vtk", small_vtk());
    const ReaderProcesses readers{folder.settings()};
    const std::set<pid_t> at_first = children();
    (void)readers.read(times_asked({one}));
    (void)readers.read(step_of({one}));
    const std::set<pid_t> after_one = children();
    CHECK(after_one.size() == 2);
    CHECK(after_one.contains(*at_first.begin()));
    (void)readers.read(step_of({two}));
    CHECK(children().size() == 3);
    for (int i = 0; i < 5; ++i)
        (void)readers.read(step_of({folder.write("more" + std::to_string(i) + ".vtk", small_vtk())}));
    CHECK(children().size() == 3);
}

TEST_CASE("ReaderProcesses: no reader outlives them", "[process]")
{
    {
        const ReaderFolder folder;
        const ReaderProcesses readers{folder.settings()};
        (void)readers.read(step_of({folder.write("small.vtk", small_vtk())}));
        CHECK_FALSE(children().empty());
    }
    CHECK(children().empty());
}

TEST_CASE("ReaderProcesses: no more read at the same time than may", "[process]")
{
    const ReaderFolder folder;
    const fs::path file = folder.write("small.vtk", small_vtk());
    ReaderSettings settings = folder.settings();
    settings.max_processes = 1;
    const ReaderProcesses readers{settings};
    std::vector<std::future<std::size_t>> all;
    for (int i = 0; i < 4; ++i)
        all.push_back(
            std::async(std::launch::async, [&] { return readers.read(step_of({file})).data.arrays.size(); }));
    for (auto& one : all) CHECK(one.get() == 1);
}

TEST_CASE("ReaderProcesses: a small file that wants much memory gets none of this process's", "[process]")
{
    const ReaderFolder folder;
    const ReaderProcesses readers{folder.settings()};
    const std::string header =
        "# vtk DataFile Version 3.0\nmany\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 float\n"
        "0 0 0 1 0 0 0 1 0\n";
    const fs::path cells = folder.write("cells.vtk", header + "CELLS 2000000000 8000000000\n3 0 1 2\n");
    const std::uint64_t before = resident_bytes();
    const std::string error = error_of([&] { (void)readers.read(step_of({cells})); });
    CHECK(contains(error, "cells.vtk"));
    CHECK(resident_bytes() < before + (std::uint64_t{64} << 20U));
}

TEST_CASE("ReaderProcesses: XML that nests without end is one error", "[process]")
{
    const ReaderFolder folder;
    std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\">\n";
    for (int i = 0; i < 200'000; ++i) text += "<a>";
    ReaderSettings settings = folder.settings();
    settings.max_time = 60s;
    const ReaderProcesses readers{settings};
    CHECK(contains(error_of([&] { (void)readers.read(step_of({folder.write("deep.vtu", text)})); }),
                   "deep.vtu"));
    CHECK(readers.read(step_of({folder.write("small.vtk", small_vtk())})).data.arrays.size() == 1);
}
