#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "app/doctor/diagnosis.h"

namespace farfield::app {

/// The longest wait for an answer or a frame.
inline constexpr std::chrono::seconds answer_patience{10};

/// Stages of a diagnosis, recorded as they end. Each lasts from the end of the stage before it.
class Examination {
public:
    Examination(std::string target, std::function<void(const Finding&)> done);

    void pass(std::string stage, std::string message);
    void note(std::string stage, std::string message, std::string cure = {});
    void fail(std::string stage, std::string message, std::string cure);
    [[nodiscard]] const Diagnosis& diagnosis() const noexcept { return diagnosis_; }

private:
    void end(Finding finding);

    Diagnosis diagnosis_;
    std::function<void(const Finding&)> done_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace farfield::app
