#include "bench/relay/network/float_loop.h"

#include <sched.h>

#include <cerrno>
#include <system_error>

namespace farfield::net::relay {
namespace {

constexpr int operations_a_turn = 1'000;

void turn_for_ever(std::atomic<std::uint64_t>& turns, Channel& channel)
{
    const sched_param none{};
    if (::sched_setscheduler(0, SCHED_IDLE, &none) != 0)
        throw std::system_error(errno, std::generic_category(), "sched_setscheduler");
    channel.send(Json::object());
    volatile double value = 1.0;
    while (true) {
        double product = value;
        for (int i = 0; i < operations_a_turn; ++i) product = product * 0.999'999 + 1e-6;
        value = product;
        turns.fetch_add(1, std::memory_order_relaxed);
    }
}

}  // namespace

FloatLoop::FloatLoop(int core) : process_{core, [this](Channel& channel) { turn_for_ever(*turns_, channel); }}
{
    (void)process_.receive();
}

}  // namespace farfield::net::relay
