#pragma once

namespace farfield::model {

/// Style of a kind of layer without settings.
struct NoStyle {
    friend bool operator==(const NoStyle&, const NoStyle&) = default;

    static void fields(auto&) {}
};

}  // namespace farfield::model
