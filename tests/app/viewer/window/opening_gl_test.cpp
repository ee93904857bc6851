// The window while a node opens a dataset or terrain.
#include <QLocale>
#include <latch>
#include <thread>

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "net/session/session_server.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

/// A node with one dataset, without rakes; it is opened once `gate` has been counted down.
class SlowNode final : public net::Service {
public:
    explicit SlowNode(std::ptrdiff_t closed, net::Json progress = {{"steps", 60}, {"read", 12}})
        : gate_(closed), progress_(std::move(progress)), thread_([this] { server_.run(); })
    {}
    ~SlowNode() override
    {
        open_gate();
        server_.stop();
        thread_.join();
    }
    SlowNode(const SlowNode&) = delete;
    SlowNode& operator=(const SlowNode&) = delete;

    void open_gate()
    {
        if (!gate_.try_wait()) gate_.count_down();
    }
    [[nodiscard]] std::uint16_t port() { return server_.port(); }

    [[nodiscard]] net::CallResult call(std::string_view method, const net::CallRequest& request,
                                       const net::CallContext& context) override
    {
        if (method == "dataset.list")
            return {.result = model::write(model::DatasetList{.datasets = {{"large.nc", "file"}}})};
        if (method == "terrain.list") return {.result = model::write(model::TerrainList{})};
        if (method != "dataset.open") throw net::unknown_method(method);
        net::Json progress = progress_;
        progress["dataset"] = request.params.at("dataset");
        progress["bytes"] = 2'500'000;
        context.notices->send("dataset.opening", progress);
        gate_.wait();
        model::DatasetInfo info;
        info.dataset = request.params.at("dataset");
        info.kind = "uniform";
        info.bounds.max = {1, 1, 1};
        info.scalars = {{"speed", "m/s", {{0.0, 1.0}}}};
        info.suggested.step = 0.1;
        info.suggested.max_age_frames = 10;
        return {.result = model::write(info)};
    }
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart&,
                                                      const std::stop_token&) override
    {
        throw net::RpcError(net::RpcCode::Failed, "nothing runs here");
    }

private:
    static net::ServerSettings any_port()
    {
        net::ServerSettings settings;
        settings.port = 0;
        return settings;
    }

    std::latch gate_;
    const net::Json progress_;
    net::SessionServer server_{*this, any_port()};
    std::thread thread_;
};

}  // namespace

TEST_CASE("OpeningNotice: a dataset that takes long is named, and can be cancelled", "[opening]")
{
    SlowNode node{1};
    const auto window = open_window(node.port(), "large.nc");
    REQUIRE(eventually([&] { return window->banner().kind() == Banner::Kind::Busy; }));
    CHECK(window->banner().line().startsWith(QStringLiteral("Opening 'large.nc', ")));
    CHECK(eventually(
        [&] { return window->banner().line().contains(QStringLiteral(": 12 of 60 time steps read, ")); }));
    CHECK(window->view().hint() == "Opening large.nc ...");
    click(*window, "cancel_opening");
    CHECK(window->banner().line().isEmpty());
    CHECK(window->view().hint() == "Choose a dataset or a terrain");
    node.open_gate();
    REQUIRE(eventually([&] { return !window->link().waiting_call(); }));
    CHECK_FALSE(window->model().dataset());
}

TEST_CASE("OpeningNotice: of a single file it says what is being done, and how far where that is known",
          "[opening]")
{
    const QString a_million = QLocale().formattedDataSize(1'000'000);
    const std::pair<net::Json, QString> cases[] = {
        {{{"stage", "reading"}, {"part", 0.45}}, QStringLiteral(": 45 % read, ")},
        {{{"stage", "reading"}, {"bytes_read", 1'000'000}}, ": " + a_million + " read, "},
        {{{"stage", "building"}, {"read", 1}}, QStringLiteral(": read, its grid is being built, ")},
        {{{"stage", "exploring"}}, QStringLiteral(": looking for the flow's structure, ")}};
    for (const auto& [progress, words] : cases) {
        SlowNode node{1, progress};
        const auto window = open_window(node.port(), "large.nc");
        const auto is_said = [&] { return window->banner().line().contains(words); };
        CHECK(eventually(is_said));
        CAPTURE(window->banner().line().toStdString());
        CHECK(is_said());
    }
    SlowNode node{1, {{"stage", "reading"}}};
    const auto window = open_window(node.port(), "large.nc");
    REQUIRE(eventually([&] { return window->banner().kind() == Banner::Kind::Busy; }));
    CHECK_FALSE(window->banner().line().contains(QStringLiteral("read")));  // no figure is known
}

TEST_CASE("OpeningNotice: what has been opened needs no words any more", "[opening]")
{
    SlowNode node{1};
    const auto window = open_window(node.port(), "large.nc");
    REQUIRE(eventually([&] { return window->banner().kind() == Banner::Kind::Busy; }));
    node.open_gate();
    REQUIRE(eventually([&] { return window->model().dataset().has_value(); }));
    CHECK(window->banner().line().isEmpty());
}

TEST_CASE("StreamControl: of a dataset without rakes it says that nothing comes", "[opening]")
{
    start_application();
    SlowNode node{0};
    ViewerOptions options;
    options.host = "127.0.0.1";
    options.port = node.port();
    MainWindow window(options);
    int notices = 0;
    QObject::connect(&window.control(), &StreamControl::nothing_comes, [&] { ++notices; });
    CHECK(eventually([&] { return notices > 0; }));
    CHECK(window.model().dataset().has_value());
}
