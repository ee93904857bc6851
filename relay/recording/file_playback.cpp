#include "relay/recording/file_playback.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "model/files/plain_file.h"
#include "net/message/byte_order.h"
#include "net/message/messages.h"

namespace farfield::net::relay {

FileSpec::Format format_of(const std::filesystem::path& file)
{
    std::array<std::byte, 4> magic{};
    model::PlainFileStream stream(file, "recording or capture");
    stream.read(reinterpret_cast<char*>(magic.data()), magic.size());
    if (!stream)
        throw std::runtime_error("cannot read '" + file.string() +
                                 "': expected a recording (.ffr) or a capture (pcap, pcapng), found " +
                                 std::to_string(stream.gcount()) + " bytes");
    const bool is_recording = load_big<std::uint32_t>(magic.data()) == message_magic;
    return is_recording ? FileSpec::Format::Ffr : FileSpec::Format::Pcap;
}

void expect_before_end(const std::filesystem::path& file, double from_seconds, double span_seconds)
{
    if (from_seconds <= span_seconds) return;
    char text[128];
    std::snprintf(text, sizeof text, "': expected a beginning within its %.3f s, found %.3f s", span_seconds,
                  from_seconds);
    throw std::runtime_error("'" + file.string() + text);
}

FilePlayback::FilePlayback(const FileSpec& spec)
    : file_{spec.format == FileSpec::Format::Ffr ? open_recording(spec.file, spec.from_seconds)
                                                 : open_capture(spec.file, spec.from_seconds, spec.to)},
      speed_{spec.speed},
      loops_{spec.loops}
{}

std::optional<PlayedMessage> FilePlayback::next()
{
    auto message = file_->next();
    if (!message && loops_ && !is_empty_) {
        file_->rewind();
        is_empty_ = true;
        round_ns_ =
            last_ns_ + static_cast<std::uint64_t>(std::chrono::nanoseconds(pause_between_rounds).count());
        message = file_->next();
    }
    if (!message) return std::nullopt;
    is_empty_ = false;
    constexpr double most = 1e18;  // 30 years
    const double time = std::min(std::round(static_cast<double>(message->time_ns) / speed_), most);
    last_ns_ = round_ns_ + static_cast<std::uint64_t>(time);
    message->time_ns = last_ns_;
    return message;
}

}  // namespace farfield::net::relay
