#include <algorithm>
#include <stdexcept>

#include "model/document/document.h"
#include "model/fields/unique_json.h"
#include "model/rakes/rake_json.h"

/// Reads a whole document and checks the references between its members.
namespace farfield::model {

namespace {

constexpr int max_depth = 64;  ///< of arrays and objects in a document

/// The names as a choice in an error: `"flow" or "hills"`
std::string choice(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " or ") + in_quotes(name);
    return text;
}

/// Returns the id, or when it is empty the id of the only data of that kind.
std::string data_id(const Document& document, const std::string& id, DataKind kind, const std::string& path)
{
    std::vector<std::string> fitting;
    for (const auto& [name, source] : document.data)
        if (source.kind == kind) fitting.push_back(name);
    if (id.empty() && fitting.size() == 1) return fitting.front();
    if (std::ranges::find(fitting, id) != fitting.end()) return id;
    const std::string what = data_kind_names.at(static_cast<std::size_t>(kind));
    throw FieldError(path + ".data",
                     fitting.empty() ? "the id of a " + what + ", of which there is none" : choice(fitting),
                     id.empty() ? "nothing" : in_quotes(id));
}

void check_layer_rakes(const Document& document, const Layer& layer, const std::string& path)
{
    for (std::size_t i = 0; i < layer.rakes->size(); ++i) {
        const std::string& id = layer.rakes->at(i);
        const auto rake = document.rakes.find(id);
        const std::string place = path + ".rakes[" + std::to_string(i) + "]";
        if (rake == document.rakes.end()) throw FieldError(place, "the id of a rake", in_quotes(id));
        if (rake->second.data != layer.data)
            throw FieldError(place, "a rake in " + in_quotes(layer.data),
                             in_quotes(id) + " in " + in_quotes(rake->second.data));
    }
    check_rakes(*rakes_of(document, layer), {nullptr, path + ".rakes"});
}

void complete(Layer& layer, const Document& document, const std::string& path,
              std::span<const LayerKind> kinds)
{
    const LayerKind* kind = find_kind(kinds, layer.kind);
    if (kind == nullptr) {
        std::vector<std::string> known;
        for (const LayerKind& one : kinds) known.emplace_back(one.name);
        throw FieldError(path + ".kind", choice(known), in_quotes(layer.kind));
    }
    if (kind->data)
        layer.data = data_id(document, layer.data, *kind->data, path);
    else if (!layer.data.empty())
        throw FieldError(path + ".data", "a layer of the kind '" + layer.kind + "' has none");
    if (kind->data && !layer.recording.empty())
        throw FieldError(path + ".recording", "a layer of the kind '" + layer.kind + "' has none");
    if (layer.clock == kind->ticks) layer.clock.reset();
    if (layer.rakes && !kind->has_rakes)
        throw FieldError(path + ".rakes", "a layer of the kind '" + layer.kind + "' has none");
    if (layer.rakes) check_layer_rakes(document, layer, path);
    layer.params = kind->params(layer.params, path + ".params");
    layer.style = kind->style(layer.style, path + ".style");
}

Json parsed(std::string_view text)
{
    if (text.size() > max_document_bytes)
        throw LimitError("max_document_bytes", max_document_bytes, text.size());
    try {
        return parse_unique(text, max_depth);
    } catch (const Json::exception& error) {
        const std::string_view what = error.what();  // "[json.exception.parse_error.101] parse error at ..."
        throw std::runtime_error("not JSON: " + std::string(what.substr(what.find("] ") + 2)));
    }
}

}  // namespace

Document read_document(const Json& json, std::span<const LayerKind> kinds)
{
    auto document = read<Document>(json);
    const std::string& base = document.scene.base;
    if (!base.empty() && !document.data.contains(base))
        throw FieldError("scene.base", "the id of data", in_quotes(base));
    for (auto& [id, rake] : document.rakes)
        rake.data = data_id(document, rake.data, DataKind::Dataset, "rakes." + id);
    for (auto& [id, layer] : document.layers) complete(layer, document, "layers." + id, kinds);
    std::ranges::stable_sort(document.camera.keys, {}, &CameraKey::at);
    return document;
}

std::string text_of(const Document& document)
{
    std::string text = write(document).dump(2) + "\n";
    if (text.size() > max_document_bytes)
        throw LimitError("max_document_bytes", max_document_bytes, text.size());
    return text;
}

Document parse_document(std::string_view text, std::span<const LayerKind> kinds)
{
    return read_document(parsed(text), kinds);
}

}  // namespace farfield::model
