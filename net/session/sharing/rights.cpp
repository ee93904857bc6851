#include "net/session/sharing/rights.h"

#include <algorithm>
#include <array>

#include "net/service/service.h"

namespace farfield::net {
namespace {

constexpr auto edit = MemberRole::Edit, owner = MemberRole::Owner;

constexpr std::array calls{
    CallRight{"session.open"},
    CallRight{"session.attach"},
    CallRight{"session.cancel"},
    CallRight{"session.answered"},
    CallRight{"session.dial", owner, "have the node connect"},
    CallRight{"session.close"},
    CallRight{"session.list"},  // a guest sees its own session only
    CallRight{"session.end", owner, "end sessions"},
    CallRight{"session.leave"},
    CallRight{"session.invite", owner, "invite others"},
    CallRight{"session.document"},
    CallRight{"session.patch", edit, "change the document"},
    CallRight{"session.hold", edit, "hold what others may change"},
    CallRight{"session.release"},
    CallRight{"node.stats"},     // statistics of its own session
    CallRight{"program.start"},  // private ones; others are for editors: Session::start_program
    CallRight{"program.update"},
    CallRight{"program.pause"},
    CallRight{"program.resume"},
    CallRight{"program.step"},
    CallRight{"program.stop"},
    CallRight{"program.subscribe"},
    CallRight{"program.leave"},
    CallRight{"dataset.list"},
    CallRight{"dataset.open"},
    CallRight{"dataset.histogram"},
    CallRight{"dataset.sample"},
    CallRight{"dataset.extrema"},
    CallRight{"job.start", edit, "start jobs"},
    CallRight{"job.list"},
    CallRight{"job.stop", edit, "stop jobs"},
    CallRight{"terrain.list"},
    CallRight{"terrain.open"},
    CallRight{"terrain.sight"},
    CallRight{"terrain.overlay"},
    CallRight{"terrain.viewshed_file"},
    CallRight{"array.sum"},
    CallRight{"relay.info"},
    CallRight{"relay.stats", owner, "see what others have of the relay"},
    CallRight{"relay.interest", owner, "see what others want of the relay"},
    CallRight{"entities.list"},
    CallRight{"entities.get"},
    CallRight{"entities.publish", edit, "publish entities"},
};

constexpr std::array of_entities{
    CallRight{"publish", edit, "publish entities"},
    CallRight{"publisher", edit, "publish entities"},
    CallRight{"hosts", edit, "take the place of a UDP host"},
    CallRight{"relay", owner, "speak for a relay"},
};

constexpr std::array programs{
    ProgramRight{"particles"},     ProgramRight{"lines"},         ProgramRight{"terrain.view"},
    ProgramRight{"terrain.tiles"}, ProgramRight{"terrain.image"}, ProgramRight{"terrain.viewshed"},
    ProgramRight{"slice"},         ProgramRight{"isosurface"},    ProgramRight{"boundary"},
    ProgramRight{"glyphs"},        ProgramRight{"vortex-cores"},  ProgramRight{"entities", of_entities},
};

/// Compares roles, which are declared from the most powerful to the least.
bool is_enough(MemberRole role, MemberRole least)
{
    return role <= least;
}

void expect(MemberRole role, const CallRight& right)
{
    if (is_enough(role, right.least)) return;
    const std::string what{right.what};
    throw RpcError(RpcCode::NotAuthorised, right.least == owner ? "the owner of the session alone may " + what
                                                                : "a member that watches may not " + what);
}

/// True when a parameter is given and is neither null nor false.
bool asks(const Json& params, std::string_view name)
{
    const auto found = params.find(name);
    return found != params.end() && !found->is_null() && *found != false;
}

}  // namespace

std::span<const CallRight> call_rights()
{
    return calls;
}

std::span<const ProgramRight> program_rights()
{
    return programs;
}

void check_right(MemberRole role, std::string_view call)
{
    if (role == owner) return;
    const auto* const right = std::ranges::find(calls, call, &CallRight::name);
    if (right == calls.end()) throw unknown_method(call);
    expect(role, *right);
}

void check_right(MemberRole role, std::string_view program, const Json& params)
{
    if (role == owner) return;
    const auto* const found = std::ranges::find(programs, program, &ProgramRight::name);
    if (found == programs.end())
        throw RpcError(RpcCode::NotAuthorised, "a guest may not start '" + printable(program, 60) + "'");
    for (const CallRight& right : found->params)
        if (params.is_object() && asks(params, right.name)) expect(role, right);
}

Json without_secrets(MemberRole role, Json members)
{
    if (role == MemberRole::Watch && members.is_object()) members.erase("publisher");
    return members;
}

}  // namespace farfield::net
