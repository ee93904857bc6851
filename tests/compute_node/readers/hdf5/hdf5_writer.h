#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// Writes an HDF5 file; calls fail loudly. Groups on the way are made.
class Hdf5Writer {
public:
    explicit Hdf5Writer(const std::filesystem::path& path)
        : id_{H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)},
          links_{H5Pcreate(H5P_LINK_CREATE)}
    {
        check(id_);
        check(H5Pset_create_intermediate_group(links_, 1));
    }
    ~Hdf5Writer()
    {
        H5Pclose(links_);
        H5Fclose(id_);
    }
    Hdf5Writer(const Hdf5Writer&) = delete;
    Hdf5Writer& operator=(const Hdf5Writer&) = delete;

    void group(const std::string& at)
    {
        H5Gclose(check(H5Gcreate2(id_, at.c_str(), links_, H5P_DEFAULT, H5P_DEFAULT)));
    }
    void reals(const std::string& at, const std::vector<hsize_t>& dims, const std::vector<double>& values)
    {
        write(at, dims, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data());
    }
    void integers(const std::string& at, const std::vector<std::int32_t>& values)
    {
        write(at, {values.size()}, H5T_STD_I32LE, H5T_NATIVE_INT32, values.data());
    }
    void attribute(const std::string& at, const char* name, std::int64_t value)
    {
        const hid_t object = check(H5Oopen(id_, at.c_str(), H5P_DEFAULT));
        const hid_t space = H5Screate(H5S_SCALAR);
        const hid_t made = check(H5Acreate2(object, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT));
        check(H5Awrite(made, H5T_NATIVE_INT64, &value));
        H5Aclose(made);
        H5Sclose(space);
        H5Oclose(object);
    }
    void numbers(const std::string& at, const char* name, const std::vector<double>& values)
    {
        const hid_t object = check(H5Oopen(id_, at.c_str(), H5P_DEFAULT));
        const hsize_t count = values.size();
        const hid_t space = H5Screate_simple(1, &count, nullptr);
        const hid_t made = check(H5Acreate2(object, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT));
        check(H5Awrite(made, H5T_NATIVE_DOUBLE, values.data()));
        H5Aclose(made);
        H5Sclose(space);
        H5Oclose(object);
    }
    void text(const std::string& at, const char* name, const std::string& value)
    {
        const hid_t object = check(H5Oopen(id_, at.c_str(), H5P_DEFAULT));
        const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, value.size());
        const hid_t made = check(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
        check(H5Awrite(made, type, value.c_str()));
        H5Aclose(made);
        H5Tclose(type);
        H5Sclose(space);
        H5Oclose(object);
    }
    void remove(const std::string& at) { check(H5Ldelete(id_, at.c_str(), H5P_DEFAULT)); }
    void soft_link(const std::string& at, const std::string& to)
    {
        check(H5Lcreate_soft(to.c_str(), id_, at.c_str(), links_, H5P_DEFAULT));
    }
    void link_to(const std::string& at, const std::string& file, const std::string& object)
    {
        check(H5Lcreate_external(file.c_str(), object.c_str(), id_, at.c_str(), links_, H5P_DEFAULT));
    }
    /// A dataset of numbers that are nowhere.
    void claim(const std::string& at, hsize_t count)
    {
        const hid_t space = H5Screate_simple(1, &count, nullptr);
        const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
        const hsize_t chunk = 1024;
        check(H5Pset_chunk(list, 1, &chunk));
        H5Dclose(check(H5Dcreate2(id_, at.c_str(), H5T_IEEE_F64LE, space, links_, list, H5P_DEFAULT)));
        H5Pclose(list);
        H5Sclose(space);
    }

private:
    static hid_t check(hid_t id)
    {
        if (id < 0) throw std::runtime_error("HDF5 failed");
        return id;
    }
    void write(const std::string& at, const std::vector<hsize_t>& dims, hid_t type, hid_t in_memory,
               const void* values)
    {
        const hid_t space = check(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr));
        const hid_t made = check(H5Dcreate2(id_, at.c_str(), type, space, links_, H5P_DEFAULT, H5P_DEFAULT));
        check(H5Dwrite(made, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
        H5Dclose(made);
        H5Sclose(space);
    }

    hid_t id_, links_;
};

}  // namespace farfield::compute::testing
