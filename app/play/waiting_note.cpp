#include "app/play/waiting_note.h"

#include <cstdio>
#include <fmt/format.h>

namespace farfield::app {

void WaitingNote::nothing_yet(const std::string& what, std::chrono::duration<double> usual)
{
    if (said_ || Clock::now() - since_ < unspoken + usual) return;
    said_ = true;
    fmt::print(stderr, "waiting for {}\n", what);
}

void WaitingNote::begin_anew()
{
    since_ = Clock::now();
    said_ = false;
}

}  // namespace farfield::app
