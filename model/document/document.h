#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/document/by_id.h"
#include "model/document/camera.h"
#include "model/document/clock.h"
#include "model/document/layer_kind.h"
#include "model/document/transform.h"
#include "model/geometry/point.h"
#include "model/rakes/rakes.h"

/// All that is shown, as plain data, and nothing that a node or a window knows: docs/scripts.md.
namespace farfield::model {

inline constexpr std::uint32_t document_version = 1;
inline constexpr std::size_t max_document_bytes = 4 << 20;  ///< of its text
inline constexpr double most_above_ground = 1e6;            ///< metres
inline constexpr std::size_t max_data = 16, max_layers = 64, max_rakes = 1024;

struct DataSource {
    DataKind kind = DataKind::Dataset;
    std::string name = {};      ///< as the node lists it
    std::string velocity = {};  ///< of a dataset: the vector to trace; empty: the node's choice
    DataTransform transform = {};
    /// Of a dataset without heights over a terrain: it lies so many metres above the ground, or the water;
    /// absent: a 500th of the terrain's width.
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
    std::string data = {};  ///< the id of the dataset of its positions; in a document that was read not empty
    friend bool operator==(const SharedRake&, const SharedRake&) = default;

    /// As in docs/protocol.md, section 5, and `data`; members that equal their default are not written.
    static SharedRake from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

struct Layer {
    std::string kind = {};  ///< the name of a LayerKind
    std::string data = {};  ///< an id; in a document that was read empty only where its kind has no data
    double order = 0.0;     ///< drawn and listed from low to high, equal ones by id
    bool visible = true;    ///< false: the node's program stops, and all settings stay
    std::string title = {};
    std::optional<bool> clock = std::nullopt;                      ///< absent: as its kind has it
    std::optional<std::vector<std::string>> rakes = std::nullopt;  ///< ids in order; absent: as suggested
    std::string recording = {};    ///< of a kind without data: a file that it is read from; empty: a relay
    Json params = Json::object();  ///< canonical; to be read as what its kind has
    Json style = Json::object();   ///< likewise
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

/// What is shown beside layers.
struct Shown {
    bool outline = true, axes = true, legend = true, rakes = true, compass = true;
    /// What lies below the ground, faintly through it; absent: of datasets that reach below it.
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

/// Where a Cartesian dataset stands on the Earth: its position 0, and which way y points.
struct SceneAnchor {
    double lon = 0.0, lat = 0.0;  ///< degrees
    double heading = 0.0;         ///< of y, degrees clockwise from north
    friend bool operator==(const SceneAnchor&, const SceneAnchor&) = default;

    static void fields(auto& visit)
    {
        visit("lon", &SceneAnchor::lon, required, from_to(-180.0, 360.0));
        visit("lat", &SceneAnchor::lat, required, from_to(-90.0, 90.0));
        visit("heading", &SceneAnchor::heading, from_to(-360.0, 360.0));
    }
};

struct SceneSettings {
    std::string base = {};                                ///< an id of data; empty: see base_of()
    std::optional<double> vertical_scale = std::nullopt;  ///< z is drawn so many times as long as it is
    Point up{0.0, 0.0, 1.0};
    std::optional<SceneAnchor> anchor =
        std::nullopt;  ///< of a dataset in metres without a place on the Earth
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

/// Which pictures a playback makes, and which of them it keeps.
struct Output {
    std::array<std::uint32_t, 2> size{1280, 720};  ///< pixels
    std::uint64_t png_every = 0;                   ///< 0: none
    std::vector<std::uint64_t> png = {};           ///< numbers of frames
    friend bool operator==(const Output&, const Output&) = default;

    static void fields(auto& visit)
    {
        visit("size", &Output::size, from_to(16, 16384), words("[width, height]"));
        visit("png_every", &Output::png_every, from_to(0, most_frames));
        visit("png", &Output::png);
    }
    [[nodiscard]] bool wants_png(std::uint64_t frame) const;
};

/// Members that name each other by ids. What read_document() returns names only what is there.
struct Document {
    std::uint32_t farfield = document_version;
    ById<DataSource> data = {};
    ById<SharedRake> rakes = {};
    ById<Layer> layers = {};
    SceneSettings scene = {};
    Clock clock = {};
    Camera camera = {};  ///< private to a viewer
    Output output = {};  ///< private, for playbacks and recordings
    /// Private: paths of this machine that a node of a program's own offers, for the data to be opened there.
    /// None: what is built in; absent: the data is another node's.
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

/// Reads a document strictly. Its layers and rakes then name their data, its camera keys are in order of
/// time, and write() gives its canonical form: documents that are equal have equal texts. Throws FieldError
/// with the path, what was expected and what was found, and LimitError.
[[nodiscard]] Document read_document(const Json& json, std::span<const LayerKind> kinds);

/// The canonical form as text, as files have it. Throws LimitError when it is longer than max_document_bytes.
[[nodiscard]] std::string text_of(const Document& document);
/// Reads such a text. Throws FieldError, LimitError and std::runtime_error where it is no JSON.
[[nodiscard]] Document parse_document(std::string_view text, std::span<const LayerKind> kinds);

/// Whether the time of a layer of this kind is the document's.
[[nodiscard]] inline bool has_clock(const Layer& layer, const LayerKind& kind) noexcept
{
    return layer.clock.value_or(kind.ticks);
}
/// Ids of layers as they are drawn and listed.
[[nodiscard]] std::vector<std::string> layers_in_order(const Document& document);
/// The id of the data whose frame the scene has: as the document says, else the terrain of the lowest layer
/// on one, else the dataset of the lowest layer; empty without layers on data.
[[nodiscard]] std::string base_of(const Document& document);
/// The lowest layer of a kind on this data; null where there is none.
[[nodiscard]] const Layer* lowest_layer(const Document& document, std::string_view kind,
                                        std::string_view data);
/// The rakes of a layer, in its order; nothing where it has those that the dataset suggests.
[[nodiscard]] std::optional<std::vector<Rake>> rakes_of(const Document& document, const Layer& layer);

}  // namespace farfield::model
