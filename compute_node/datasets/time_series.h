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

/// A time step of a dataset, which is read when it is wanted.
struct TimeSlice {
    double seconds = 0.0;  ///< time on a clock that all slices share
    std::string source;    ///< file and step, for errors
    /// Reads the slice. The token is stopped when nothing waits for it any more; reading may then throw.
    std::function<GridData(const std::stop_token&)> read;
    double date = std::numeric_limits<double>::quiet_NaN();  ///< as in FileHeading
};

/// The error when the grids of a series' slices take too much memory. Read on the way they take less.
class NoMemoryForGrids : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The error when a slice cannot be read, as the last of a solver that still runs. Fields are made without
/// it.
class UnreadableSlice : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A dataset that changes: its grid and arrays at consecutive times. The grid may change, too: that of each
/// slice is made when it is read, once for slices in a row that have the same nodes and cells.
class TimeSeries {
public:
    /// Reads the first slice with the velocity. Those before it stay that have other arrays on its grid;
    /// times count from the first of all. cancel: as TimeSlice::read takes it. Throws std::runtime_error when
    /// there is no slice, or their times do not ascend.
    TimeSeries(const std::string& name, std::vector<TimeSlice> slices, const std::stop_token& cancel = {});
    /// Makes a series of a dataset that does not change with time.
    explicit TimeSeries(Dataset dataset);

    /// The description as of the first slice with the velocity; time_steps counts the slices.
    [[nodiscard]] const DatasetInfo& info() const { return info_; }
    /// Adds a remark to those of info().
    void note(std::string remark) { info_.remarks.push_back(std::move(remark)); }
    /// Times of the slices in seconds since the first step of the files: the clock of field().
    [[nodiscard]] std::vector<double> times() const;

    /// A field of all slices that have the arrays and can be read, in memory, linear in time in between; one
    /// slice holds at all times. Throws std::runtime_error when the first two slices lack an array, another
    /// cannot be of one series with it, or max_bytes are too few; NoMemoryForGrids when they are for grids
    /// that change.
    [[nodiscard]] std::shared_ptr<const Field>
    field(const FieldChoice& choice = {},
          std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max()) const;

    /// Bytes of the nodes of all slices.
    [[nodiscard]] std::uint64_t field_bytes() const;
    [[nodiscard]] std::size_t slices() const { return slices_.size(); }
    /// Bytes of one slice of a field: its nodes; once look_for_changes() found that grids change, with the
    /// grid, for the largest slice that it read.
    [[nodiscard]] std::uint64_t slice_bytes() const;
    /// For series read on the way: reads some slices, to know whether the grid changes, and how large it
    /// becomes. Only for meshes and curvilinear grids that are not over the Earth. Throws as read() does.
    void look_for_changes(const std::stop_token& cancel = {});
    /// True when look_for_changes() found that the grid changes.
    [[nodiscard]] bool grid_changes() const { return changed_slice_bytes_ > 0; }
    /// The reason why a slice could not be read; empty where it could, or has not been tried.
    [[nodiscard]] std::string fault_of(std::size_t slice) const;
    /// File and step of a slice, for errors.
    [[nodiscard]] const std::string& source(std::size_t slice) const { return slices_[slice].source; }
    /// The slice that info() describes, and its index.
    [[nodiscard]] const Dataset& first() const { return first_; }
    [[nodiscard]] std::size_t first_index() const { return first_index_; }
    /// The slice after the first, where that has all that is chosen and the first lacks it, as with fields
    /// that a solver computes from its first step on; else nothing.
    [[nodiscard]] std::optional<GridData> later_with(const FieldChoice& choice) const;
    /// Reads a slice again, its points relative to the first one's origin. Throws UnreadableSlice when it
    /// cannot be read, std::runtime_error when it cannot be of one series with the first.
    [[nodiscard]] GridData read(std::size_t slice, const std::stop_token& cancel = {}) const;
    /// Reads as read() does; nothing where the slice cannot be read, but for the one that info() describes.
    [[nodiscard]] std::optional<GridData> read_if_readable(std::size_t slice,
                                                           const std::stop_token& cancel = {}) const;
    /// The grid of a slice that was read; it is that of the first slice, where nodes and cells are the
    /// same.
    [[nodiscard]] std::shared_ptr<const Grid> grid_of(std::size_t slice, const GridData& data) const;
    /// Frees the first slice's values, which only field() of a single slice needs.
    void drop_values() { first_.drop_values(); }

private:
    /// Grids of slices, by hash marks of their nodes and cells, for as long as they are used.
    struct KnownGrids {
        std::mutex mutex;
        std::map<std::uint64_t, std::weak_ptr<const Grid>> grids;
        std::map<std::size_t, std::string> faults;  ///< of slices that cannot be read
    };

    std::vector<TimeSlice> slices_;  ///< empty for a dataset that does not change
    double begin_ = 0.0;             ///< TimeSlice::seconds of the first step of the files
    std::size_t first_index_ = 0;    ///< of first_; slices before it lack the velocity
    std::uint64_t first_mark_ = 0;   ///< hash of the nodes and cells of first_
    std::shared_ptr<KnownGrids> known_ = std::make_shared<KnownGrids>();
    std::uint64_t changed_slice_bytes_ = 0;  ///< 0: the grid is not known to change
    Dataset first_;
    DatasetInfo info_;
};

/// Splits FILE or, where two files go together, FILE+FILE; without the blocks behind the names.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const std::string& name);

/// The files of a dataset, and the way to read them.
struct DatasetFiles {
    std::string name;  ///< name of the dataset
    /// Slices in time order, each one file or some that go together; none for a built-in, known by name.
    std::vector<std::vector<std::filesystem::path>> files;
    /// The vector that is traced, by name; "" leaves the choice to velocity_choice.h.
    std::string velocity = {};
    /// The reader of the files; never null.
    std::shared_ptr<const FieldReader> reader = reader_in_this_process();
    /// Names, or numbers from 1, of the blocks to read; none: all.
    std::vector<std::string> blocks = {};

    /// Serialisation: visits all members but the reader, of which each process has its own (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(name, files, velocity, blocks);
    }
};
/// The files of a built-in, or files in time order, each named as for files_of(), the first with blocks
/// behind it (model/data/block_names.h).
[[nodiscard]] DatasetFiles files_named(const std::vector<std::string>& names, std::string velocity = {},
                                       std::shared_ptr<const FieldReader> reader = reader_in_this_process());

/// Opens files in time order, each of any format that is read (FILE+FILE where two go together), with one
/// step or several. only_scalar: the scalar that will be asked for; slices may lack the others. velocity: as
/// for open_dataset(). Throws std::runtime_error as that does.
[[nodiscard]] TimeSeries open_series(const std::vector<std::string>& names, const DatasetLimits& limits = {},
                                     const std::optional<std::string>& only_scalar = std::nullopt,
                                     const std::string& velocity = {});
/// Opens files that are known already, as open_series(). cancel: stopped when nothing waits; then throws.
[[nodiscard]] TimeSeries series_of(const DatasetFiles& dataset, const DatasetLimits& limits = {},
                                   const std::optional<std::string>& only_scalar = std::nullopt,
                                   const std::stop_token& cancel = {});

/// The contents of the heads of one slice's files.
[[nodiscard]] FileHeading heading_of(const DatasetFiles& dataset, std::size_t slice,
                                     const std::stop_token& cancel = {});

/// Times of the steps in one slice's files, in seconds.
[[nodiscard]] std::vector<double> times_of(const DatasetFiles& dataset, std::size_t slice,
                                           const std::stop_token& cancel = {});

}  // namespace farfield::compute
