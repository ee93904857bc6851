#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "net/message/control_messages.h"
#include "net/message/sharing_calls.h"

/// What members of a session may call and start, by their role: one table, of all calls and programs that
/// there are. What it has no row for, a guest finds unknown (docs/protocol.md, section 19).
namespace farfield::net {

/// The least that a member must be: MemberRole::Watch is any.
struct CallRight {
    std::string_view name;  ///< of a call
    MemberRole least = MemberRole::Watch;
    std::string_view what = {};  ///< it does, "invite others"; empty: any member may
};

struct ProgramRight {
    std::string_view name;
    /// Parameters that a member must be more for; others are free to those that may start the program.
    std::span<const CallRight> params = {};
};

[[nodiscard]] std::span<const CallRight> call_rights();
[[nodiscard]] std::span<const ProgramRight> program_rights();

/// Throws RpcError: NotAuthorised where this role may not; UnknownMethod, for a guest, without a row.
void check_right(MemberRole role, std::string_view call);
/// The same of a program that is started, or changed, with these parameters; of a name without a row
/// NotAuthorised. program: empty: of any.
void check_right(MemberRole role, std::string_view program, const Json& params);

/// The same answer or parameters without what only those that may change the program know.
[[nodiscard]] Json without_secrets(MemberRole role, Json members);

}  // namespace farfield::net
