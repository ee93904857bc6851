#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "net/message/control_messages.h"

namespace farfield::net {

/// The document that the members of a session share, as a value tree with a version that each change raises
/// by one. Changes are merge patches (RFC 7396) of its sections; of two that change the same the last holds.
/// Threads: one at a time.
class SharedDocument {
public:
    /// Of its text: an answer with it fits one message.
    static constexpr std::size_t max_bytes = 768 << 10;

    /// Throws where the document would be invalid after a patch.
    using Check = std::function<void(const Json& document)>;

    [[nodiscard]] const Json& document() const noexcept { return document_; }
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    /// based_on: the version that the patch was made for, which is then the current one, or RpcError (Failed)
    /// is thrown. Throws RpcError, InvalidParams for another member than a section that is shared,
    /// LimitExceeded (max_document_bytes), and what `check` throws; the document then stays as it is. Returns
    /// whether it has changed.
    bool patch(const Json& patch, std::optional<std::uint64_t> based_on, const Check& check);

private:
    Json document_ = Json::object();
    std::uint64_t version_ = 0;
};

/// Whether it is the path of a thing in a document: a section that is shared, a key in it, and perhaps keys
/// below, such as "rakes/inlet".
[[nodiscard]] bool is_path_of_thing(std::string_view path) noexcept;

/// Whether a patch changes the thing at a path such as "rakes/inlet", or a part of it.
[[nodiscard]] bool touches(const Json& patch, const std::string& path);

}  // namespace farfield::net
