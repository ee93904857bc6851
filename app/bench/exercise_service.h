#pragma once

#include <atomic>

#include "net/session/service.h"

namespace farfield::app {

/// A relay without inputs: entities that move in circles about one place, so many updates of them a second,
/// in bundles as a relay sends them, 200 a second. Threads: set_rate() any.
class ExerciseService final : public net::Service {
public:
    explicit ExerciseService(std::uint32_t entities) : entities_(entities) {}

    /// Updates a second of all entities together; 0: none, but that it is still there.
    void set_rate(std::uint32_t per_second) noexcept { rate_ = per_second; }

    [[noreturn]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                      const net::CallContext& context) override;
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override;

private:
    std::uint32_t entities_;
    std::atomic<std::uint32_t> rate_{0};
};

}  // namespace farfield::app
