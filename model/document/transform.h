#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"

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

}  // namespace farfield::model
