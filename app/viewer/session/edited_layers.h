#pragma once

#include <optional>
#include <string>

#include "model/document/document.h"
#include "model/fields/fields.h"
#include "model/styles/colour_map.h"
#include "model/styles/range.h"

/// The layers of a document that the docks edit, one of each kind.
namespace farfield::app {

/// Ids of the data and layers of a document that the docks edit; an id that does not exist is that of the
/// next new one.
struct EditedIds {
    std::string flow = "flow", ground = "ground", particles = "particles-1", lines = "lines-1",
                rakes = "particles-1",  ///< the layer of the edited rakes
        terrain = "terrain-1", picture = "picture-1", overlay = "overlay-1";
};

/// The edited ids: those of the selected layer, else of the lowest layer of each kind. selected: its id; may
/// be empty.
[[nodiscard]] EditedIds edited_of(const model::Document& document, const std::string& selected);

/// A layer of the document; null where the id does not exist.
[[nodiscard]] const model::Layer* find_layer(const model::Document& document, const std::string& id);

/// Parameters and style of a layer, as structures of its kind; the defaults where the layer does not exist.
template <class Params>
[[nodiscard]] Params params_of(const model::Document& document, const std::string& id)
{
    const model::Layer* layer = find_layer(document, id);
    return layer == nullptr ? Params{} : model::read<Params>(layer->params, "params");
}
template <class Style>
[[nodiscard]] Style style_of(const model::Document& document, const std::string& id)
{
    const model::Layer* layer = find_layer(document, id);
    return layer == nullptr ? Style{} : model::read<Style>(layer->style, "style");
}

/// Changes members of a layer's parameters or style, and keeps the canonical form. patch: as
/// model::difference() gives it. Without such a layer nothing changes.
void patch_params(model::Document& document, const std::string& id, const model::Json& patch);
void patch_style(model::Document& document, const std::string& id, const model::Json& patch);

/// Colours of particles and lines.
struct FlowColours {
    model::ColourMap map = model::default_colour_map;
    model::ColourRange range = std::nullopt;  ///< absent: the scalar's own
    std::optional<std::string> scalar = {};   ///< absent: the dataset's first
    friend bool operator==(const FlowColours&, const FlowColours&) = default;
};

/// Colours of the edited particles; without any, of the edited lines.
[[nodiscard]] FlowColours colours_of(const model::Document& document, const EditedIds& ids);
void set_colours_of(model::Layer& layer, const FlowColours& colours);
/// Sets the colours of the edited particles and lines. Lines keep those in which they differed before.
void set_colours(model::Document& document, const EditedIds& ids, const FlowColours& colours);

}  // namespace farfield::app
