#include "net/session/rare_line.h"

#include <spdlog/spdlog.h>

#include <utility>

namespace farfield::net {

void RareLine::warn(const std::string& text)
{
    const auto now = std::chrono::steady_clock::now();
    if (now < due_) {
        ++left_out_;
        return;
    }
    due_ = now + pause;
    if (const auto others = std::exchange(left_out_, 0); others > 0)
        spdlog::warn("{} (and {} like it before)", text, others);
    else
        spdlog::warn("{}", text);
}

}  // namespace farfield::net
