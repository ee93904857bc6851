#pragma once

#include <fmt/format.h>

#include <vtk_cgns.h>
// clang-format off
#include VTK_CGNS(cgnslib.h)
// clang-format on

#include <array>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace farfield::compute {

using CgnsName = std::array<char, 33>;  // 32 characters, as the standard has it

/// A file of CGNS's own library, open for reading. Errors are std::runtime_error that names it.
class CgnsFile {
public:
    explicit CgnsFile(const std::filesystem::path& path) : path_{path}
    {
        check(cg_open(path.c_str(), CG_MODE_READ, &id_));
    }
    ~CgnsFile() { cg_close(id_); }
    CgnsFile(const CgnsFile&) = delete;
    CgnsFile& operator=(const CgnsFile&) = delete;

    [[nodiscard]] int id() const { return id_; }
    void check(int status) const
    {
        if (status != CG_OK) fail(cg_get_error());
    }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw std::runtime_error(fmt::format("cannot read '{}': {}", path_.string(), what));
    }

    /// Calls visit(base, zone, path) for every zone, both numbered from 1; path: "BASE/ZONE".
    template <class Visit>
    void for_each_zone(const Visit& visit) const
    {
        int bases = 0;
        check(cg_nbases(id_, &bases));
        for (int base = 1; base <= bases; ++base) {
            CgnsName name{}, zone_name{};
            int cell_dim = 0, space_dim = 0, zones = 0;
            check(cg_base_read(id_, base, name.data(), &cell_dim, &space_dim));
            check(cg_nzones(id_, base, &zones));
            for (int zone = 1; zone <= zones; ++zone) {
                std::array<cgsize_t, 9> size{};
                check(cg_zone_read(id_, base, zone, zone_name.data(), size.data()));
                visit(base, zone, fmt::format("{}/{}", name.data(), zone_name.data()));
            }
        }
    }

private:
    std::filesystem::path path_;
    int id_ = 0;
};

}  // namespace farfield::compute
