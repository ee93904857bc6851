#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/datasets/dataset_rays.h"
#include "compute_node/datasets/growth.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field_source.h"

#include <memory>
#include <string>
#include <utility>

namespace farfield::compute {

/// A dataset and the fields made of it, shared by all users. Threads: any.
class OpenDataset {
public:
    virtual ~OpenDataset() = default;

    [[nodiscard]] virtual const DatasetInfo& info() const = 0;
    /// The field coloured by the default scalar, to ask for its names, ranges and times. It may not
    /// be sampled.
    [[nodiscard]] virtual std::shared_ptr<const Field> default_field() const = 0;
    /// The part of default_field() that is shown before a program begins: all of it, its first slice, or some
    /// nodes of this slice.
    [[nodiscard]] virtual const Field& first_look() const = 0;

    /// The field for a program, coloured by `scalar`; if empty, by the default one. window: the one that the
    /// program has already; null: a new one is made for fields whose slices are read on the way. Throws
    /// std::runtime_error when there is no such scalar, or no memory.
    [[nodiscard]] virtual FieldSource source(const std::string& scalar = {},
                                             std::shared_ptr<SliceWindow> window = nullptr) const = 0;
    /// The field of another choice: of another vector, or of a scalar alone, which is valid in more places.
    /// Datasets in blocks only have fields of their default vector, valid where that is. Throws as
    /// source() does.
    [[nodiscard]] virtual FieldSource chosen(const FieldChoice& choice,
                                             std::shared_ptr<SliceWindow> window = nullptr) const
    {
        return source(choice.scalar, std::move(window));
    }
    /// The dataset's grid and arrays, for scalars without a velocity; null where this process does not have
    /// all of its nodes. Arrays of a series are read slice by slice.
    [[nodiscard]] virtual std::shared_ptr<const TimeSeries> series() const { return nullptr; }
    /// The growth of a dataset that gets more time slices while open; null for others, and once dropped.
    [[nodiscard]] virtual std::shared_ptr<const Growth> growth() const { return nullptr; }
    /// Rays of the last slice at or before a time, or of the first one; null of datasets without rays.
    [[nodiscard]] virtual std::shared_ptr<const DatasetRays> rays(double /*seconds*/) const
    {
        return nullptr;
    }
    /// The reason why nothing can be searched for in all of such a field, for users; empty where it can.
    [[nodiscard]] virtual std::string why_not_searchable() const { return {}; }
};

}  // namespace farfield::compute
