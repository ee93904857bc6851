#include "net/session/sharing/holds.h"

#include <algorithm>

#include "net/message/printable.h"
#include "net/session/sharing/shared_document.h"

namespace farfield::net {
namespace {

bool lies_in(const std::string& inner, const std::string& outer)
{
    return inner == outer || inner.starts_with(outer + "/");
}

RpcError held_error(const std::string& what, MemberNumber by)
{
    return {
        RpcCode::Held, "another member holds '" + printable(what, 60) + "'", {{"what", what}, {"by", by}}};
}

}  // namespace

bool Holds::hold(MemberNumber member, const std::string& what, Clock::time_point now)
{
    if (what.size() > max_path_bytes || !is_path_of_thing(what))
        throw RpcError(RpcCode::InvalidParams,
                       "parameter 'what': expected a path of at most " + std::to_string(max_path_bytes) +
                           " bytes in data, rakes, layers, scene or clock, such as \"rakes/inlet\"; found '" +
                           printable(what, 60) + "'");
    for (const auto& [path, hold] : holds_)
        if (hold.member != member && (lies_in(what, path) || lies_in(path, what)))
            throw held_error(path, hold.member);
    const auto found = holds_.find(what);
    if (found == holds_.end() && holds_.size() >= max_holds)
        throw limit_error("max_holds", max_holds, holds_.size() + 1);
    holds_[what] = {member, now + longest_rest};
    return found == holds_.end();
}

bool Holds::release(MemberNumber member, const std::string& what)
{
    const auto found = holds_.find(what);
    if (found == holds_.end() || found->second.member != member) return false;
    holds_.erase(found);
    return true;
}

std::vector<std::string> Holds::release_all(MemberNumber member)
{
    std::vector<std::string> released;
    std::erase_if(holds_, [&](const auto& hold) {
        if (hold.second.member != member) return false;
        released.push_back(hold.first);
        return true;
    });
    return released;
}

void Holds::patched(MemberNumber member, const Json& patch, Clock::time_point now)
{
    for (const auto& [path, hold] : holds_)
        if (hold.member != member && touches(patch, path)) throw held_error(path, hold.member);
    for (auto& [path, hold] : holds_)
        if (hold.member == member && touches(patch, path)) hold.ends = now + longest_rest;
}

std::vector<std::string> Holds::release_rested(Clock::time_point now)
{
    std::vector<std::string> released;
    std::erase_if(holds_, [&](const auto& hold) {
        if (hold.second.ends > now) return false;
        released.push_back(hold.first);
        return true;
    });
    return released;
}

std::optional<Holds::Clock::time_point> Holds::next_end() const
{
    std::optional<Clock::time_point> first;
    for (const auto& [path, hold] : holds_)
        if (!first || hold.ends < *first) first = hold.ends;
    return first;
}

}  // namespace farfield::net
