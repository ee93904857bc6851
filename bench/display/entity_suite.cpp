#include <chrono>
#include <cmath>
#include <ctime>
#include <glm/geometric.hpp>
#include <memory>
#include <proj.h>
#include <random>
#include <span>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <thread>
#include <vector>

#include "app/layers/entities/entity_layer.h"
#include "app/layers/table.h"
#include "app/link/loop_executor.h"
#include "app/show/data_store.h"
#include "app/show/earth_frame.h"
#include "app/show/layer_set.h"
#include "bench/display/entity_benchmark.h"
#include "bench/link/exercise_service.h"
#include "bench/link/suites.h"
#include "model/geometry/geocentric.h"
#include "model/layers/layer_kinds.h"
#include "net/session/session_server.h"
#include "render/gl/egl_context.h"
#include "render/gl/gpu_fence.h"
#include "render/gl/render_target.h"
#include "render/layers/scene_renderer.h"
#include "render/layers/terrain/terrain_drawing.h"

namespace farfield::app {
namespace {

/// Placements a second of CPU time, one figure for each run.
struct PlacementRates {
    std::vector<double> ours, proj;
};

constexpr std::size_t places = 20'000, places_at_once = 200;
constexpr double most_apart_metres = 0.01;
constexpr glm::dvec2 origin{461'000.0, 5'150'000.0};

struct DestroyPj {
    void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
    void operator()(PJ* object) const { proj_destroy(object); }
};

std::vector<glm::dvec3> geocentric_places()
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> aside(-0.5, 0.5), height(200.0, 9000.0);
    std::vector<glm::dvec3> all;
    for (std::size_t i = 0; i < places; ++i)
        all.push_back(model::geocentric_of({8.5 + aside(random), 46.5 + aside(random), height(random)}));
    return all;
}

SharedPlacement placement_over_utm()
{
    model::TerrainDescription terrain;
    terrain.crs_wkt = "EPSG:32632";
    terrain.origin = {origin.x, origin.y};
    terrain.metres_per_unit = {1.0, 1.0};
    const auto frame = EarthFrame::over(terrain);
    if (!frame) throw std::runtime_error("PROJ does not know UTM (EPSG:32632): is proj.db installed?");
    return frame->entities({});
}

/// A fixed pipeline of PROJ, without a choice among operations.
class BareProj {
public:
    BareProj() : context_(proj_context_create())
    {
        proj_context_set_enable_network(context_.get(), 0);
        const bool has_grid = *proj_grid_info("egm96_15.gtx").filename != '\0';
        const std::string geoid = has_grid ? "+step +proj=vgridshift +grids=egm96_15.gtx " : "";
        way_.reset(proj_create(context_.get(), ("+proj=pipeline +step +inv +proj=cart +ellps=WGS84 " + geoid +
                                                "+step +proj=utm +zone=32 +ellps=WGS84")
                                                   .c_str()));
        if (!way_) throw std::runtime_error("PROJ does not take the pipeline of the comparison");
    }
    void place(std::span<glm::dvec3> all) const
    {
        constexpr std::size_t stride = sizeof(glm::dvec3);
        const std::size_t count = all.size();
        if (proj_trans_generic(way_.get(), PJ_FWD, &all[0].x, stride, count, &all[0].y, stride, count,
                               &all[0].z, stride, count, nullptr, 0, 0) != count)
            throw std::runtime_error("PROJ has not placed all places of the comparison");
    }

private:
    std::unique_ptr<PJ_CONTEXT, DestroyPj> context_;
    std::unique_ptr<PJ, DestroyPj> way_;
};

double cpu_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    constexpr double seconds_per_ns = 1e-9;
    return static_cast<double>(now.tv_sec) + seconds_per_ns * static_cast<double>(now.tv_nsec);
}

/// Seconds of this thread's CPU time, which leaves other programs out.
template <class Work>
double seconds_of(const Work& work)
{
    const double begun = cpu_seconds();
    work();
    return cpu_seconds() - begun;
}

/// Compares placements of geocentric positions about 8.5 E, 46.5 N into a terrain's frame in UTM with heights
/// above the geoid (without its grid, above the ellipsoid): one by one, as entities are placed, and all with
/// one proj_trans_generic(); in turns. Throws std::runtime_error where PROJ knows no conversion, or the
/// results differ by more than a centimetre.
PlacementRates measure_placement(int runs)
{
    const std::vector<glm::dvec3> from = geocentric_places();
    const SharedPlacement placement = placement_over_utm();
    const BareProj proj;
    std::vector<glm::dvec3> ours(from.size()), theirs;
    PlacementRates rates;
    for (int run = -1; run < runs; ++run) {  // the first one warms up
        theirs = from;
        double own = 0.0, bare = 0.0;
        // Small turns, so that a disturbance of the machine meets both.
        for (std::size_t first = 0; first < places; first += places_at_once) {
            own += seconds_of([&] {
                for (std::size_t i = first; i < first + places_at_once; ++i)
                    ours[i] = placement->place_of(from[i]);
            });
            bare += seconds_of([&] { proj.place(std::span(theirs).subspan(first, places_at_once)); });
        }
        if (run < 0) continue;
        rates.ours.push_back(static_cast<double>(places) / own);
        rates.proj.push_back(static_cast<double>(places) / bare);
    }
    for (std::size_t i = 0; i < from.size(); ++i)
        if (!(glm::distance(ours[i], theirs[i] - glm::dvec3(origin, 0.0)) < most_apart_metres))
            throw std::runtime_error("places by PROJ's own pipeline differ from those of entities");
    return rates;
}

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
