#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/fields/field_reader.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace farfield::compute {

/// One time step of a dataset, to be read when it is wanted.
struct TimeSlice {
    double seconds = 0.0;  ///< on a clock that all slices share
    std::string source;    ///< file and step, for errors
    /// The token: nothing waits for the slice any more, and reading it may end by throwing.
    std::function<GridData(const std::stop_token&)> read;
    double date = std::numeric_limits<double>::quiet_NaN();  ///< as FileHeading has it
};

/// The grids of a series' slices take more memory than there is. Read on the way they take less.
class NoMemoryForGrids : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A dataset that changes: its grid and arrays at consecutive times. The grid may change, too: that of each
/// slice is made when it is read, once for slices in a row that have the same nodes and cells.
class TimeSeries {
public:
    /// Reads the first slice; cancel: as TimeSlice::read takes it. Throws std::runtime_error when there is no
    /// slice, or their times do not ascend.
    TimeSeries(const std::string& name, std::vector<TimeSlice> slices, const std::stop_token& cancel = {});
    /// One that does not.
    explicit TimeSeries(Dataset dataset);

    /// As of the first slice; time_steps counts the slices.
    [[nodiscard]] const DatasetInfo& info() const { return info_; }
    /// Adds to the remarks of info().
    void note(std::string remark) { info_.remarks.push_back(std::move(remark)); }
    /// Seconds since the first slice: the clock of field().
    [[nodiscard]] std::vector<double> times() const;

    /// All slices in memory that have the arrays, linear in time in between; of one, a field that holds at
    /// all times. Throws std::runtime_error when the first slice lacks an array, another cannot be of one
    /// series with it, or max_bytes are too few; NoMemoryForGrids when they are for grids that change.
    [[nodiscard]] std::shared_ptr<const Field>
    field(const FieldChoice& choice = {},
          std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max()) const;

    /// Bytes of the nodes of all slices in memory.
    [[nodiscard]] std::uint64_t field_bytes() const;
    [[nodiscard]] std::size_t slices() const { return slices_.size(); }
    /// Bytes of one slice of a field: of its nodes, or once look_for_changes() found some, with its grid, of
    /// the largest slice that it read.
    [[nodiscard]] std::uint64_t slice_bytes() const;
    /// Where slices are to be read on the way: reads some, to know whether the grid changes, and how large it
    /// becomes. Only of meshes and curvilinear grids that are not over the Earth. Throws as read() does.
    void look_for_changes(const std::stop_token& cancel = {});
    /// As look_for_changes() found.
    [[nodiscard]] bool grid_changes() const { return changed_slice_bytes_ > 0; }
    /// Its file and step, for errors.
    [[nodiscard]] const std::string& source(std::size_t slice) const { return slices_[slice].source; }
    [[nodiscard]] const Dataset& first() const { return first_; }
    /// Reads a slice again; its points are relative to the first one's origin. Throws std::runtime_error when
    /// it cannot be read, or cannot be of one series with the first.
    [[nodiscard]] GridData read(std::size_t slice, const std::stop_token& cancel = {}) const;
    /// Where the nodes of a slice lie that was read: that of the first slice, where nodes and cells are the
    /// same.
    [[nodiscard]] std::shared_ptr<const Grid> grid_of(std::size_t slice, const GridData& data) const;
    /// Frees the first slice's values, which only field() of a single slice needs.
    void drop_values() { first_.drop_values(); }

private:
    /// Grids of slices by marks of their nodes and cells, as long as they are used.
    struct KnownGrids {
        std::mutex mutex;
        std::map<std::uint64_t, std::weak_ptr<const Grid>> grids;
    };

    std::vector<TimeSlice> slices_;  ///< none of a dataset that does not change
    std::uint64_t first_mark_ = 0;   ///< of the first slice's nodes and cells
    std::shared_ptr<KnownGrids> known_ = std::make_shared<KnownGrids>();
    std::uint64_t changed_slice_bytes_ = 0;  ///< 0: the grid is not known to change
    Dataset first_;
    DatasetInfo info_;
};

/// FILE, or FILE+FILE where two go together; without the blocks behind them.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const std::string& name);

/// Where a dataset is read from.
struct DatasetFiles {
    std::string name;  ///< its name
    /// In time order, each one file or some that go together; none of a built-in: its name says all.
    std::vector<std::vector<std::filesystem::path>> files;
    /// The vector that is traced, by name; "" leaves the choice to velocity_choice.h.
    std::string velocity = {};
    /// The reader of the files; never null.
    std::shared_ptr<const FieldReader> reader = reader_in_this_process();
    /// Names, or numbers from 1, of the blocks to read; none: all.
    std::vector<std::string> blocks = {};

    /// All it consists of but the reader, which each process has its own of (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(name, files, velocity, blocks);
    }
};
/// A built-in, or files in time order, by names as files_of() takes them, the first with blocks behind it
/// (model/data/block_names.h).
[[nodiscard]] DatasetFiles files_named(const std::vector<std::string>& names, std::string velocity = {},
                                       std::shared_ptr<const FieldReader> reader = reader_in_this_process());

/// Files in time order, each of any format that is read (FILE+FILE where two go together), with one time step
/// or several. only_scalar: the one that will be asked for; slices may be read without the others. velocity:
/// as for open_dataset(). Throws std::runtime_error as that does.
[[nodiscard]] TimeSeries open_series(const std::vector<std::string>& names, const DatasetLimits& limits = {},
                                     const std::optional<std::string>& only_scalar = std::nullopt,
                                     const std::string& velocity = {});
/// The same of files that are known already. cancel: nothing waits for the series any more; throws then.
[[nodiscard]] TimeSeries series_of(const DatasetFiles& dataset, const DatasetLimits& limits = {},
                                   const std::optional<std::string>& only_scalar = std::nullopt,
                                   const std::stop_token& cancel = {});

/// What the heads of one slice's files say.
[[nodiscard]] FileHeading heading_of(const DatasetFiles& dataset, std::size_t slice,
                                     const std::stop_token& cancel = {});

/// When the time steps of one slice's files are, in seconds.
[[nodiscard]] std::vector<double> times_of(const DatasetFiles& dataset, std::size_t slice,
                                           const std::stop_token& cancel = {});

}  // namespace farfield::compute
