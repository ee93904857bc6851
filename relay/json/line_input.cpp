#include "relay/json/line_input.h"

#include <fmt/format.h>
#include <utility>

#include "net/message/printable.h"

namespace farfield::net::relay {
namespace {

constexpr std::chrono::seconds warning_interval{1};
constexpr std::size_t most_reason_bytes = 200;

}  // namespace

LineInput::LineInput(std::uint32_t number, std::string text, const LineFrame& frame, const LineSink& sink)
    : number_{number}, text_{std::move(text)}, frame_{frame}, sink_{sink}
{}

void LineInput::take(std::string_view line, LineSource& source)
{
    ++source.lines;
    if (line.find_first_not_of(" \t") == std::string_view::npos) return;
    try {
        const JsonEntity entity = read_json_line(line, frame_);
        if (sink_.take(entity, number_, source.sender())) return count(true);
        refuse(source, no_room_for_id);
    } catch (const std::exception& error) {
        refuse(source, error.what());
    }
}

void LineInput::take_too_long(LineSource& source)
{
    ++source.lines;
    refuse(source, fmt::format("expected at most {} bytes (max_json_line), found more", max_json_line));
}

void LineInput::count(bool is_taken)
{
    const std::lock_guard lock(mutex_);
    ++counters_.received;
    ++(is_taken ? counters_.taken : counters_.refused);
}

void LineInput::refuse(const LineSource& source, const std::string& why)
{
    count(false);
    warn(source, fmt::format("line {} refused: {}", source.lines, printable(why, most_reason_bytes)));
}

void LineInput::warn(const LineSource& source, const std::string& why)
{
    const auto now = std::chrono::steady_clock::now();
    if (now < due_) {
        ++left_out_;
        return;
    }
    due_ = now + warning_interval;
    const auto others = std::exchange(left_out_, 0);
    sink_.warn(fmt::format("input '{}'{}: {}{}", text_,
                           source.sender() == 0 ? std::string{} : " from " + to_text(source.from), why,
                           others > 0 ? fmt::format(" (and {} like it before)", others) : std::string{}));
}

LineCounters LineInput::counters() const
{
    const std::lock_guard lock(mutex_);
    return counters_;
}

}  // namespace farfield::net::relay
