#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "net/message/control_messages.h"
#include "net/message/sharing_calls.h"

/// Calls and programs that members of a session may use, by role: one table of all calls and programs that
/// exist. A guest finds all else unknown (docs/protocol.md, section 19).
namespace farfield::net {

/// The least role that a call needs; MemberRole::Watch: any member may make it.
struct CallRight {
    std::string_view name;  ///< name of the call
    MemberRole least = MemberRole::Watch;
    std::string_view what = {};  ///< the action, "invite others"; empty: any member may
};

struct ProgramRight {
    std::string_view name;
    /// Parameters that need a higher role; the others are free for all that may start the program.
    std::span<const CallRight> params = {};
};

[[nodiscard]] std::span<const CallRight> call_rights();
[[nodiscard]] std::span<const ProgramRight> program_rights();

/// Throws RpcError: NotAuthorised when this role may not; UnknownMethod, for a guest, if there is no row.
void check_right(MemberRole role, std::string_view call);
/// Checks a program that is started, or changed, with these parameters; NotAuthorised for a name without a
/// row. program: its name; empty: any program.
void check_right(MemberRole role, std::string_view program, const Json& params);

/// The same members without those that only a role with the right to change the program may know.
[[nodiscard]] Json without_secrets(MemberRole role, Json members);

}  // namespace farfield::net
