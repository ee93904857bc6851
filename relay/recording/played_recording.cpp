#include <algorithm>

#include "relay/recording/entity_recording.h"
#include "relay/recording/file_playback.h"

namespace farfield::net::relay {
namespace {

/// A recording, or the part after a time.
class PlayedRecording final : public PlayedFile {
public:
    PlayedRecording(const std::filesystem::path& file, double from_seconds)
        : recording_{file},
          from_ns_{recording_.begin_ns() + static_cast<std::uint64_t>(from_seconds * 1e9)},
          has_picture_{from_seconds > 0.0}
    {
        if (has_picture_)
            expect_before_end(file, from_seconds,
                              static_cast<double>(recording_.end_ns() - recording_.begin_ns()) * 1e-9);
        start();
    }

    void rewind() override
    {
        bundle_.reset();
        last_ns_ = 0;
        start();
    }

    [[nodiscard]] std::optional<PlayedMessage> next() override
    {
        while (const auto record = next_record()) {
            if (record->kind == RecordKind::Gone || record->kind == RecordKind::Control) continue;
            if (record->arrival_ns > from_ns_) last_ns_ = std::max(last_ns_, record->arrival_ns - from_ns_);
            constexpr std::uint8_t kept = model::record_local | model::record_without_height;
            return PlayedMessage{.time_ns = last_ns_,
                                 .bytes = record->bytes,
                                 .kind = record->kind,
                                 .flags = static_cast<std::uint8_t>(record->flags & kept),
                                 .recorded_ns = from_ns_ + last_ns_};
        }
        return std::nullopt;
    }

private:
    void start()
    {
        next_ = 0;
        if (!has_picture_) return recording_.rewind();
        picture_ = recording_.seek(from_ns_);
        states_ = picture_.records();
    }

    [[nodiscard]] std::optional<Record> next_record()
    {
        if (!bundle_) {
            if (next_ < states_.size()) return states_[next_++];
            bundle_ = recording_.next();
            next_ = 0;
        }
        while (bundle_ && next_ == bundle_->messages()) {
            bundle_ = recording_.next();
            next_ = 0;
        }
        if (!bundle_) return std::nullopt;
        return bundle_->record(static_cast<std::uint32_t>(next_++));
    }

    EntityRecording recording_;
    std::uint64_t from_ns_;
    bool has_picture_;
    EntityPicture picture_;       ///< the entities at the beginning
    std::vector<Record> states_;  ///< records of the picture
    std::optional<BundleReader> bundle_;
    std::size_t next_ = 0;  ///< index in the states, then in the bundle
    std::uint64_t last_ns_ = 0;
};

}  // namespace

std::unique_ptr<PlayedFile> open_recording(const std::filesystem::path& file, double from_seconds)
{
    return std::make_unique<PlayedRecording>(file, from_seconds);
}

}  // namespace farfield::net::relay
