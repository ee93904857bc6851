#include "tests/app/viewer/open_window.h"

#include <thread>

#include "net/session/session_server.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

/// A node that cannot list its terrains.
class NoList final : public net::NodeService {
public:
    explicit NoList(net::RpcCode code) : code_(code) {}
    [[nodiscard]] net::DatasetList list_datasets() override { return {}; }
    [[nodiscard]] net::DatasetInfo open_dataset(const std::string&, const std::string&,
                                                const std::stop_token&) override
    {
        return {};
    }
    [[nodiscard]] std::unique_ptr<net::FrameSource> start_program(const net::ProgramStart&,
                                                                  const std::stop_token&) override
    {
        throw net::RpcError(net::RpcCode::Failed, "nothing runs here");
    }
    [[nodiscard]] model::TerrainList list_terrains() override
    {
        throw net::RpcError(code_, "the disk is on fire");
    }

private:
    net::RpcCode code_;
};

/// The window's text when its node answers so.
QString line_about(net::RpcCode code)
{
    NoList service{code};
    net::ServerSettings settings;
    settings.port = 0;
    net::SessionServer server{service, settings};
    std::thread io([&server] { server.run(); });
    QString line;
    {
        const auto window = open_window(server.port(), "");
        auto& link = window->link();
        if (eventually([&] { return link.state() == NodeLink::State::Connected && !link.waiting_call(); }))
            line = window->banner().line();
    }
    server.stop();
    io.join();
    return line;
}

}  // namespace

TEST_CASE("TerrainControl: why a node cannot list its terrains is told", "[terrain]")
{
    CHECK(line_about(net::RpcCode::Failed) ==
          QStringLiteral("cannot list the node's terrains: the disk is on fire"));
}

TEST_CASE("TerrainControl: a node of before terrains is no problem", "[terrain]")
{
    CHECK(line_about(net::RpcCode::UnknownMethod) == QStringLiteral("The node has no dataset to show."));
}
