#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "model/fields/fields.h"

/// Parameters of the calls by which several viewers share a session: docs/protocol.md, section 19.
namespace farfield::net {

using model::Json;

enum class MemberRole : std::uint8_t {
    Owner,  ///< edits and invites; one in each session
    Edit,
    Watch,  ///< changes nothing in the shared document
};
inline constexpr std::array member_role_names{"owner", "edit", "watch"};
/// Roles that an invitation may grant.
inline constexpr std::array invited_role_names{"edit", "watch"};

/// Parameters of session.invite.
struct InviteCall {
    static constexpr std::uint32_t max_uses = 16, max_seconds = 7 * 24 * 3600;

    MemberRole role = MemberRole::Edit;
    std::uint32_t uses = 1;
    std::uint32_t seconds = 3600;  ///< lifetime of the invitation
    friend bool operator==(const InviteCall&, const InviteCall&) = default;

    static void fields(auto& visit)
    {
        visit("role", &InviteCall::role, model::names(member_role_names), check_role);
        visit("uses", &InviteCall::uses, model::from_to(1, max_uses));
        visit("seconds", &InviteCall::seconds, model::from_to(1, max_seconds));
    }

private:
    static void check_role(MemberRole role, const model::JsonValue& json)
    {
        if (role == MemberRole::Owner) (void)json.one_of(invited_role_names);
    }
};

/// The member `join` of session.open's parameters.
struct JoinCall {
    std::string session;
    std::string secret;  ///< secret of an invitation
    friend bool operator==(const JoinCall&, const JoinCall&) = default;

    static void fields(auto& visit)
    {
        visit("session", &JoinCall::session, model::required);
        visit("secret", &JoinCall::secret, model::required);
    }
};

/// Parameters of session.patch.
struct PatchCall {
    Json patch = Json::object();  ///< JSON Merge Patch (RFC 7396)
    std::uint32_t interaction = 0;
    std::optional<std::uint64_t> based_on;  ///< version of the document that the patch was made for
    friend bool operator==(const PatchCall&, const PatchCall&) = default;

    static void fields(auto& visit)
    {
        visit("patch", &PatchCall::patch, model::required);
        visit("interaction", &PatchCall::interaction);
        visit("based_on", &PatchCall::based_on);
    }
};

/// Parameters of session.hold and session.release.
struct HoldCall {
    std::string what;  ///< path of the held object, "rakes/inlet"
    friend bool operator==(const HoldCall&, const HoldCall&) = default;

    static void fields(auto& visit) { visit("what", &HoldCall::what, model::required); }
};

/// Parameters of session.list.
struct ListCall {
    std::string token;  ///< needed in the first call of a connection; not asked for within a session
    friend bool operator==(const ListCall&, const ListCall&) = default;

    static void fields(auto& visit) { visit("token", &ListCall::token); }
};

/// Parameters of session.end.
struct EndCall {
    static constexpr std::size_t least = 8;  ///< digits

    std::string session;  ///< the first digits of its id
    std::string token;    ///< same meaning as ListCall::token
    friend bool operator==(const EndCall&, const EndCall&) = default;

    static void fields(auto& visit)
    {
        visit("session", &EndCall::session, model::required, check);
        visit("token", &EndCall::token);
    }

private:
    static void check(const std::string& session, const model::JsonValue& json)
    {
        if (session.size() < least) json.complain("at least 8 digits of a session's id");
    }
};

/// A member of a session, as the other members see it.
struct MemberInfo {
    std::uint32_t member = 0;
    std::string name;
    MemberRole role = MemberRole::Edit;
    bool here = true;  ///< false: its connection is gone, but its place is kept
    friend bool operator==(const MemberInfo&, const MemberInfo&) = default;

    static void fields(auto& visit)
    {
        visit("member", &MemberInfo::member, model::required);
        visit("name", &MemberInfo::name, model::required);
        visit("role", &MemberInfo::role, model::required, model::names(member_role_names));
        visit("here", &MemberInfo::here, model::always);
    }
};

}  // namespace farfield::net
