#pragma once

#include <atomic>

#include "net/service/service.h"

namespace farfield::app {

/// A relay without inputs: its entities move in circles about one place, with set_rate() updates a second,
/// in 200 bundles a second, as a relay sends them. Threads: set_rate() any.
class ExerciseService final : public net::Service {
public:
    explicit ExerciseService(std::uint32_t entities) : entities_(entities) {}

    /// Updates a second of all entities together; 0: no updates, only empty bundles as signs of life.
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
