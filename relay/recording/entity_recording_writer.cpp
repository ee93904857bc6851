#include "relay/recording/entity_recording_writer.h"

#include <stdexcept>
#include <utility>

#include "relay/core/bundle_builder.h"
#include "relay/core/bundle_reader.h"
#include "relay/core/congestion.h"
#include "relay/dis/pdu_header.h"

namespace farfield::net::relay {
namespace {

constexpr std::uint64_t index_interval_ns = ns_per_second, picture_interval_ns = 30 * ns_per_second;
/// States in one bundle of a picture: as many without articulations as fit.
constexpr std::uint32_t states_of_bundle = model::max_bundle_bytes / bytes_in_bundle(144, 0);

}  // namespace

EntityRecordingWriter::EntityRecordingWriter(const std::filesystem::path& file, RecordedRelay relay)
    : relay_{std::move(relay)}, file_{file}, room_(model::max_bundle_bytes)
{
    const std::string head = padded_head(entity_recording_head(relay_), 0);
    head_bytes_ = head.size();
    file_.append({.type = MessageType::Control}, std::as_bytes(std::span(head)));
}

void EntityRecordingWriter::append(std::span<const std::byte> payload)
{
    const auto bundle = BundleReader::open(payload);
    if (!bundle) throw std::invalid_argument("what is to be recorded is no bundle");
    const std::uint64_t time_ns = bundle->preamble().closed_at_ns;
    if (footer_.begin_ns == 0) {
        footer_.begin_ns = indexed_ns_ = pictured_ns_ = time_ns;
        footer_.pictures.push_back({time_ns, file_.bytes()});  // an empty picture
    }
    note(*bundle);
    try {
        write_frame(bundle_stream, bundle_sequence_, time_ns, payload);
    } catch (...) {
        footer_.lost += bundle->messages();
        throw;
    }
    footer_.end_ns = time_ns;
    ++footer_.bundles;
    footer_.messages += bundle->messages();
    if (time_ns >= indexed_ns_ + index_interval_ns) write_index(time_ns);
}

void EntityRecordingWriter::note(const BundleReader& bundle)
{
    for (std::uint32_t i = 0; i < bundle.messages(); ++i) {
        const Record record = bundle.record(i);
        picture_.note(record);
        dis::Pdu pdu;
        if (record.kind == RecordKind::Dis && dis::read_pdu(record.bytes, pdu) == dis::PduFault::None)
            exercises_.set(pdu.header.exercise);
    }
}

void EntityRecordingWriter::write_frame(std::uint32_t stream, std::uint64_t& sequence, std::uint64_t time_ns,
                                        std::span<const std::byte> payload)
{
    file_.append(
        {.type = MessageType::EntityBundle, .stream = stream, .sequence = sequence, .time_ns = time_ns},
        payload);
    ++sequence;
}

void EntityRecordingWriter::write_text(const char* name, const model::Json& value, std::uint64_t time_ns)
{
    const std::string text = model::Json{{name, value}}.dump();
    file_.append({.type = MessageType::Control, .time_ns = time_ns}, std::as_bytes(std::span(text)));
}

void EntityRecordingWriter::write_index(std::uint64_t time_ns)
{
    if (time_ns >= pictured_ns_ + picture_interval_ns) write_picture(time_ns);
    const RecordingIndex index{
        .time_ns = time_ns, .offset = footer_.pictures.back()[1], .entities = picture_.entities()};
    write_text("index", model::write(index), time_ns);
    indexed_ns_ = time_ns;
    if (exercises_ != exercises_in_head_) write_head();
}

// Writes a picture, which counts only when all of it is written.
void EntityRecordingWriter::write_picture(std::uint64_t time_ns)
{
    picture_.forget_silent(relay_.times, time_ns);
    const std::uint64_t offset = file_.bytes();
    const std::vector<Record> records = picture_.records();
    std::uint64_t messages = 0, number = 0;
    for (std::size_t i = 0; i < records.size();) {
        BundleBuilder builder(room_, states_of_bundle);
        while (i < records.size() && builder.add(records[i])) ++i;
        if (builder.messages() == 0) throw std::logic_error("a record that no bundle has room for");
        const std::uint32_t added = builder.messages();
        write_frame(picture_stream, picture_sequence_, time_ns,
                    builder.finish({.number = number++,
                                    .closed_at_ns = time_ns,
                                    .messages_before = messages,
                                    .relay = relay_.relay}));
        messages += added;
    }
    footer_.pictures.push_back({time_ns, offset});
    pictured_ns_ = time_ns;
}

void EntityRecordingWriter::write_head()
{
    relay_.exercise.clear();
    for (std::size_t number = 0; number < exercises_.size(); ++number)
        if (exercises_.test(number)) relay_.exercise.push_back(static_cast<std::uint8_t>(number));
    const std::string head = padded_head(entity_recording_head(relay_), head_bytes_);
    file_.replace_first({.type = MessageType::Control}, std::as_bytes(std::span(head)));
    exercises_in_head_ = exercises_;
}

void EntityRecordingWriter::finish()
{
    if (footer_.end_ns > indexed_ns_) write_index(footer_.end_ns);
    relay_.footer = file_.bytes();
    write_text("footer", model::write(footer_), footer_.end_ns);
    write_head();
}

}  // namespace farfield::net::relay
