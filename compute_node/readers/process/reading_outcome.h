#pragma once

#include <cstdint>
#include <string>

namespace farfield::compute {

/// How a reading ended, what a reader sends first, once it is confined: that it is ready, or why it is not,
/// and how far a reading is. With Read come two sealed files in memory: an archived ReadAnswer, and its
/// arrays.
struct ReadingOutcome {
    enum class How : std::uint8_t {
        Ready,
        Read,
        Failed,    ///< as `error` says
        NoMemory,  ///< the limit was reached
        Going      ///< `part` of it is done; more packets follow
    };
    How how = How::Ready;
    std::string error = {};
    double part = 0.0;  ///< 0 to 1, as the reader says

    /// All it consists of (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(how, error, part);
    }
};

}  // namespace farfield::compute
