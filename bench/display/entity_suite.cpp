#include <chrono>
#include <cmath>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <thread>

#include "app/layers/entities/entity_layer.h"
#include "app/layers/table.h"
#include "app/link/loop_executor.h"
#include "app/show/data_store.h"
#include "app/show/layer_set.h"
#include "bench/display/entity_benchmark.h"
#include "bench/display/placement_benchmark.h"
#include "bench/link/exercise_service.h"
#include "bench/link/suites.h"
#include "model/layers/layer_kinds.h"
#include "net/session/session_server.h"
#include "render/gl/egl_context.h"
#include "render/gl/gpu_fence.h"
#include "render/gl/render_target.h"
#include "render/layers/scene_renderer.h"
#include "render/layers/terrain/terrain_drawing.h"

namespace farfield::app {
namespace {

constexpr std::uint32_t exercise_entities = 1000;
constexpr int fps_runs = 7;
constexpr std::chrono::milliseconds run_time{600}, settling_time{200};
constexpr std::chrono::seconds longest_start{20};
constexpr render::Viewport picture{.width = 1280, .height = 720, .pixel_ratio = 1.0F};

/// Hills of 24 x 24 km in 4 x 4 tiles, about the entities.
render::TerrainDrawing hills()
{
    constexpr int tiles = 4, posts = 65;
    constexpr float side = 6'000.0F, step = side / (posts - 1), height = 400.0F, wave = 3'000.0F;
    render::TerrainDrawing terrain;
    for (int tile = 0; tile < tiles * tiles; ++tile) {
        const glm::vec2 corner = side * (glm::vec2(tile % tiles, tile / tiles) - 0.5F * tiles);
        render::GroundGrid grid;
        for (int i = 0; i < posts; ++i) {
            grid.x.push_back(corner.x + step * static_cast<float>(i));
            grid.y.push_back(corner.y + step * static_cast<float>(i));
        }
        std::vector<float> heights;
        for (const float y : grid.y)
            for (const float x : grid.x)
                heights.push_back(height * (1.0F + std::sin(x / wave) * std::cos(y / wave)));
        terrain.tiles.push_back(
            {static_cast<std::uint64_t>(tile + 1),
             std::make_shared<render::GroundShape>(render::make_ground_shape(grid, heights, step))});
    }
    return terrain;
}

/// A service that answers on the loopback interface while it lives.
class Served {
public:
    explicit Served(net::Service& service) : server_(service, settings()), thread_([this] { server_.run(); })
    {}
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;
    ~Served()
    {
        server_.stop();
        thread_.join();
    }
    [[nodiscard]] std::uint16_t port() const { return server_.port(); }

private:
    static net::ServerSettings settings()
    {
        net::ServerSettings settings;
        settings.port = 0;
        return settings;
    }

    net::SessionServer server_;
    std::thread thread_;
};

/// The work of a window for each picture, without a window: terrain, and the entities that a relay sends.
class EntityPictures {
public:
    explicit EntityPictures(std::uint16_t relay_port)
    {
        layers_.set_relay(relay_);
        document_ = model::parse_document(R"({"farfield": 1, "layers": {"exercise": {"kind": "entities"}}})",
                                          model::layer_kinds());
        net::ClientSettings settings;
        settings.port = relay_port;
        settings.client_name = "farfield bench";
        relay_.connect_to(settings);
        wait([this] { return relay_.state() == Link::State::Connected; });
        layers_.follow(document_, data_);
        scene_.viewport = picture;
        scene_.camera = {.eye = {-16'000.0F, -16'000.0F, 9'000.0F}, .target = {0.0F, 0.0F, 1'000.0F}};
        wait([this] {
            draw();
            return layer().table().entities().size() == exercise_entities;
        });
    }

    void draw()
    {
        loop_.run(std::chrono::milliseconds(0));
        layers_.take({.policy = net::Policy::Latest, .now_ns = net::now_ns()});
        layers_.describe(scene_);
        scene_.drawings.insert(scene_.drawings.begin(), &terrain_);
        target_.bind();
        renderer_.draw(scene_);
        render::GpuFence::insert().wait();
        layers_.drawn();
        layers_.release_finished();
    }

    /// Measures pictures a second.
    [[nodiscard]] double rate_over(std::chrono::milliseconds time)
    {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        int pictures = 0;
        while (Clock::now() < start + time) {
            draw();
            ++pictures;
        }
        return pictures / std::chrono::duration<double>(Clock::now() - start).count();
    }

    [[nodiscard]] const EntityLayer& layer() const
    {
        return dynamic_cast<const EntityLayer&>(*layers_.find("exercise"));
    }
    [[nodiscard]] std::string renderer() const { return context_.renderer(); }

private:
    template <class Condition>
    void wait(const Condition& condition)
    {
        const auto until = std::chrono::steady_clock::now() + longest_start;
        while (!condition()) {
            loop_.run(std::chrono::milliseconds(5));
            if (std::chrono::steady_clock::now() > until)
                throw std::runtime_error("the entities of the benchmark do not come");
        }
    }

    render::EglContext context_;
    render::RenderTarget target_{picture.width, picture.height};
    render::SceneRenderer renderer_;
    render::TerrainDrawing terrain_ = hills();
    render::Scene scene_;
    LoopExecutor loop_;
    Link node_{loop_, {}}, relay_{loop_, {}};
    DataStore data_{node_, {.opened = [](const std::string&) {}, .refused = {}}};
    model::Document document_;
    LayerSet layers_{
        node_,
        Stage{},
        model::Use::Window,
        make_layer,
        {.arrived = [] {},
         .problem = [](const std::string&, const std::string& what) { throw std::runtime_error(what); },
         .remark = [](const std::string&) {},
         .solved = [](const std::string&) {},
         .answered = [](const std::string&) {},
         .ended = [](const std::string&, const std::string&) {}}};
};

void measure_fps(model::Suite& suite)
{
    ExerciseService service(exercise_entities);
    const Served served(service);
    EntityPictures pictures(served.port());
    const auto at = [&](std::uint32_t rate) {
        service.set_rate(rate);
        (void)pictures.rate_over(settling_time);
        return pictures.rate_over(run_time);
    };
    std::vector<double> idle, slow, fast;
    for (int run = 0; run < fps_runs; ++run) {
        idle.push_back(at(0));
        slow.push_back(at(4'000));
        fast.push_back(at(100'000));
    }
    suite.circumstances["renderer"] = pictures.renderer();
    suite.figures.push_back(model::figure_of("entities.fps.idle", "frames/s", idle));
    suite.figures.push_back(model::figure_of("entities.fps.4000", "frames/s", slow));
    suite.figures.push_back(model::figure_of("entities.fps.100000", "frames/s", fast));
    suite.figures.push_back(
        model::figure_of("entities.fps_over_idle.4000", "ratio", model::ratios(slow, idle)));
    suite.figures.push_back(
        model::figure_of("entities.fps_over_idle.100000", "ratio", model::ratios(fast, idle)));
    const auto figures = pictures.layer().table().figures(net::now_ns());
    suite.circumstances["messages_lost"] = figures.lost;
}

void add_placement(model::Suite& suite)
{
    const PlacementRates rates = measure_placement(fps_runs);
    suite.figures.push_back(model::figure_of("entities.placed", "places/s", rates.ours));
    suite.figures.push_back(model::figure_of("entities.placed.proj_trans_generic", "places/s", rates.proj));
    suite.figures.push_back(
        model::figure_of("entities.placed_over_proj", "ratio", model::ratios(rates.ours, rates.proj)));
}

}  // namespace

model::Suite run_entity_suite()
{
    spdlog::set_level(spdlog::level::warn);  // the server's lines on sessions would stand among the figures
    model::Suite suite;
    suite.name = "entities";
    for (const auto& figure : render::run_entity_benchmark())
        suite.figures.push_back({.name = figure.name,
                                 .unit = figure.unit,
                                 .median = figure.median,
                                 .min = figure.min,
                                 .max = figure.max,
                                 .runs = static_cast<std::size_t>(figure.runs)});
    add_placement(suite);
    measure_fps(suite);
    return suite;
}

}  // namespace farfield::app
