#include "app/doctor/diagnosis.h"

#include <algorithm>
#include <fmt/format.h>

#include "net/message/printable.h"

namespace farfield::app {

bool is_well(const Diagnosis& diagnosis)
{
    return std::ranges::none_of(diagnosis.stages,
                                [](const Finding& finding) { return finding.outcome == Outcome::Failed; });
}

std::string finding_text(const Finding& finding)
{
    constexpr std::size_t longest_message = 600;
    constexpr std::array marks{"ok", "note", "FAILED"};
    std::string text = fmt::format("{:<16}{:<7}{:>9.1f} ms  {}", finding.stage,
                                   marks[static_cast<std::size_t>(finding.outcome)], finding.ms,
                                   net::printable(finding.message, longest_message));
    if (!finding.cure.empty()) text += fmt::format("\n{:<16}{}", "", finding.cure);
    return text;
}

}  // namespace farfield::app
