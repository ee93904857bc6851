#pragma once

#include <random>
#include <string>

#include "model/document/document.h"

namespace farfield::model::test {

/// Valid documents of the kinds of kinds.h, the same for the same number.
class RandomDocument {
public:
    explicit RandomDocument(std::uint32_t seed) : random_(seed) {}

    [[nodiscard]] Json make()
    {
        Json json{{"farfield", 1},
                  {"data",
                   {{"flow", {{"kind", "dataset"}, {"name", "a"}}},
                    {"hills", {{"kind", "terrain"}, {"name", "b"}}}}}};
        if (chance()) json["data"]["flow"]["transform"] = {{"offset", {number(), 0, number()}}};
        if (chance()) json["data"]["other"] = {{"kind", "dataset"}, {"name", "c"}, {"velocity", "u"}};
        for (const char* id : {"inlet", "ring", "spot"})
            if (chance()) json["rakes"][id] = rake();
        for (const char* id : {"a", "b", "c", "d"})
            if (chance()) json["layers"][id] = layer(json.value("rakes", Json::object()));
        if (chance()) json["scene"] = {{"base", "flow"}, {"show", {{"axes", chance()}, {"rakes", chance()}}}};
        if (chance()) json["clock"] = {{"step", 0.25}, {"playing", chance()}, {"frames", below(9) + 1}};
        if (chance()) json["camera"] = {{"zoom", 1.0 + below(3)}, {"yaw_degrees", number()}};
        if (chance()) json["output"] = {{"png", {below(9), below(9)}}};
        return json;
    }

private:
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    bool chance() { return below(2) == 0; }
    double number() { return below(17) / 4.0 - 2.0; }

    Json rake()
    {
        Json json{{"kind", "point"}, {"at", {number(), number(), number()}}};
        if (chance()) json = {{"kind", "line"}, {"from", {0, 0, 0}}, {"to", {1, 2, number()}}, {"seeds", 3}};
        json["data"] = "flow";
        json["particles_per_seed"] = below(3) + 1;
        return json;
    }

    Json layer(const Json& rakes)
    {
        Json json{{"visible", chance()}, {"order", number()}, {"title", chance() ? "" : "a title"}};
        if (chance()) {
            json["kind"] = "ground";
            json["params"] = {{"detail", below(3)}, {"curved", chance()}};
            json["style"] = {{"contour_metres", below(2) * 100.0}};
            return json;
        }
        json["kind"] = "dust";
        json["data"] = "flow";
        if (chance()) json["clock"] = chance();
        if (chance()) json["params"] = {{"scalar", "q"}, {"max_age_frames", 199 + below(3)}};
        if (chance()) json["style"] = {{"range", {number(), 9}}, {"shaded", chance()}};
        if (!chance()) return json;
        json["rakes"] = Json::array();
        for (const auto& [id, rake] : rakes.items())
            if (chance()) json["rakes"].push_back(id);
        return json;
    }

    std::mt19937 random_;
};

}  // namespace farfield::model::test
