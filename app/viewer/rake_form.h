#pragma once

#include <QString>
#include <array>

#include "app/viewer/rake_edit.h"

/// What the boxes of the rake editor hold, and for which kind: plain functions, no window.
namespace farfield::app {

/// The numbers of one rake, each in the box that it is shown in.
struct RakeNumbers {
    std::array<net::Point, 3> places{};  ///< those that the kind has, in the order of RakeRows
    double radius = 1.0;
    std::array<std::uint32_t, 3> counts{1, 1, 1};
    bool random = false;
    std::uint32_t random_seed = 0;
};

/// Which rows the editor shows.
struct RakeRows {
    std::array<QString, 3> places;  ///< labels; an empty one is not shown
    bool radius = false;
    int counts = 0;
    bool random = false;       ///< the choice between lattice and random places
    bool random_seed = false;  ///< random places are chosen
};

[[nodiscard]] RakeRows rows_of(const net::Rake& rake);
[[nodiscard]] RakeNumbers numbers_of(const net::Rake& rake);

/// A rake like `before`, with these numbers. A circle's normal of no length is not taken over. When a box
/// goes over to random places they are as many as the lattice had, and back as many as fill a cube.
[[nodiscard]] net::Rake with_numbers(const net::Rake& before, const RakeNumbers& numbers);

}  // namespace farfield::app
