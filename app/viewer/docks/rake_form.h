#pragma once

#include <QString>
#include <QStringList>
#include <array>

#include "app/viewer/view/rake_edit.h"
#include "model/data/dataset_info.h"

/// Values and rows of the rake editor for each kind of rake: plain functions without a window.
namespace farfield::app {

/// Numbers of one rake, one member for each box.
struct RakeNumbers {
    std::array<model::Point, 3> places{};  ///< as many as the kind has, in the order of RakeRows
    double radius = 1.0;
    std::array<std::uint32_t, 3> counts{1, 1, 1};
    bool random = false;
    std::uint32_t random_seed = 0;
    std::string choice = {};  ///< one of RakeRows::choices
    double value = 0.0;       ///< position of a slice, or isovalue
};

/// Rows that the editor shows.
struct RakeRows {
    std::array<QString, 3> places = {};  ///< labels; an empty one is not shown
    bool radius = false;
    int counts = 0;
    bool random = false;              ///< the choice between lattice and random places
    bool random_seed = false;         ///< random places are chosen
    QString choice = {}, value = {};  ///< labels; an empty one is not shown
    QStringList choices = {};
};

/// scalars: of the dataset, for the choice of an isovalue.
[[nodiscard]] RakeRows rows_of(const model::Rake& rake, const QStringList& scalars = {});
[[nodiscard]] RakeNumbers numbers_of(const model::Rake& rake);

/// Initial value of a slice or isovalue when its axis or scalar is chosen: the middle of the dataset's
/// range.
[[nodiscard]] double usual_value(const model::Rake& rake, const std::string& choice,
                                 const model::DatasetInfo& dataset);

/// A rake like `before`, with these numbers. A circle's normal of no length is ignored. A box that changes
/// to random places gets as many as its lattice had, and one that changes back as many as fill a cube.
[[nodiscard]] model::Rake with_numbers(const model::Rake& before, const RakeNumbers& numbers);

}  // namespace farfield::app
