#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/layers/entities/entity_table.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// Colours of entities: by their force, or by a number on a colour map.
class EntityColours {
public:
    /// by: the `colour_by` of model::EntityStyle.
    void set(const std::string& by);
    /// Takes the range of all entities in the scene, rounded, so that it stays for a while.
    void prepare(const EntityTable& table, std::uint64_t now_ns, double units_per_metre);
    /// Entry of the colour map, 1 to 255; 0: colour of the entity's force.
    [[nodiscard]] std::uint8_t entry_of(const KnownEntity& entity, std::uint64_t now_ns) const;
    /// Legend of the colour map; null: the colours are those of forces.
    [[nodiscard]] const render::Legend* legend() const;

private:
    enum class By { Force, Speed, Age, Height, Value };
    [[nodiscard]] std::optional<double> number_of(const KnownEntity& entity, std::uint64_t now_ns) const;

    By by_ = By::Force;
    std::string value_;  ///< name of the value, with By::Value
    double units_per_metre_ = 1.0;
    bool has_range_ = false;
    render::Legend legend_;
};

}  // namespace farfield::app
