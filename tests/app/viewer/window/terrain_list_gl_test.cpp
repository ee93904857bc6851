#include "tests/app/viewer/open_window.h"

#include <thread>

#include "model/data/dataset_info.h"
#include "net/session/session_server.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

/// A node that cannot list its terrains.
class NoList final : public net::Service {
public:
    explicit NoList(net::RpcCode code) : code_(code) {}
    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest&,
                                       const net::CallContext&) override
    {
        if (name == "dataset.list") return {.result = model::write(model::DatasetList{})};
        if (name == "terrain.list") throw net::RpcError(code_, "the disk is on fire");
        throw net::unknown_method(name);
    }
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart&,
                                                      const std::stop_token&) override
    {
        throw net::RpcError(net::RpcCode::Failed, "nothing runs here");
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

TEST_CASE("TerrainControl: why a node cannot list its terrains is reported", "[terrain]")
{
    CHECK(line_about(net::RpcCode::Failed) ==
          QStringLiteral("cannot list the node's terrains: the disk is on fire"));
}

TEST_CASE("TerrainControl: a node of before terrains is no problem", "[terrain]")
{
    CHECK(line_about(net::RpcCode::UnknownMethod) == QStringLiteral("The node has no dataset to show."));
}
