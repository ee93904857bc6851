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

/// The facts that a document needs of each kind of layer. The kinds themselves are in model/layers.
namespace farfield::model {

enum class DataKind { Dataset, Terrain };
inline constexpr std::array data_kind_names{"dataset", "terrain"};

/// Reads and describes the parameters, or the style, of a kind of layer.
struct LayerPart {
    /// Returns the canonical form. path: name of the part in errors. Throws FieldError, LimitError.
    Json (*canonical)(const Json& json, const std::string& path) = nullptr;
    /// Descriptions of the members, for forms.
    std::vector<FieldDescription> (*members)() = nullptr;

    Json operator()(const Json& json, const std::string& path) const { return canonical(json, path); }
};

/// Facts of the data that a new layer is to show.
struct LayerData {
    std::array<Point, 2> bounds{};                  ///< lower and upper corner
    const DatasetSuggestions* suggested = nullptr;  ///< the dataset's suggestions; borrowed; may be null
    bool has_rays = false;                          ///< the dataset holds travel times
};

struct LayerKind {
    const char* name = "";
    std::optional<DataKind> data = DataKind::Dataset;  ///< kind of data shown; nullopt: messages of a relay
    bool has_rakes = false;                            ///< the layer's program begins at rakes
    bool ticks = false;  ///< default of Layer::clock: takes its time from the document's clock
    LayerPart params = {};
    LayerPart style = {};
    /// Returns parameters for a new layer; null: none are needed, or none can be guessed. For data that
    /// the layer cannot show it returns parameters that `params` refuses.
    Json (*first_params)(const LayerData& data) = nullptr;
};

/// The kind of a name; null when there is none.
[[nodiscard]] const LayerKind* find_kind(std::span<const LayerKind> kinds, std::string_view name) noexcept;

namespace detail {
/// A visitor of fields that skips the named members.
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

/// The parameters of a program or call, without those that a layer takes from elsewhere in the document.
/// left_out: names of the members without a place in the layer.
template <class Params, const auto& left_out>
struct LayerParams : Params {
    static void fields(auto& visit)
    {
        detail::Without<std::remove_reference_t<decltype(visit)>> rest{visit, left_out};
        Params::fields(rest);
    }
};

inline constexpr std::array<const char*, 0> no_names{};

/// Reads a T and writes it without members equal to their default. kept: members whose absence means another
/// value than their default (the dataset's suggestion); they are written if they are there.
template <class T, const auto& kept = no_names>
[[nodiscard]] Json canonical(const Json& json, const std::string& path)
{
    const T value = read<T>(json, path);
    Json result = write(value);
    for (const char* name : kept)
        if (json.contains(name)) result[name] = write_all(value).at(name);
    return result;
}

/// Descriptions of the members of T; those in `kept` are optional.
template <class T, const auto& kept = no_names>
[[nodiscard]] std::vector<FieldDescription> members_of()
{
    auto members = description_of<T>();
    for (FieldDescription& member : members)
        member.is_optional = member.is_optional ||
                             std::ranges::any_of(kept, [&](const char* name) { return name == member.name; });
    return members;
}

/// The LayerPart of a type with a field list; kept: as for canonical().
template <class T, const auto& kept = no_names>
inline constexpr LayerPart part_of{canonical<T, kept>, members_of<T, kept>};

}  // namespace farfield::model
