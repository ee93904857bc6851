#include "relay/hosts/host_intake.h"

#include <algorithm>

namespace farfield::net::relay {

namespace {

/// Bundles that wait to be acknowledged, at most; the owner reports far more often.
constexpr std::size_t most_to_report = 4'096;
/// Number of consecutive bundles far ahead that are no forgery: this host was away.
constexpr std::uint32_t enough_agreeing = 64;

}  // namespace

std::optional<BundleReader> HostIntake::accept(std::span<const std::byte> datagram)
{
    ++counts_.datagrams;
    is_of_path_ = false;
    MessageHeader header;
    if (datagram.size() < header_bytes || decode_header(datagram.first<header_bytes>(), header) ||
        header.type != MessageType::EntityBundle || header.stream != ticket_.path) {
        ++counts_.strangers;
        return std::nullopt;
    }
    const auto payload = datagram.subspan(header_bytes);
    const auto bundle = header.payload_bytes == payload.size() ? BundleReader::open(payload) : std::nullopt;
    if (!bundle || bundle->preamble().number != header.sequence) {
        ++counts_.malformed;
        return std::nullopt;
    }
    if (is_far_off(header.sequence)) {
        ++counts_.strangers;
        return std::nullopt;
    }
    is_of_path_ = true;
    if (header.sequence < ticket_.next_bundle) {
        ++counts_.earlier;
        return std::nullopt;
    }
    const auto seen = received_.add(header.sequence);
    if ((header.flags & flag_acknowledge) != 0 && seen != NumberWindow::Seen::TooOld &&
        to_report_.size() < most_to_report)
        to_report_.push_back({header.sequence, header.time_ns});
    if (seen != NumberWindow::Seen::New) {
        ++counts_.again;
        return std::nullopt;
    }
    ++counts_.bundles;
    in_bundles_ += bundle->messages();
    end_ = std::max(end_, bundle->preamble().messages_before + bundle->messages());
    return bundle;
}

// Detects a forged number beyond the window, which would make all true ones too old.
bool HostIntake::is_far_off(std::uint64_t bundle)
{
    const std::uint64_t newest = std::max(received_.highest(), ticket_.next_bundle);
    if (bundle < newest || bundle - newest < NumberWindow::size) return false;
    const bool agrees = bundle > last_far_ && bundle - last_far_ < NumberWindow::size;
    last_far_ = bundle;
    agreeing_ = agrees ? agreeing_ + 1 : 0;
    return agreeing_ < enough_agreeing;
}

void HostIntake::note_sources(std::uint64_t bundle)
{
    for (const std::uint32_t source : noted_) order_.note(bundle, source);
    noted_.clear();
}

void HostIntake::sort_reports()
{
    std::ranges::sort(to_report_, std::ranges::greater{}, &Answered::bundle);
}

HostReport HostIntake::report_of(const Answered& one) const
{
    return {.host = ticket_.host,
            .path = ticket_.path,
            .key = ticket_.key,
            .bundle_time_ns = one.time_ns,
            .bundle = one.bundle,
            .before = received_.before(one.bundle),
            .messages = counts_.messages + counts_.late};
}

HostCounts HostIntake::counts() const
{
    HostCounts counts = counts_;
    const std::uint64_t sent = end_ - ticket_.messages_before;
    counts.lost = sent > in_bundles_ ? sent - in_bundles_ : 0;
    return counts;
}

}  // namespace farfield::net::relay
