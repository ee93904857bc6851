#pragma once

#include <cstdint>
#include <optional>

#include "model/document/document.h"

namespace farfield::app {

/// The sections of a document that the members of a session share, in its canonical form.
[[nodiscard]] model::Json shared_sections(const model::Document& document);

/// The document of a session, as one of its members keeps it in step with the node: one patch at a time is on
/// its way there, and what others change meanwhile is put below what is not there yet. Threads: one.
class SharedCopy {
public:
    /// The node has this, of this version.
    void begin(model::Json shared, std::uint64_t version);
    [[nodiscard]] const model::Json& shared() const noexcept { return shared_; }

    /// The patch to send now that the user's document has these sections; nothing: it is the same, or one is
    /// on its way.
    [[nodiscard]] std::optional<model::Json> change(const model::Json& local);
    /// The node has taken the patch over, which made this version. False: another's patch that came after it
    /// was heard of before, as the first answer was lost with its connection; so begin() with what the node
    /// has.
    [[nodiscard]] bool accepted(std::uint64_t version);
    void refused();  ///< it has not
    /// Another member's patch, which made this version. Returns the user's sections with it; `local`: those
    /// before.
    [[nodiscard]] model::Json take(const model::Json& patch, std::uint64_t version, const model::Json& local);

private:
    model::Json shared_ = model::Json::object();
    std::uint64_t version_ = 0;  ///< the highest that was heard of
    std::optional<model::Json> on_its_way_;
};

}  // namespace farfield::app
