#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/data/dataset_info.h"
#include "model/fields/description.h"
#include "model/geometry/point.h"

/// What a document has to know of a kind of layer. The kinds themselves are in app/layers.
namespace farfield::model {

enum class DataKind { Dataset, Terrain };
inline constexpr std::array data_kind_names{"dataset", "terrain"};

/// Parameters or a style of a layer.
struct LayerPart {
    /// The canonical form. path: names it in errors. Throws FieldError, LimitError.
    Json (*canonical)(const Json& json, const std::string& path) = nullptr;
    /// The members, for forms.
    std::vector<FieldDescription> (*members)() = nullptr;

    Json operator()(const Json& json, const std::string& path) const { return canonical(json, path); }
};

/// The data that a new layer is to show.
struct LayerData {
    std::array<Point, 2> bounds{};                  ///< lower and upper corner
    const DatasetSuggestions* suggested = nullptr;  ///< of a dataset; borrowed
    bool has_rays = false;                          ///< it is of travel times
};

struct LayerKind {
    const char* name = "";
    std::optional<DataKind> data = DataKind::Dataset;  ///< what it shows; nothing: what a relay sends
    bool has_rakes = false;                            ///< its program begins at rakes
    bool ticks = false;  ///< takes its time from the document's clock, unless the layer says otherwise
    LayerPart params = {};
    LayerPart style = {};
    /// Parameters to begin with; null: none are needed, or none can be guessed. Of data that the layer cannot
    /// show, what `params` refuses.
    Json (*first_params)(const LayerData& data) = nullptr;
};

/// Null where there is none of that name.
[[nodiscard]] const LayerKind* find_kind(std::span<const LayerKind> kinds, std::string_view name) noexcept;

namespace detail {
/// Passes over the members that are named.
template <class Visitor>
struct Without {
    Visitor& visit;
    std::span<const char* const> left_out;

    void operator()(const char* name, auto member, const auto&... constraints)
    {
        if (std::ranges::none_of(left_out, [&](std::string_view other) { return other == name; }))
            visit(name, member, constraints...);
    }
};
}  // namespace detail

/// The parameters of a program or call without those that a layer has from elsewhere in the document.
/// left_out: their names.
template <class Params, const auto& left_out>
struct LayerParams : Params {
    static void fields(auto& visit)
    {
        detail::Without<std::remove_reference_t<decltype(visit)>> rest{visit, left_out};
        Params::fields(rest);
    }
};

inline constexpr std::array<const char*, 0> no_names{};

/// Reads a T and writes it again, without what equals its default. kept: members whose absence means
/// something else than their default, as a suggestion of the dataset; they stay when they are there.
template <class T, const auto& kept = no_names>
[[nodiscard]] Json canonical(const Json& json, const std::string& path)
{
    const T value = read<T>(json, path);
    Json result = write(value);
    for (const char* name : kept)
        if (json.contains(name)) result[name] = write_all(value).at(name);
    return result;
}

/// The members of T; those that are kept are optional.
template <class T, const auto& kept = no_names>
[[nodiscard]] std::vector<FieldDescription> members_of()
{
    auto members = description_of<T>();
    for (FieldDescription& member : members)
        member.is_optional = member.is_optional ||
                             std::ranges::any_of(kept, [&](const char* name) { return name == member.name; });
    return members;
}

/// Of a type with a field list; kept: as canonical() has it.
template <class T, const auto& kept = no_names>
inline constexpr LayerPart part_of{canonical<T, kept>, members_of<T, kept>};

}  // namespace farfield::model
