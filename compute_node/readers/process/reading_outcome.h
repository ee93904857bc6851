#pragma once

#include <cstdint>
#include <string>

namespace farfield::compute {

/// A message of a reader: first, once it is confined, that it is ready or why not; then its progress, and
/// the end of a reading. With Read come two sealed files in memory: an archived ReadAnswer, and its
/// arrays.
struct ReadingOutcome {
    enum class How : std::uint8_t {
        Ready,
        Read,
        Failed,    ///< reason in `error`
        NoMemory,  ///< the limit of memory was reached
        Going      ///< `part` of the reading is done; more packets follow
    };
    How how = How::Ready;
    std::string error = {};
    double part = 0.0;  ///< progress from 0 to 1, as the reader reports it

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(how, error, part);
    }
};

}  // namespace farfield::compute
