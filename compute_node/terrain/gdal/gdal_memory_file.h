#pragma once

#include <cpl_vsi.h>
#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <span>
#include <string>

namespace farfield::terrain {

/// A file that GDAL writes in memory, under a unique name; the destructor removes it.
class GdalMemoryFile {
public:
    explicit GdalMemoryFile(const char* ending)
    {
        static std::atomic<unsigned> count{0};
        name_ = fmt::format("/vsimem/farfield-{}{}", count++, ending);
    }
    GdalMemoryFile(const GdalMemoryFile&) = delete;
    GdalMemoryFile& operator=(const GdalMemoryFile&) = delete;
    ~GdalMemoryFile() { VSIUnlink(name_.c_str()); }

    [[nodiscard]] const std::string& name() const { return name_; }
    /// The bytes, once the dataset is closed, valid as long as the file lives.
    [[nodiscard]] std::span<const std::byte> bytes() const
    {
        vsi_l_offset size = 0;
        const void* data = VSIGetMemFileBuffer(name_.c_str(), &size, FALSE);
        return {static_cast<const std::byte*>(data), data != nullptr ? static_cast<std::size_t>(size) : 0};
    }

private:
    std::string name_;
};

}  // namespace farfield::terrain
