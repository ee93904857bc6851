#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/fields/fields.h"

/// The stages of the way from a viewer to a node or relay, each with its outcome.
namespace farfield::app {

enum class Outcome : std::uint8_t {
    Passed,
    Noted,   ///< it works; the message has a remark for the user
    Failed,  ///< the message has the reason, the cure a remedy
};
inline constexpr std::array outcome_names{"passed", "noted", "failed"};

struct Finding {
    std::string stage;  ///< such as "connect"
    Outcome outcome = Outcome::Passed;
    double ms = 0.0;  ///< duration of the stage
    std::string message;
    std::string cure;  ///< empty: none is needed, or none is known
    friend bool operator==(const Finding&, const Finding&) = default;

    static void fields(auto& visit)
    {
        visit("stage", &Finding::stage, model::required);
        visit("outcome", &Finding::outcome, model::required, model::names(outcome_names));
        visit("ms", &Finding::ms, model::required);
        visit("message", &Finding::message);
        visit("cure", &Finding::cure);
    }
};

struct Diagnosis {
    std::string target;  ///< such as "127.0.0.1:7117"
    std::vector<Finding> stages;
    friend bool operator==(const Diagnosis&, const Diagnosis&) = default;

    static void fields(auto& visit)
    {
        visit("target", &Diagnosis::target, model::required);
        visit("stages", &Diagnosis::stages, model::required);
    }
};

/// True when no stage failed.
[[nodiscard]] bool is_well(const Diagnosis& diagnosis);
/// A line for the stage, and a second one with its cure; no final line end. Text of the peer is printable.
[[nodiscard]] std::string finding_text(const Finding& finding);

}  // namespace farfield::app
