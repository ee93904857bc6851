#pragma once

#include <QString>
#include <QStringList>
#include <array>

#include "app/viewer/view/rake_edit.h"
#include "model/data/dataset_info.h"

/// What the boxes of the rake editor hold, and for which kind: plain functions, no window.
namespace farfield::app {

/// The numbers of one rake, each in the box that it is shown in.
struct RakeNumbers {
    std::array<model::Point, 3> places{};  ///< those that the kind has, in the order of RakeRows
    double radius = 1.0;
    std::array<std::uint32_t, 3> counts{1, 1, 1};
    bool random = false;
    std::uint32_t random_seed = 0;
    std::string choice = {};  ///< of RakeRows::choices
    double value = 0.0;       ///< a slice's position, or what a scalar is
};

/// Which rows the editor shows.
struct RakeRows {
    std::array<QString, 3> places = {};  ///< labels; an empty one is not shown
    bool radius = false;
    int counts = 0;
    bool random = false;              ///< the choice between lattice and random places
    bool random_seed = false;         ///< random places are chosen
    QString choice = {}, value = {};  ///< labels; an empty one is not shown
    QStringList choices = {};
};

/// scalars: of the dataset, for an isovalue to choose from.
[[nodiscard]] RakeRows rows_of(const model::Rake& rake, const QStringList& scalars = {});
[[nodiscard]] RakeNumbers numbers_of(const model::Rake& rake);

/// What a slice or isovalue begins with when its axis or scalar is chosen: the middle of what the dataset
/// has.
[[nodiscard]] double usual_value(const model::Rake& rake, const std::string& choice,
                                 const model::DatasetInfo& dataset);

/// A rake like `before`, with these numbers. A circle's normal of no length is not taken over. When a box
/// goes over to random places they are as many as the lattice had, and back as many as fill a cube.
[[nodiscard]] model::Rake with_numbers(const model::Rake& before, const RakeNumbers& numbers);

}  // namespace farfield::app
