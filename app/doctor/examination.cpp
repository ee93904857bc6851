#include "app/doctor/examination.h"

#include <utility>

namespace farfield::app {

Examination::Examination(std::string target, std::function<void(const Finding&)> done)
    : diagnosis_{.target = std::move(target), .stages = {}}, done_(std::move(done))
{}

void Examination::pass(std::string stage, std::string message)
{
    end({.stage = std::move(stage), .message = std::move(message), .cure = {}});
}

void Examination::note(std::string stage, std::string message, std::string cure)
{
    end({.stage = std::move(stage),
         .outcome = Outcome::Noted,
         .message = std::move(message),
         .cure = std::move(cure)});
}

void Examination::fail(std::string stage, std::string message, std::string cure)
{
    end({.stage = std::move(stage),
         .outcome = Outcome::Failed,
         .message = std::move(message),
         .cure = std::move(cure)});
}

void Examination::end(Finding finding)
{
    const auto now = std::chrono::steady_clock::now();
    finding.ms = std::chrono::duration<double, std::milli>(now - std::exchange(begun_, now)).count();
    if (done_) done_(finding);
    diagnosis_.stages.push_back(std::move(finding));
}

}  // namespace farfield::app
