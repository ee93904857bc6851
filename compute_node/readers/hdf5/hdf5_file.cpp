#include "compute_node/readers/hdf5/hdf5_file.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/netcdf/netcdf_file.h"

#include <hdf5.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace farfield::compute {

namespace {

/// Limit for one dataset: 32 GiB of binary64.
constexpr std::uint64_t max_numbers = std::uint64_t{1} << 32U;

/// Owns an object of HDF5 that one function closes.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_{id}, close_{close} {}
    ~Handle()
    {
        if (id_ >= 0) close_(id_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] hid_t get() const { return id_; }
    [[nodiscard]] bool is_open() const { return id_ >= 0; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// True when a link on a path leads to another file, which is refused.
bool leads_outside(hid_t file, const std::string& at)
{
    for (std::size_t end = at.find('/', 1);; end = at.find('/', end + 1)) {
        const std::string part = at.substr(0, end);
        H5L_info_t link{};
        if (part.size() > 1 && H5Lget_info(file, part.c_str(), &link, H5P_DEFAULT) >= 0 &&
            link.type != H5L_TYPE_HARD && link.type != H5L_TYPE_SOFT)
            return true;
        if (end == std::string::npos) return false;
    }
}

/// True for a dataset with raw data in other files, which is refused.
bool is_external(hid_t dataset)
{
    const Handle list{H5Dget_create_plist(dataset), H5Pclose};
    return list.is_open() &&
           (H5Pget_external_count(list.get()) > 0 || H5Pget_layout(list.get()) == H5D_VIRTUAL);
}

std::vector<std::uint64_t> dims_of_dataset(hid_t dataset)
{
    const Handle space{H5Dget_space(dataset), H5Sclose};
    const int rank = space.is_open() ? H5Sget_simple_extent_ndims(space.get()) : -1;
    std::array<hsize_t, H5S_MAX_RANK> dims{};
    if (rank < 0 || H5Sget_simple_extent_dims(space.get(), dims.data(), nullptr) < 0) return {};
    return {dims.begin(), dims.begin() + rank};
}

herr_t add_name(hid_t /*group*/, const char* name, const H5L_info_t* /*info*/, void* names)
{
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

}  // namespace

Hdf5File::Hdf5File(const std::filesystem::path& path) : path_{path}
{
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    id_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    std::error_code error;
    if (id_ < 0 && !std::filesystem::exists(path, error)) fail("no such file");
    if (id_ < 0) fail("expected an HDF5 file; is it truncated?");
}

Hdf5File::~Hdf5File()
{
    H5Fclose(id_);
}

std::mutex& Hdf5File::turn()
{
    return netcdf_turn();  // its library uses this one
}

void Hdf5File::fail(const std::string& what) const
{
    throw_reader_error(path_, what);
}

bool Hdf5File::has(const std::string& at) const
{
    for (std::size_t end = at.find('/', 1);; end = at.find('/', end + 1)) {
        if (H5Lexists(id_, at.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
        if (end == std::string::npos) return !leads_outside(id_, at);
    }
}

std::vector<std::string> Hdf5File::names_in(const std::string& group) const
{
    std::vector<std::string> names;
    if (!has(group)) return names;
    const Handle open{H5Gopen2(id_, group.c_str(), H5P_DEFAULT), H5Gclose};
    if (open.is_open()) H5Literate(open.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, add_name, &names);
    return names;
}

bool Hdf5File::has_attribute(const std::string& at, const char* name) const
{
    return has(at) && H5Aexists_by_name(id_, at.c_str(), name, H5P_DEFAULT) > 0;
}

std::optional<std::int64_t> Hdf5File::attribute(const std::string& at, const char* name) const
{
    if (!has(at)) return std::nullopt;
    const Handle open{H5Aopen_by_name(id_, at.c_str(), name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
    if (!open.is_open()) return std::nullopt;
    const Handle space{H5Aget_space(open.get()), H5Sclose};
    const Handle type{H5Aget_type(open.get()), H5Tclose};
    std::int64_t value = 0;
    if (H5Sget_simple_extent_npoints(space.get()) != 1 || H5Tget_class(type.get()) != H5T_INTEGER ||
        H5Aread(open.get(), H5T_NATIVE_INT64, &value) < 0)
        return std::nullopt;
    return value;
}

std::vector<double> Hdf5File::attribute_numbers(const std::string& at, const char* name) const
{
    if (!has_attribute(at, name)) return {};
    const Handle open{H5Aopen_by_name(id_, at.c_str(), name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
    if (!open.is_open()) return {};
    const Handle space{H5Aget_space(open.get()), H5Sclose};
    const Handle type{H5Aget_type(open.get()), H5Tclose};
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    const H5T_class_t kind = H5Tget_class(type.get());
    constexpr hssize_t most = 4096;
    if (count < 1 || count > most || (kind != H5T_INTEGER && kind != H5T_FLOAT)) return {};
    std::vector<double> values(static_cast<std::size_t>(count));
    if (H5Aread(open.get(), H5T_NATIVE_DOUBLE, values.data()) < 0) return {};
    return values;
}

std::string Hdf5File::attribute_text(const std::string& at, const char* name) const
{
    if (!has_attribute(at, name)) return {};
    const Handle open{H5Aopen_by_name(id_, at.c_str(), name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
    if (!open.is_open()) return {};
    const Handle space{H5Aget_space(open.get()), H5Sclose};
    const Handle type{H5Aget_type(open.get()), H5Tclose};
    if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1) return {};
    if (H5Tis_variable_str(type.get()) > 0) {
        char* text = nullptr;
        if (H5Aread(open.get(), type.get(), static_cast<void*>(&text)) < 0 || text == nullptr) return {};
        std::string word{text};
        H5free_memory(text);
        return word;
    }
    constexpr std::size_t longest = 4096;
    std::string word(H5Tget_size(type.get()), '\0');
    if (word.size() > longest || H5Aread(open.get(), type.get(), word.data()) < 0) return {};
    word.resize(std::min(word.find('\0'), word.size()));
    return word;
}

std::vector<std::uint64_t> Hdf5File::dims_of(const std::string& dataset) const
{
    if (!has(dataset)) return {};
    const Handle open{H5Dopen2(id_, dataset.c_str(), H5P_DEFAULT), H5Dclose};
    return open.is_open() ? dims_of_dataset(open.get()) : std::vector<std::uint64_t>{};
}

bool Hdf5File::is_binary32(const std::string& dataset) const
{
    if (!has(dataset)) return false;
    const Handle open{H5Dopen2(id_, dataset.c_str(), H5P_DEFAULT), H5Dclose};
    const Handle type{open.is_open() ? H5Dget_type(open.get()) : -1, H5Tclose};
    return type.is_open() && H5Tget_class(type.get()) == H5T_FLOAT && H5Tget_size(type.get()) == 4;
}

bool Hdf5File::is_numbers(const std::string& dataset) const
{
    if (!has(dataset)) return false;
    const Handle open{H5Dopen2(id_, dataset.c_str(), H5P_DEFAULT), H5Dclose};
    const Handle type{open.is_open() ? H5Dget_type(open.get()) : -1, H5Tclose};
    const H5T_class_t kind = type.is_open() ? H5Tget_class(type.get()) : H5T_NO_CLASS;
    return kind == H5T_FLOAT || kind == H5T_INTEGER;
}

template <class Number>
std::vector<Number> Hdf5File::numbers(const std::string& dataset, std::int64_t type, Hdf5Rows rows) const
{
    if (!has(dataset)) fail(fmt::format("expected '{}', found none", dataset));
    const Handle open{H5Dopen2(id_, dataset.c_str(), H5P_DEFAULT), H5Dclose};
    if (!open.is_open() || is_external(open.get()))
        fail(fmt::format("'{}' cannot be opened, or lies in another file", dataset));
    std::vector<std::uint64_t> dims = dims_of_dataset(open.get());
    const std::uint64_t all_rows = dims.empty() ? 1 : dims.front();
    if (rows.count && (dims.empty() || rows.first > all_rows || *rows.count > all_rows - rows.first))
        fail(fmt::format("'{}' has {} rows: expected {} from {} on", dataset, all_rows, *rows.count,
                         rows.first));
    if (rows.count) dims.front() = *rows.count;
    std::uint64_t count = 1;
    for (const std::uint64_t length : dims) {
        if (length > 0 && count > max_numbers / length)
            fail(fmt::format("'{}' has more numbers than max_numbers = {}", dataset, max_numbers));
        count *= length;
    }
    // A chunk that is not stored takes no room in the file: the claim is checked before memory is taken.
    constexpr std::uint64_t per_byte = 1024, free_bytes = 1U << 24U;
    const std::uint64_t stored = H5Dget_storage_size(open.get());
    if (count * sizeof(Number) > free_bytes && count > per_byte * stored)
        fail(fmt::format("'{}' claims {} numbers in {} bytes", dataset, count, stored));
    std::vector<Number> all(count);
    if (count == 0) return all;
    const Handle space{rows.count ? H5Dget_space(open.get()) : H5Screate(H5S_NULL), H5Sclose};
    const std::vector<hsize_t> lengths{dims.begin(), dims.end()};
    const Handle part{rows.count ? H5Screate_simple(static_cast<int>(dims.size()), lengths.data(), nullptr)
                                 : H5Screate(H5S_NULL),
                      H5Sclose};
    if (rows.count) {
        std::vector<hsize_t> begin(dims.size(), 0);
        begin.front() = rows.first;
        H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, begin.data(), nullptr, lengths.data(), nullptr);
    }
    if (H5Dread(open.get(), type, rows.count ? part.get() : H5S_ALL, rows.count ? space.get() : H5S_ALL,
                H5P_DEFAULT, all.data()) < 0)
        fail(fmt::format("'{}' cannot be read: expected numbers; is the file damaged?", dataset));
    return all;
}

std::vector<double> Hdf5File::reals(const std::string& dataset, Hdf5Rows rows) const
{
    return numbers<double>(dataset, H5T_NATIVE_DOUBLE, rows);
}

std::vector<float> Hdf5File::singles(const std::string& dataset, Hdf5Rows rows) const
{
    return numbers<float>(dataset, H5T_NATIVE_FLOAT, rows);
}

std::vector<std::int64_t> Hdf5File::integers(const std::string& dataset, Hdf5Rows rows) const
{
    return numbers<std::int64_t>(dataset, H5T_NATIVE_INT64, rows);
}

}  // namespace farfield::compute
