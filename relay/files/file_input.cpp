#include "relay/files/file_input.h"

#include <limits>
#include <utility>

namespace farfield::net::relay {

void FileInput::start(Calls calls)
{
    calls_ = std::move(calls);
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void FileInput::run(const std::stop_token& stop)
{
    std::string why;
    try {
        play(playback_, stop, std::numeric_limits<std::uint64_t>::max(), calls_.take, calls_.pause);
    } catch (const std::exception& error) {
        why = error.what();
    }
    if (!stop.stop_requested()) calls_.ended(why);
}

}  // namespace farfield::net::relay
