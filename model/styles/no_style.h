#pragma once

namespace farfield::model {

/// Of a kind of layer that looks one way only.
struct NoStyle {
    friend bool operator==(const NoStyle&, const NoStyle&) = default;

    static void fields(auto&) {}
};

}  // namespace farfield::model
