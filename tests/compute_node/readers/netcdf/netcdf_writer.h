#pragma once

#include <netcdf.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// Writes a NetCDF file; calls fail loudly.
class Writer {
public:
    /// format: as nc_create() takes it.
    explicit Writer(const std::filesystem::path& path, int format = NC_CLOBBER)
    {
        check(nc_create(path.c_str(), format, &id_));
    }
    ~Writer() { nc_close(id_); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void dimension(const std::string& name, std::size_t length)
    {
        int ignored = 0;
        check(nc_def_dim(id_, name.c_str(), length, &ignored));
    }
    int variable(const std::string& name, nc_type type, const std::vector<std::string>& dimensions)
    {
        std::vector<int> ids(dimensions.size());
        for (std::size_t d = 0; d < ids.size(); ++d) check(nc_inq_dimid(id_, dimensions[d].c_str(), &ids[d]));
        int variable = 0;
        check(nc_def_var(id_, name.c_str(), type, static_cast<int>(ids.size()), ids.data(), &variable));
        return variable;
    }
    /// The variable of that name, written before.
    int find(const std::string& name)
    {
        int variable = 0;
        check(nc_inq_varid(id_, name.c_str(), &variable));
        return variable;
    }
    /// Values are stored as they are, with a sum that tells where they are spoilt. Of NC_NETCDF4.
    void checksum(int variable) { check(nc_def_var_fletcher32(id_, variable, NC_FLETCHER32)); }
    void text(int variable, const char* name, const std::string& value)
    {
        check(nc_put_att_text(id_, variable, name, value.size(), value.c_str()));
    }
    void number(int variable, const char* name, nc_type type, double value)
    {
        check(nc_put_att_double(id_, variable, name, type, 1, &value));
    }
    void numbers(int variable, const char* name, const std::vector<double>& all)
    {
        check(nc_put_att_double(id_, variable, name, NC_DOUBLE, all.size(), all.data()));
    }
    void values(int variable, const std::vector<double>& all)
    {
        nc_enddef(id_);
        check(nc_put_var_double(id_, variable, all.data()));
        check(nc_redef(id_));
    }
    void characters(int variable, const std::string& all)
    {
        nc_enddef(id_);
        check(nc_put_var_text(id_, variable, all.data()));
        check(nc_redef(id_));
    }

private:
    static void check(int status)
    {
        if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
    }
    int id_ = -1;
};

inline void write_axis(Writer& file, const std::string& name, const std::string& units,
                       const std::vector<double>& values)
{
    file.dimension(name, values.size());
    const int axis = file.variable(name, NC_DOUBLE, {name});
    if (!units.empty()) file.text(axis, "units", units);
    file.values(axis, values);
}

}  // namespace farfield::compute::testing
