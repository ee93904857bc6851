#include "app/document/shorthand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/seeds_file.h"
#include "model/document/document.h"

namespace farfield::app {
namespace {

/// A key, and the path in the document that it abbreviates.
struct ShortKey {
    const char* key;
    const char* path;
};

inline constexpr std::array root_keys{
    ShortKey{"dataset", "data.dataset.name"}, ShortKey{"velocity", "data.dataset.velocity"},
    ShortKey{"frames", "clock.frames"},       ShortKey{"frames_per_second", "clock.frames_per_second"},
    ShortKey{"rate", "clock.max_rate"},       ShortKey{"policy", "clock.policy"},
    ShortKey{"size", "output.size"}};

inline constexpr std::array particle_keys{ShortKey{"start_time", "layers.particles.params.time.start"},
                                          ShortKey{"loop_time", "layers.particles.params.time.loop"}};

inline constexpr std::array terrain_keys{ShortKey{"name", "data.terrain.name"},
                                         ShortKey{"detail", "layers.terrain.params.detail"},
                                         ShortKey{"curved", "layers.terrain.params.curved"},
                                         ShortKey{"refraction", "layers.terrain.params.refraction"},
                                         ShortKey{"picture", "layers.picture.params.file"},
                                         ShortKey{"overlay", "layers.overlay.params.file"}};

inline constexpr std::array viewshed_keys{ShortKey{"target_height", "layers.viewshed.params.target"},
                                          ShortKey{"geotiff", "layers.viewshed.style.geotiff"}};

/// Keys of [view]. A key appears twice where it applies to particles and to lines.
inline constexpr std::array view_keys{ShortKey{"yaw_degrees", "camera.yaw_degrees"},
                                      ShortKey{"pitch_degrees", "camera.pitch_degrees"},
                                      ShortKey{"orbit_degrees_per_second", "camera.orbit_degrees_per_second"},
                                      ShortKey{"zoom", "camera.zoom"},
                                      ShortKey{"up", "scene.up"},
                                      ShortKey{"vertical_scale", "scene.vertical_scale"},
                                      ShortKey{"outline", "scene.show.outline"},
                                      ShortKey{"axes", "scene.show.axes"},
                                      ShortKey{"legend", "scene.show.legend"},
                                      ShortKey{"rakes", "scene.show.rakes"},
                                      ShortKey{"colour_map", "layers.particles.style.colour_map"},
                                      ShortKey{"colour_map", "layers.lines.style.colour_map"},
                                      ShortKey{"range", "layers.particles.style.range"},
                                      ShortKey{"range", "layers.lines.style.range"},
                                      ShortKey{"point_size", "layers.particles.style.point_size"},
                                      ShortKey{"perspective", "layers.particles.style.perspective"},
                                      ShortKey{"shaded", "layers.particles.style.shaded"},
                                      ShortKey{"trail_frames", "layers.particles.style.trail_frames"},
                                      ShortKey{"trail_width", "layers.particles.style.trail_width"},
                                      ShortKey{"trail_opacity", "layers.particles.style.trail_opacity"},
                                      ShortKey{"particles", "layers.particles.style.drawn"},
                                      ShortKey{"line_width", "layers.lines.style.line_width"},
                                      ShortKey{"line_opacity", "layers.lines.style.line_opacity"},
                                      ShortKey{"lines", "layers.lines.style.drawn"}};

using model::FieldError;
using model::Json;
using model::JsonValue;

/// Keys of a script that are also members of a document. `camera` is shorthand where it is an array.
constexpr std::array full_keys{"farfield", "data",   "rakes",  "layers", "scene",
                               "clock",    "camera", "output", "files"};
/// Keys of a script with tables of their own, or with computed values.
constexpr std::array short_tables{"particles", "lines", "rake",     "terrain",         "sight",
                                  "viewshed",  "view",  "entities", "duration_seconds"};
constexpr double most_seconds = 1e9;

class Expansion {
public:
    Expansion(const Json& script, std::span<const model::LayerKind> kinds, Expanded& result)
        : script_(script), kinds_(kinds), result_(result)
    {}

    void run(const std::filesystem::path& folder)
    {
        take_full_tables();
        const bool own_layers = result_.document.contains("layers");
        check_what_belongs_together();
        move(script_, "", root_keys);
        take_duration();
        take_camera();
        take_view();
        take_rakes();
        take_dataset_layers(own_layers);
        take_terrain();
        take_viewshed();
        take_sight();
        take_entities();
        read_seed_files(folder);
    }

private:
    [[nodiscard]] bool has(const char* key) const { return script_.contains(key); }

    /// Puts a value at a path of the document. from: its path in the script.
    void put(const std::string& path, const std::string& from, Json value)
    {
        Json* at = &result_.document;
        for (std::size_t end = 0; end != std::string::npos;) {
            const auto begin = end == 0 ? 0 : end + 1;
            end = path.find('.', begin);
            if (!at->is_null()) (void)JsonValue(at, path.substr(0, begin == 0 ? 0 : begin - 1)).object();
            at = &(*at)[path.substr(begin, end == std::string::npos ? end : end - begin)];
        }
        if (!at->is_null()) throw FieldError(from, "it is there in full, too, as '" + path + "'");
        *at = std::move(value);
        result_.written[path] = from;
    }

    /// Moves the values of a table's short keys to their places. others: path that receives all other keys.
    void move(const Json& table, const std::string& name, std::span<const ShortKey> keys,
              const std::string& others = {})
    {
        for (const auto& [key, value] : JsonValue(&table, name).object().items()) {
            const std::string from = name.empty() ? key : name + "." + key;
            const bool is_short = std::ranges::find(keys, key, &ShortKey::key) != keys.end();
            for (const ShortKey& known : keys)
                if (key == known.key) put(known.path, from, value);
            if (!is_short && !others.empty()) put(others + "." + key, from, value);
        }
    }

    void refuse_unknown_keys(const Json& table, const std::string& name, std::span<const char* const> known)
    {
        model::JsonFields members{JsonValue(&table, name)};
        for (const char* key : known) (void)members[key];
        members.refuse_others();
    }

    void take_full_tables()
    {
        std::vector<const char*> known(full_keys.begin(), full_keys.end());
        known.insert(known.end(), short_tables.begin(), short_tables.end());
        std::ranges::transform(root_keys, std::back_inserter(known), &ShortKey::key);
        refuse_unknown_keys(script_, "", known);
        result_.document = {{"farfield", model::document_version}};
        for (const char* key : full_keys)
            if (has(key) && !(key == std::string_view("camera") && script_[key].is_array()))
                result_.document[key] = script_[key];
        if (!has("data") && !has("dataset") && !has("terrain") && !has_layer_without_data())
            throw FieldError("dataset", "'dataset', [terrain] or [data]", "none of them");
    }

    void check_what_belongs_together()
    {
        if (has("frames") && has("duration_seconds"))
            throw FieldError("duration_seconds", "give either 'frames' or 'duration_seconds', not both");
        if (!has("terrain")) return;
        if (has("dataset")) throw FieldError("dataset", "give either 'dataset' or '[terrain]', not both");
        for (const char* key : {"lines", "particles", "rake", "velocity"})
            if (has(key))
                throw FieldError(key, "'" + std::string(key) + "' is of a dataset, not of a [terrain]");
    }

    [[nodiscard]] double frames_per_second() const
    {
        const Json clock = result_.document.value("clock", Json::object());
        const auto rate = clock.find("frames_per_second");
        return rate == clock.end() ? model::Clock{}.frames_per_second
                                   : JsonValue(&*rate, "clock.frames_per_second").number();
    }

    void take_duration()
    {
        if (!has("duration_seconds")) return;
        const JsonValue seconds(&script_["duration_seconds"], "duration_seconds");
        if (!(seconds.number() > 0.0 && seconds.number() <= most_seconds))
            seconds.complain("a number above 0 and at most 1e9");
        const double frames = std::max(1.0, std::round(seconds.number() * frames_per_second()));
        if (!(frames <= static_cast<double>(model::most_frames)))
            throw FieldError("duration_seconds",
                             "more than " + std::to_string(model::most_frames) + " frames");
        put("clock.frames", "duration_seconds", static_cast<std::uint64_t>(frames));
    }

    void take_camera()
    {
        if (!has("camera") || !script_["camera"].is_array()) return;
        Json keys = script_["camera"];
        for (std::size_t i = 0; i < keys.size(); ++i) take_frame(keys[i], i);
        put("camera.keys", "camera", std::move(keys));
    }

    /// Replaces a camera key's frame number by its time in seconds.
    void take_frame(Json& key, std::size_t index)
    {
        const std::string path = "camera[" + std::to_string(index) + "]";
        (void)JsonValue(&key, path).object();
        const auto frame = key.find("frame");
        if ((frame == key.end()) != key.contains("at"))
            throw FieldError(path, "give either 'at' (seconds) or 'frame'");
        if (frame == key.end()) return;
        const auto number = JsonValue(&*frame, path + ".frame").uint64({.max = model::most_frames});
        key.erase(frame);
        key["at"] = static_cast<double>(number) / frames_per_second();
        result_.written["camera.keys[" + std::to_string(index) + "].at"] = path + ".frame";
    }

    void take_view()
    {
        if (!has("view")) return;
        std::vector<const char*> known;
        std::ranges::transform(view_keys, std::back_inserter(known), &ShortKey::key);
        refuse_unknown_keys(script_["view"], "view", known);
        move(script_["view"], "view", view_keys);
    }

    void take_rakes()
    {
        if (!has("rake")) return;
        const auto rakes = JsonValue(&script_["rake"], "rake").elements();
        for (std::size_t i = 0; i < rakes.size(); ++i) {
            const std::string id = "rake-" + std::to_string(i + 1);
            put("rakes." + id, rakes[i].path(), rakes[i].object());
            if (has("dataset")) result_.document["rakes"][id]["data"] = "dataset";
            rake_ids_.push_back(id);
        }
    }

    /// Adds the layers of a dataset. A script with no table of layers, short or full, gets one of particles.
    void take_dataset_layers(bool own_layers)
    {
        if (has("dataset")) put("data.dataset.kind", "dataset", "dataset");
        if (has("particles"))
            move(script_["particles"], "particles", particle_keys, "layers.particles.params");
        if (has("lines")) put("layers.lines.params", "lines", script_["lines"]);
        const bool particles = has("particles") || (has("dataset") && !own_layers);
        finish_dataset_layer("lines", has("lines"));
        finish_dataset_layer("particles", particles && !has("lines"));
    }

    void finish_dataset_layer(const char* kind, bool shown)
    {
        const std::string path = std::string("layers.") + kind;
        if (shown) {
            make_layer(kind, kind, has(kind) ? kind : "dataset");
            if (has("dataset")) put(path + ".data", "dataset", "dataset");
            if (has("rake")) put(path + ".rakes", "rake", rake_ids_);
        } else if (!is_full_layer(kind)) {
            drop(kind, path);
        }
    }

    /// True when the script has a layer of a kind that a relay feeds.
    [[nodiscard]] bool has_layer_without_data() const
    {
        if (has("entities")) return true;
        if (!has("layers") || !script_["layers"].is_object()) return false;
        return std::ranges::any_of(script_["layers"], [&](const Json& layer) {
            const auto* const kind = model::find_kind(kinds_, model::text_or(layer, "kind", ""));
            return kind != nullptr && !kind->data;
        });
    }

    [[nodiscard]] bool is_full_layer(const char* id) const
    {
        return has("layers") && script_["layers"].is_object() && script_["layers"].contains(id);
    }

    /// Validates the settings of a kind that the script does not show, and removes them.
    void drop(const char* kind, const std::string& path)
    {
        const auto layers = result_.document.find("layers");
        if (layers == result_.document.end() || !layers->contains(kind)) return;
        const auto* row = model::find_kind(kinds_, kind);
        const Json layer = (*layers)[kind];
        if (layer.contains("params")) (void)row->params(layer["params"], path + ".params");
        if (layer.contains("style")) (void)row->style(layer["style"], path + ".style");
        layers->erase(kind);
    }

    void make_layer(const std::string& id, const char* kind, const std::string& from)
    {
        put("layers." + id + ".kind", from, kind);
        result_.written["layers." + id] = from;
    }

    void make_ground_layer(const std::string& id, const char* kind, const std::string& from, double order)
    {
        make_layer(id, kind, from);
        if (order != 0.0) put("layers." + id + ".order", from, order);
        if (has("terrain") && model::find_kind(kinds_, kind)->data)
            put("layers." + id + ".data", from, "terrain");
    }

    void take_terrain()
    {
        if (!has("terrain")) return;
        const Json& terrain = script_["terrain"];
        move(terrain, "terrain", terrain_keys, "layers.terrain.style");
        put("data.terrain.kind", "terrain", "terrain");
        result_.written["data.terrain"] = "terrain";
        make_ground_layer("terrain", "terrain", "terrain", 0.0);
        for (const char* kind : {"picture", "overlay"}) {
            if (!terrain.contains(kind)) continue;
            const std::string from = std::string("terrain.") + kind;
            if (terrain[kind] == Json("")) throw FieldError(from, "the name of a file", "\"\"");
            make_ground_layer(kind, kind, from, 1.0);
        }
    }

    void take_viewshed()
    {
        if (!has("viewshed")) return;
        move(script_["viewshed"], "viewshed", viewshed_keys, "layers.viewshed.params");
        result_.written["layers.viewshed.params"] = "viewshed";
        make_ground_layer("viewshed", "viewshed", "viewshed", 2.0);
    }

    void take_sight()
    {
        if (!has("sight")) return;
        const auto tables = JsonValue(&script_["sight"], "sight").elements();
        for (std::size_t i = 0; i < tables.size(); ++i) {
            const std::string id = "sight-" + std::to_string(i + 1);
            put("layers." + id + ".params", tables[i].path(), tables[i].object());
            make_ground_layer(id, "sight", tables[i].path(), 3.0);
        }
    }

    /// Moves the keys of [entities]: styles and `recording` to their members, all others to `params`.
    void take_entities()
    {
        if (!has("entities")) return;
        const std::string path = "layers.entities.";
        const auto styles = model::find_kind(kinds_, "entities")->style.members();
        for (const auto& [key, value] : JsonValue(&script_["entities"], "entities").object().items()) {
            const bool is_style =
                std::ranges::find(styles, key, &model::FieldDescription::name) != styles.end();
            const char* const part = key == "recording" ? "" : is_style ? "style." : "params.";
            put(path + part + key, "entities." + key, value);
        }
        result_.written[path + "params"] = "entities";
        make_ground_layer("entities", "entities", "entities", 4.0);
    }

    void read_seed_files(const std::filesystem::path& folder)
    {
        const auto rakes = result_.document.find("rakes");
        if (rakes == result_.document.end() || !rakes->is_object()) return;
        for (auto& [id, rake] : rakes->items()) {
            if (!rake.is_object() || !rake.contains("file") || rake.value("kind", Json()) != "list") continue;
            const std::string path = result_.as_written("rakes." + id) + ".file";
            const std::string file = JsonValue(&rake["file"], path).text();
            rake.erase("file");
            try {
                const auto list = load_seeds(folder / file);
                rake["at"] = list.at;
                if (!list.times.empty()) rake["times"] = list.times;
            } catch (const std::runtime_error& error) {
                throw FieldError(path, error.what());
            }
        }
    }

    const Json& script_;
    std::span<const model::LayerKind> kinds_;
    Expanded& result_;
    std::vector<std::string> rake_ids_;
};

}  // namespace

std::string Expanded::as_written(const std::string& path) const
{
    // Reverse order: a longer path comes after the paths that it begins with.
    for (auto found = written.rbegin(); found != written.rend(); ++found) {
        const auto& [ours, theirs] = *found;
        if (!path.starts_with(ours)) continue;
        const std::string rest = path.substr(ours.size());
        if (rest.empty() || rest.front() == '.' || rest.front() == '[') return theirs + rest;
    }
    return path;
}

void expand(const Json& script, const std::filesystem::path& folder, std::span<const model::LayerKind> kinds,
            Expanded& result)
{
    Expansion(script, kinds, result).run(folder);
}

}  // namespace farfield::app
