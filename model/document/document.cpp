#include "model/document/document.h"

#include <algorithm>

#include "model/rakes/rake_json.h"

namespace farfield::model {

DataTransform DataTransform::from_json(const JsonValue& value)
{
    if (value.is("geographic")) return {{}, Way::Geographic};
    if (value.is("base")) return {{}, Way::Base};
    if (value.is_text()) value.complain("\"geographic\", \"base\", or an object with offset and scale");
    return {read<Transform>(value.object(), value.path()), Way::Given};
}

Json DataTransform::to_json() const
{
    if (way == Way::Geographic) return "geographic";
    if (way == Way::Base) return "base";
    return write(static_cast<const Transform&>(*this));
}

std::string in_quotes(const std::string& text)
{
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_id(std::string_view text) noexcept
{
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
    return !text.empty() && text.size() <= max_id_chars && is_letter(text.front()) &&
           std::ranges::all_of(text, fits);
}

void check_id(const std::string& id, const std::string& path)
{
    if (!is_id(id))
        throw FieldError(path, "an id that matches [a-z][a-z0-9_-]{0,31}",
                         in_quotes(id.substr(0, 2 * max_id_chars)));
}

const LayerKind* find_kind(std::span<const LayerKind> kinds, std::string_view name) noexcept
{
    const auto found = std::ranges::find(kinds, name, &LayerKind::name);
    return found == kinds.end() ? nullptr : &*found;
}

void DataSource::check(const DataSource& source, const std::string& path)
{
    if (source.kind == DataKind::Dataset) return;
    if (!source.velocity.empty())
        throw FieldError(path + ".velocity", "only a dataset has one, and this is a terrain");
    if (source.transform.way == DataTransform::Way::Geographic ||
        source.transform.way == DataTransform::Way::Base)
        throw FieldError(path + ".transform", "of a terrain it has an offset alone");
    if (source.above_ground)
        throw FieldError(path + ".above_ground", "only a dataset has one, and this is a terrain");
    if (source.transform.scale != Transform{}.scale)
        throw FieldError(path + ".transform.scale", "only a dataset has one, and this is a terrain");
}

SharedRake SharedRake::from_json(const JsonValue& value)
{
    Json json = value.object();
    SharedRake shared;
    if (const auto data = json.find("data"); data != json.end()) {
        shared.data = JsonValue(&*data, value.path() + ".data").text();
        json.erase(data);
    }
    shared.rake = read_rake({&json, value.path()});
    return shared;
}

Json SharedRake::to_json() const
{
    Json json = model::to_json(rake);
    if (rake.particles_per_seed == 1) json.erase("particles_per_seed");
    if (const auto start = json.find("random_seed"); start != json.end() && *start == 0) json.erase(start);
    if (const auto* surface = std::get_if<IsovalueRake>(&rake.shape))
        if (surface->scalar == IsovalueRake{}.scalar) json.erase("scalar");
    if (!data.empty()) json["data"] = data;
    return json;
}

bool Output::wants_png(std::uint64_t frame) const
{
    return (png_every > 0 && frame % png_every == 0) || std::ranges::find(png, frame) != png.end();
}

void Document::check_version(std::uint32_t version, const JsonValue& json)
{
    if (version != document_version)
        json.complain(std::to_string(document_version) + ", the form that this program reads");
}

std::vector<std::string> layers_in_order(const Document& document)
{
    std::vector<std::string> ids;
    for (const auto& [id, layer] : document.layers) ids.push_back(id);
    std::ranges::stable_sort(ids, {}, [&](const std::string& id) { return document.layers.at(id).order; });
    return ids;
}

std::string base_of(const Document& document)
{
    if (!document.scene.base.empty()) return document.scene.base;
    std::string lowest;
    for (const std::string& id : layers_in_order(document)) {
        const std::string& data = document.layers.at(id).data;
        if (data.empty()) continue;
        if (document.data.at(data).kind == DataKind::Terrain) return data;
        if (lowest.empty()) lowest = data;
    }
    return lowest;
}

const Layer* lowest_layer(const Document& document, std::string_view kind, std::string_view data)
{
    for (const std::string& id : layers_in_order(document)) {
        const Layer& layer = document.layers.at(id);
        if (layer.kind == kind && layer.data == data) return &layer;
    }
    return nullptr;
}

std::optional<std::vector<Rake>> rakes_of(const Document& document, const Layer& layer)
{
    if (!layer.rakes) return std::nullopt;
    std::vector<Rake> rakes;
    for (const std::string& id : *layer.rakes) rakes.push_back(document.rakes.at(id).rake);
    return rakes;
}

}  // namespace farfield::model
