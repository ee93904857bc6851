// A reading that nothing waits for any more ends, with its process and its memory.
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/raw_peer.h"

using namespace farfield;
using namespace farfield::test;
using net::Json;
using net::test::RawViewer;

namespace {

/// The end of a process as an event.
class ProcessEnd {
public:
    explicit ProcessEnd(pid_t process) : descriptor_{static_cast<int>(::syscall(SYS_pidfd_open, process, 0))}
    {
        REQUIRE(descriptor_ >= 0);
    }
    ~ProcessEnd() { ::close(descriptor_); }
    ProcessEnd(const ProcessEnd&) = delete;
    ProcessEnd& operator=(const ProcessEnd&) = delete;

    [[nodiscard]] bool comes_within(int milliseconds) const
    {
        pollfd end{.fd = descriptor_, .events = POLLIN, .revents = 0};
        return ::poll(&end, 1, milliseconds) == 1;
    }

private:
    int descriptor_;
};

constexpr int patience_ms = 60'000;  // the slowest machine needs a fraction of it

/// A node with a dataset of text that takes seconds to read, and room for no more than one of it.
class Bench {
public:
    Bench()
    {
        constexpr int side = 200, nodes = side * side * side;
        std::string text =
            "# vtk DataFile Version 3.0\nlarge\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 200 200 200\n"
            "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 8000000\nVECTORS velocity float\n";
        for (int n = 0; n < nodes; ++n) text += "1 0 0\n";
        constexpr std::uint64_t bytes_per_file_byte = 4;  // of which it takes three
        folder_.write("large.vtk", text);
        node_.emplace(std::vector<std::string>{"serve", "--port", "0", "--data", folder_.path().string(),
                                               "--max-dataset-bytes",
                                               std::to_string(bytes_per_file_byte * text.size())});
        const auto readers = node_->children();
        REQUIRE(readers.size() == 1);  // it waits for the first dataset
        reader_.emplace(readers.front());
    }

    [[nodiscard]] const NodeProcess& node() const { return *node_; }
    [[nodiscard]] const ProcessEnd& reader() const { return *reader_; }

private:
    TemporaryFolder folder_;
    std::optional<NodeProcess> node_;
    std::optional<ProcessEnd> reader_;
};

/// Asks for the dataset, and returns once some of its bytes have been read.
void begin_to_open(RawViewer& viewer, const char* id)
{
    viewer.control.send_call(id, "dataset.open", {{"dataset", "large.vtk"}});
    for (;;) {
        const Json message = viewer.control.receive_json();
        CAPTURE(message.dump());
        REQUIRE(message["method"] == "dataset.opening");
        CHECK(message["params"]["stage"] == "reading");
        if (message["params"].value("bytes_read", 0) > 0) return;
    }
}

/// The next answer, whatever is reported before it.
Json answer(RawViewer& viewer)
{
    for (;;) {
        Json message = viewer.control.receive_json();
        if (message.contains("id")) return message;
    }
}

}  // namespace

TEST_CASE("session.cancel: what is read for a call alone ends, and can be opened again", "[cancel]")
{
    const Bench bench;
    RawViewer viewer(bench.node().port());
    begin_to_open(viewer, "open");
    CHECK_FALSE(bench.reader().comes_within(0));
    viewer.control.send_call("cancel", "session.cancel", {{"call", "open"}});
    CHECK(bench.reader().comes_within(patience_ms));
    CHECK(answer(viewer)["id"] == "cancel");
    const Json opened = answer(viewer);
    CHECK(opened["id"] == "open");
    CHECK(opened.contains("error"));
    begin_to_open(viewer, "again");  // there is memory for it
}

TEST_CASE("A viewer that leaves while the node reads for it alone leaves no process behind", "[cancel]")
{
    const Bench bench;
    {
        RawViewer viewer(bench.node().port());
        begin_to_open(viewer, "open");
        viewer.control.close();
    }
    CHECK(bench.reader().comes_within(patience_ms));
    RawViewer next(bench.node().port());
    begin_to_open(next, "again");
}
