#pragma once

#include <functional>
#include <string>
#include <thread>

#include "relay/recording/file_playback.h"

namespace farfield::net::relay {

/// An input that is a file: a thread that plays it. Threads: the owner's.
class FileInput {
public:
    /// Callbacks, on the playing thread.
    struct Calls {
        std::function<void(const PlayedMessage&)> take;     ///< each message at its time
        std::function<void()> pause;                        ///< no message is due now
        std::function<void(const std::string& why)> ended;  ///< end of the file; why: an error, or empty
    };

    /// Throws as FilePlayback.
    explicit FileInput(const FileSpec& spec) : playback_{spec} {}
    /// Plays until this object is destroyed.
    void start(Calls calls);

private:
    void run(const std::stop_token& stop);

    FilePlayback playback_;
    Calls calls_;
    std::jthread thread_;  ///< last, since it uses all members above
};

}  // namespace farfield::net::relay
