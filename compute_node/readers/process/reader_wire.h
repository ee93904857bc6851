#pragma once

#include <cstdint>
#include <string>

namespace farfield::compute {

/// How a reading ended. With Read come two sealed files in memory: an archived ReadAnswer, and its arrays.
struct ReadingEnd {
    enum class How : std::uint8_t {
        Read,
        Failed,   ///< as `error` says
        NoMemory  ///< the limit was reached
    };
    How how = How::Read;
    std::string error;

    /// All it consists of (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(how, error);
    }
};

}  // namespace farfield::compute
