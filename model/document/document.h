#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/camera.h"
#include "model/document/clock.h"
#include "model/document/layer_kind.h"
#include "model/fields/fields.h"
#include "model/geometry/point.h"
#include "model/rakes/rakes.h"

/// A document describes a whole scene as plain data, without a node's or a window's state: docs/scripts.md.
namespace farfield::model {

/// Puts data into the scene: scene = offset + scale x own, by component.
struct Transform {
    Point offset{};
    Point scale{1.0, 1.0, 1.0};  ///< above 0; other than 1 for datasets only
    friend bool operator==(const Transform&, const Transform&) = default;

    static void fields(auto& visit)
    {
        visit("offset", &Transform::offset);
        visit("scale", &Transform::scale, above(0.0));
    }
};

/// A transform, or a rule by which data come into the scene.
struct DataTransform : Transform {
    enum class Way {
        Automatic,   ///< by place on the Earth, or in the base's system; else as given
        Given,       ///< by offset and scale
        Geographic,  ///< through the reference systems of the data and the base
        Base,        ///< positions are coordinates of the base's own system
    };
    Way way = Way::Automatic;
    friend bool operator==(const DataTransform&, const DataTransform&) = default;

    /// Deleted: the JSON is one word or an object, no list of fields.
    static void fields(auto&) = delete;
    /// Reads "geographic", "base", or an object with offset and scale.
    static DataTransform from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

inline constexpr std::size_t max_id_chars = 32;

/// A text in quotes with JSON's escapes, for error messages.
[[nodiscard]] std::string in_quotes(const std::string& text);
/// True when the text matches [a-z][a-z0-9_-]{0,31}.
[[nodiscard]] bool is_id(std::string_view text) noexcept;
/// Throws FieldError, with `path`, when `id` is no valid id.
void check_id(const std::string& id, const std::string& path);

/// Members of one type by id, as a member of a field list.
template <class T>
struct ById : std::map<std::string, T> {
    static ById from_json(const JsonValue& value)
    {
        ById all;
        for (const auto& [id, member] : value.object().items()) {
            const std::string path = value.path() + "." + id.substr(0, 2 * max_id_chars);
            check_id(id, path);
            all.emplace(id, read<T>(member, path));
        }
        return all;
    }
    [[nodiscard]] Json to_json() const
    {
        Json json = Json::object();
        for (const auto& [id, entry] : *this) json[id] = detail::write_value(entry, {});
        return json;
    }
};

/// A constraint of a field list: at most `limit` members. Throws LimitError.
inline constexpr auto no_more_than = [](const char* limit_name, std::size_t limit) {
    return [=](const auto& all, const JsonValue&) {
        if (all.size() > limit) throw LimitError(limit_name, limit, all.size());
    };
};

inline constexpr std::uint32_t document_version = 1;
inline constexpr std::size_t max_document_bytes = 4 << 20;  ///< of the document's text
inline constexpr double most_above_ground = 1e6;            ///< metres
inline constexpr std::size_t max_data = 16, max_layers = 64, max_rakes = 1024;

struct DataSource {
    DataKind kind = DataKind::Dataset;
    std::string name = {};      ///< as the node lists it
    std::string velocity = {};  ///< the dataset's vector to trace; empty: the node chooses
    DataTransform transform = {};
    /// Metres above the ground, or the water, at which a dataset without heights lies over a terrain; absent:
    /// 1/500 of the terrain's width.
    std::optional<double> above_ground = std::nullopt;
    friend bool operator==(const DataSource&, const DataSource&) = default;

    static void fields(auto& visit)
    {
        visit("kind", &DataSource::kind, required, names(data_kind_names));
        visit("name", &DataSource::name, required);
        visit("velocity", &DataSource::velocity);
        visit("transform", &DataSource::transform);
        visit("above_ground", &DataSource::above_ground, from_to(0.0, most_above_ground));
    }
    static void check(const DataSource& source, const std::string& path);
};

/// A rake that layers share by its id.
struct SharedRake {
    Rake rake = {};
    std::string data = {};  ///< id of the dataset that positions refer to; not empty once read
    friend bool operator==(const SharedRake&, const SharedRake&) = default;

    /// JSON as in docs/protocol.md, section 5, with `data`; members equal to their default are not written.
    static SharedRake from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

struct Layer {
    std::string kind = {};  ///< the name of a LayerKind
    std::string data = {};  ///< id of the data; once read empty only for kinds without data
    double order = 0.0;     ///< layers are drawn and listed by rising order, then by id
    bool visible = true;    ///< false: the node's program stops; the settings stay
    std::string title = {};
    std::optional<bool> clock = std::nullopt;                      ///< absent: LayerKind::ticks
    std::optional<std::vector<std::string>> rakes = std::nullopt;  ///< ids in order; absent: as suggested
    std::string recording = {};    ///< file that a layer without data plays; empty: a relay
    Json params = Json::object();  ///< canonical parameters of the kind
    Json style = Json::object();   ///< canonical style of the kind
    friend bool operator==(const Layer&, const Layer&) = default;

    static void fields(auto& visit)
    {
        visit("kind", &Layer::kind, required);
        visit("data", &Layer::data);
        visit("order", &Layer::order);
        visit("visible", &Layer::visible);
        visit("title", &Layer::title);
        visit("clock", &Layer::clock);
        visit("rakes", &Layer::rakes);
        visit("recording", &Layer::recording);
        visit("params", &Layer::params);
        visit("style", &Layer::style);
    }
};

/// Parts of the picture that are shown beside layers.
struct Shown {
    bool outline = true, axes = true, legend = true, rakes = true, compass = true;
    /// Draws what lies below the ground faintly through it; absent: for datasets that reach below it.
    std::optional<bool> through_ground = std::nullopt;
    friend bool operator==(const Shown&, const Shown&) = default;

    static void fields(auto& visit)
    {
        visit("outline", &Shown::outline);
        visit("axes", &Shown::axes);
        visit("legend", &Shown::legend);
        visit("rakes", &Shown::rakes);
        visit("compass", &Shown::compass);
        visit("through_ground", &Shown::through_ground);
    }
};

/// The place on the Earth of a Cartesian dataset's position 0, and the direction of its y axis.
struct SceneAnchor {
    double lon = 0.0, lat = 0.0;  ///< degrees
    double heading = 0.0;         ///< direction of y, degrees clockwise from north
    friend bool operator==(const SceneAnchor&, const SceneAnchor&) = default;

    static void fields(auto& visit)
    {
        visit("lon", &SceneAnchor::lon, required, from_to(-180.0, 360.0));
        visit("lat", &SceneAnchor::lat, required, from_to(-90.0, 90.0));
        visit("heading", &SceneAnchor::heading, from_to(-360.0, 360.0));
    }
};

struct SceneSettings {
    std::string base = {};                                ///< id of data; empty: see base_of()
    std::optional<double> vertical_scale = std::nullopt;  ///< factor by which z is stretched
    Point up{0.0, 0.0, 1.0};
    std::optional<SceneAnchor> anchor =
        std::nullopt;  ///< for a dataset in metres without a place on the Earth
    Shown show = {};
    friend bool operator==(const SceneSettings&, const SceneSettings&) = default;

    static void fields(auto& visit)
    {
        visit("base", &SceneSettings::base);
        visit("vertical_scale", &SceneSettings::vertical_scale, from_to(1e-12, 1e12));
        visit("up", &SceneSettings::up, check_direction);
        visit("anchor", &SceneSettings::anchor);
        visit("show", &SceneSettings::show);
    }
};

/// The pictures of a playback: their size, and those that are kept as files.
struct Output {
    std::array<std::uint32_t, 2> size{1280, 720};  ///< pixels
    std::uint64_t png_every = 0;                   ///< keeps each n-th picture; 0: none
    std::vector<std::uint64_t> png = {};           ///< numbers of frames to keep
    friend bool operator==(const Output&, const Output&) = default;

    static void fields(auto& visit)
    {
        visit("size", &Output::size, from_to(16, 16384), words("[width, height]"));
        visit("png_every", &Output::png_every, from_to(0, most_frames));
        visit("png", &Output::png);
    }
    [[nodiscard]] bool wants_png(std::uint64_t frame) const;
};

/// A scene as members that refer to each other by id. In what read_document() returns, each id is known.
struct Document {
    std::uint32_t farfield = document_version;
    ById<DataSource> data = {};
    ById<SharedRake> rakes = {};
    ById<Layer> layers = {};
    SceneSettings scene = {};
    Clock clock = {};
    Camera camera = {};  ///< private to a viewer
    Output output = {};  ///< private, for playbacks and recordings
    /// Private: paths on this machine that the program's own node offers, in which the data are found. Empty:
    /// only built-in data; absent: the data are another node's.
    std::optional<std::vector<std::string>> files = std::nullopt;
    friend bool operator==(const Document&, const Document&) = default;

    static void fields(auto& visit)
    {
        visit("farfield", &Document::farfield, required, check_version);
        visit("data", &Document::data, no_more_than("max_data", max_data));
        visit("rakes", &Document::rakes, no_more_than("max_rakes", max_rakes));
        visit("layers", &Document::layers, no_more_than("max_layers", max_layers));
        visit("scene", &Document::scene);
        visit("clock", &Document::clock);
        visit("camera", &Document::camera);
        visit("output", &Document::output);
        visit("files", &Document::files);
    }

private:
    static void check_version(std::uint32_t version, const JsonValue& json);
};

/// Reads a document strictly. In the result layers and rakes name their data, camera keys are in order of
/// time, and write() gives the canonical form: equal documents have equal texts. Throws FieldError with the
/// path and with what was expected and found, and LimitError.
[[nodiscard]] Document read_document(const Json& json, std::span<const LayerKind> kinds);

/// The canonical form as text for files. Throws LimitError when it is longer than max_document_bytes.
[[nodiscard]] std::string text_of(const Document& document);
/// Reads a document's text. Throws FieldError, LimitError, and std::runtime_error when it is no JSON.
[[nodiscard]] Document parse_document(std::string_view text, std::span<const LayerKind> kinds);

/// True when the layer takes its time from the document's clock.
[[nodiscard]] inline bool has_clock(const Layer& layer, const LayerKind& kind) noexcept
{
    return layer.clock.value_or(kind.ticks);
}
/// The ids of the layers in the order in which they are drawn and listed.
[[nodiscard]] std::vector<std::string> layers_in_order(const Document& document);
/// The id of the data whose frame is the scene's: the document's choice, else the terrain of the lowest layer
/// on a terrain, else the dataset of the lowest layer; empty without layers on data.
[[nodiscard]] std::string base_of(const Document& document);
/// The lowest layer of a kind on this data; null when there is none.
[[nodiscard]] const Layer* lowest_layer(const Document& document, std::string_view kind,
                                        std::string_view data);
/// The rakes of a layer, in its order; nullopt when it has those that the dataset suggests.
[[nodiscard]] std::optional<std::vector<Rake>> rakes_of(const Document& document, const Layer& layer);

}  // namespace farfield::model
