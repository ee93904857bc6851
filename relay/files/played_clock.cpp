#include "relay/files/played_clock.h"

#include <utility>
#include <variant>

#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

PlayedClock::PlayedClock(std::span<const std::string> inputs)
{
    for (std::size_t input = 0; input < inputs.size(); ++input) {
        const InputSpec spec = parse_input_spec(inputs[input]);
        const auto* const file = std::get_if<FileSpec>(&spec);
        if (file == nullptr) return;
        if (input == 0) speed_ = file->speed;
    }
    if (!inputs.empty()) clock_ = {.state = model::ClockState::Recorded, .rate = 0.0};
}

bool PlayedClock::note(std::uint32_t input, std::uint64_t recorded_ns, std::uint64_t now_ns)
{
    if (!leads(input)) return false;
    const std::uint64_t before_ns = std::exchange(last_ns_, recorded_ns);
    if (clock_.rate > 0.0 && recorded_ns >= before_ns) return false;
    clock_ = {.state = model::ClockState::Recorded, .time_ns = recorded_ns, .at_ns = now_ns, .rate = speed_};
    return true;
}

bool PlayedClock::note_ended(std::uint32_t input, std::uint64_t now_ns)
{
    if (!leads(input)) return false;
    clock_.time_ns = last_ns_;
    clock_.at_ns = now_ns;
    clock_.rate = 0.0;
    return true;
}

}  // namespace farfield::net::relay
