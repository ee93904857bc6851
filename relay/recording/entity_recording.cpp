#include "relay/recording/entity_recording.h"

#include <algorithm>
#include <stdexcept>

#include "net/message/bounded_json.h"

namespace farfield::net::relay {

EntityRecording::EntityRecording(const std::filesystem::path& file)
    : file_{file}, room_(model::max_bundle_bytes)
{
    const std::string text = file_.first_text(max_recording_head_bytes);
    try {
        streams_ = entity_streams_of(RecordingHead::from(text), file);
    } catch (const std::exception& error) {
        file_.refuse(error.what());
    }
    first_ = at_ = header_bytes + text.size();
    read_footer();
    find_begin();
}

std::optional<model::Json> EntityRecording::text_at(std::uint64_t at, const char* name) const
{
    const auto header = file_.whole_message(at);
    if (!header || header->type != MessageType::Control || header->payload_bytes > max_recording_text_bytes)
        return std::nullopt;
    std::string text(header->payload_bytes, '\0');
    if (file_.read(at + header_bytes, std::as_writable_bytes(std::span(text))) < text.size())
        return std::nullopt;
    const model::Json json = parse_bounded_json(text);
    if (!json.is_object() || !json.contains(name)) return std::nullopt;
    return json.at(name);
}

// Reads the footer; if it is missing or damaged, its contents are computed from the messages of the file.
void EntityRecording::read_footer()
{
    if (streams_.relay.footer < first_) return;
    const auto json = text_at(streams_.relay.footer, "footer");
    if (!json) return;
    try {
        footer_ = model::read_answer<RecordingFooter>(*json);
    } catch (const model::FieldError&) {
        return;
    }
    pictures_ = footer_->pictures;
    end_ns_ = footer_->end_ns;
}

void EntityRecording::find_begin()
{
    while (const auto frame = look()) {
        begin_ns_ = frame->header.time_ns;
        if (frame->header.stream == streams_.bundles) break;
        at_ = frame->end;
    }
    at_ = first_;
}

std::optional<EntityRecording::Frame> EntityRecording::look()
{
    while (const auto header = file_.whole_message(at_)) {
        const std::uint64_t end = at_ + header_bytes + header->payload_bytes;
        const bool is_ours = header->type == MessageType::EntityBundle &&
                             (header->stream == streams_.bundles || header->stream == streams_.pictures);
        if (!is_ours) {
            at_ = end;
            continue;
        }
        const std::string place = "the bundle at byte " + std::to_string(at_);
        if (header->payload_bytes > room_.size())
            file_.refuse(place + " claims " + std::to_string(header->payload_bytes) +
                         " bytes, expected at most " + std::to_string(room_.size()));
        const auto payload = std::span(room_).first(static_cast<std::size_t>(header->payload_bytes));
        if (file_.read(at_ + header_bytes, payload) < payload.size())
            file_.refuse(place + " is not there any more");
        const auto bundle = BundleReader::open(payload);
        if (!bundle) file_.refuse(place + " is malformed");
        return Frame{*header, end, *bundle};
    }
    return std::nullopt;
}

std::optional<BundleReader> EntityRecording::next()
{
    while (const auto frame = look()) {
        at_ = frame->end;
        if (frame->header.stream == streams_.bundles) return frame->bundle;
    }
    return std::nullopt;
}

// Finds pictures in a file without a footer: each index names the picture before it.
void EntityRecording::find_pictures()
{
    if (!pictures_.empty()) return;
    pictures_.push_back({begin_ns_, first_});
    std::uint64_t at = first_;
    while (const auto header = file_.whole_message(at)) {
        if (header->type == MessageType::Control) note_index(at);
        if (header->type == MessageType::EntityBundle && header->stream == streams_.bundles)
            end_ns_ = std::max(end_ns_, header->time_ns);
        at += header_bytes + header->payload_bytes;
    }
}

std::uint64_t EntityRecording::end_ns()
{
    find_pictures();
    return end_ns_;
}

void EntityRecording::note_index(std::uint64_t at)
{
    const auto json = text_at(at, "index");
    if (!json || !json->is_object()) return;
    const std::uint64_t offset = model::number_or(*json, "offset", 0);
    if (offset <= pictures_.back()[1] || offset >= at) return;
    if (const auto picture = file_.whole_message(offset)) pictures_.push_back({picture->time_ns, offset});
}

EntityPicture EntityRecording::seek(std::uint64_t time_ns)
{
    find_pictures();
    const auto later = std::ranges::find_if(
        pictures_, [time_ns](const PicturePlace& picture) { return picture[0] > time_ns; });
    at_ = later == pictures_.begin() ? first_ : std::max(first_, (*std::prev(later))[1]);
    EntityPicture picture;
    while (const auto frame = look()) {
        const bool is_picture = frame->header.stream == streams_.pictures;
        if (!is_picture && frame->header.time_ns > time_ns) break;
        for (std::uint32_t i = 0; i < frame->bundle.messages(); ++i) picture.note(frame->bundle.record(i));
        at_ = frame->end;
    }
    picture.forget_silent(streams_.relay.times, std::min(time_ns, end_ns_));
    return picture;
}

}  // namespace farfield::net::relay
