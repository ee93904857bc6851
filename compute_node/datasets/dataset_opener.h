#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/datasets/time_series.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace farfield::compute {

/// Opens datasets in another way than whole in this process.
/// Threads: any.
class DatasetOpener {
public:
    virtual ~DatasetOpener() = default;

    /// Reserves memory for as long as the result is held. Throws std::runtime_error that says what it was for
    /// when there is too little.
    using Reserve = std::function<std::shared_ptr<const void>(const std::string& what, std::uint64_t bytes)>;
    struct Opened {
        std::shared_ptr<const OpenDataset> dataset;  ///< null: it has to be opened whole
        std::string remark;                          ///< reason why it has to be opened whole
    };
    /// Opens a dataset. Throws std::runtime_error when it cannot be read, or there is no memory for it.
    [[nodiscard]] virtual Opened open(const DatasetFiles& files, Reserve reserve) = 0;
    /// Opens one field of a dataset, for one job. Throws std::runtime_error when there is none, or it cannot
    /// be opened in this way.
    [[nodiscard]] virtual FieldSource field(const DatasetFiles& files, const FieldChoice& choice) = 0;
    /// The limits for datasets that are opened in this way.
    [[nodiscard]] virtual DatasetLimits limits() const = 0;
    /// Advice that ends the error for a dataset that does not fit into memory.
    [[nodiscard]] virtual std::string advice(const DatasetFiles& files) const = 0;
};

}  // namespace farfield::compute
