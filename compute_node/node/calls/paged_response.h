#pragma once

#include "net/message/control_messages.h"

#include <fmt/format.h>

#include <any>
#include <utility>
#include <vector>

namespace farfield::node {

/// An answer that a session asks for part by part. It is made for part 0, and kept until the last part is
/// asked for, so that all parts belong together whatever happens in between. Call and Part have a member
/// `part`; calls can be compared. Threads: one.
template <typename Call, typename Part>
class PagedResponse {
public:
    /// The part of a call. make(): makes all parts, at least one. Throws what make() throws, and
    /// net::RpcError, InvalidParams, where there is no such part.
    template <typename Make>
    [[nodiscard]] Part part(const Call& call, const Make& make)
    {
        Call whole = call;
        whole.part = 0;
        if (call.part == 0 || parts_.empty() || whole != of_) {
            parts_.clear();
            parts_ = make();
            of_ = std::move(whole);
        }
        if (call.part >= parts_.size())
            throw net::RpcError(net::RpcCode::InvalidParams,
                                fmt::format("parameter 'part': expected an integer from 0 to {}, found {}",
                                            parts_.size() - 1, call.part));
        Part wanted = parts_[call.part];  // a copy: it may be asked for again
        if (call.part + 1 == parts_.size()) parts_.clear();
        return wanted;
    }

    /// True when no part is kept.
    [[nodiscard]] bool is_empty() const { return parts_.empty(); }

private:
    Call of_{};                ///< call of the kept parts, as for part 0
    std::vector<Part> parts_;  ///< empty: none are kept
};

/// The object of this type that a session keeps for a call; made where there is none.
template <typename T>
[[nodiscard]] T& kept_as(std::any& kept)
{
    if (auto* const found = std::any_cast<T>(&kept)) return *found;
    return kept.emplace<T>();
}

}  // namespace farfield::node
