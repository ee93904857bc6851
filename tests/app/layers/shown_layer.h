#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/layers/table.h"
#include "app/link/loop_executor.h"
#include "app/show/data_store.h"
#include "app/show/layer_set.h"
#include "model/layers/layer_kinds.h"
#include "render/gl/egl_context.h"
#include "tests/app/flow_server.h"
#include "tests/catch.h"

namespace farfield::app::test {

/// A dataset 4 x 2 x 3 whose origin is its lowest corner.
inline model::DatasetInfo described_flow()
{
    model::DatasetInfo dataset;
    dataset.dataset = "flow";
    dataset.kind = "uniform";
    dataset.bounds = {{100, 200, 0}, {104, 202, 3}};
    dataset.origin = {100, 200, 0};
    dataset.time_span = {0.0, 1.0};
    dataset.scalars = {{.name = "speed", .units = "m/s", .range = std::array{0.0, 3.0}}};
    return dataset;
}

/// A document with one layer of a kind, and the node that it asks.
struct ShownLayer {
    ShownLayer(net::Service& service, const char* kind, const net::Json& layer,
               model::Use use = model::Use::Window)
        : server(service),
          layers(
              link, {.cpu_reads = true}, use, make_layer,
              {.arrived = [] {},
               .problem = [this](const std::string&, const std::string& what) { problems.push_back(what); },
               .remark = [](const std::string&) {},
               .solved = [](const std::string&) {},
               .answered = [](const std::string&) {},
               .ended = [](const std::string&, const std::string&) {}})
    {
        net::Json json{{"farfield", 1},
                       {"data", {{"flow", {{"kind", "dataset"}, {"name", "flow"}}}}},
                       {"clock", {{"start", 0.25}, {"step", 0.125}, {"frames", 3}}},
                       {"layers", {{"layer", layer}}}};
        json["layers"]["layer"]["kind"] = kind;
        document = model::parse_document(json.dump(), model::layer_kinds());
        link.connect_to(server.client_settings());
        REQUIRE(eventually([this] { return link.state() == Link::State::Connected; }));
        data.adopt("flow", document.data.at("flow"), described_flow());
    }

    /// Runs the link until the condition holds, which is asked no more then.
    template <class Condition>
    bool eventually(const Condition& condition)
    {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (std::chrono::steady_clock::now() < until) {
            if (condition()) return true;
            loop.run(std::chrono::milliseconds(20));
        }
        return false;
    }

    std::vector<std::string> problems;
    render::EglContext context;
    FlowServer server;
    LoopExecutor loop;
    Link link{loop, {}};
    DataStore data{link, {.opened = [](const std::string&) {}, .refused = {}}};
    model::Document document;
    LayerSet layers;
};

}  // namespace farfield::app::test
