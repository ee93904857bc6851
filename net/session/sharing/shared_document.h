#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "net/message/control_messages.h"

namespace farfield::net {

/// The document that the members of a session share, as a value tree with a version that each change
/// increases by one. Changes are merge patches (RFC 7396) of its sections; of two changes of the same value
/// the last wins. Threads: one at a time.
class SharedDocument {
public:
    /// Bytes of the document's text, at most, so that an answer with it fits one message.
    static constexpr std::size_t max_bytes = 768 << 10;

    /// Throws when the document would be invalid after a patch.
    using Check = std::function<void(const Json& document)>;

    [[nodiscard]] const Json& document() const noexcept { return document_; }
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    /// Applies a patch. based_on: the version that the patch was made for; RpcError (Failed) when that is not
    /// the current one. Throws RpcError, InvalidParams for a member that is no shared section, LimitExceeded
    /// (max_document_bytes), and the errors of `check`; the document then stays unchanged. Returns true when
    /// the document has changed.
    bool patch(const Json& patch, std::optional<std::uint64_t> based_on, const Check& check);

private:
    Json document_ = Json::object();
    std::uint64_t version_ = 0;
};

/// True for the path of a thing in a document: a shared section, a key in it, and perhaps keys below,
/// such as "rakes/inlet".
[[nodiscard]] bool is_path_of_thing(std::string_view path) noexcept;

/// True when a patch changes the thing at a path such as "rakes/inlet", or a part of it.
[[nodiscard]] bool touches(const Json& patch, const std::string& path);

}  // namespace farfield::net
