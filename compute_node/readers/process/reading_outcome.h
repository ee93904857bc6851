#pragma once

#include <cstdint>
#include <string>

namespace farfield::compute {

/// How a reading ended, and what a reader sends first, once it is confined: that it is ready, or why it is
/// not. With Read come two sealed files in memory: an archived ReadAnswer, and its arrays.
struct ReadingOutcome {
    enum class How : std::uint8_t {
        Ready,
        Read,
        Failed,   ///< as `error` says
        NoMemory  ///< the limit was reached
    };
    How how = How::Ready;
    std::string error;

    /// All it consists of (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(how, error);
    }
};

}  // namespace farfield::compute
