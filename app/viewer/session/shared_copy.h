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
    /// The node has this.
    void begin(model::Json shared);
    [[nodiscard]] const model::Json& shared() const noexcept { return shared_; }

    /// The patch to send now that the user's document has these sections; nothing: it is the same, or one is
    /// on its way.
    [[nodiscard]] std::optional<model::Json> change(const model::Json& local);
    void accepted();  ///< the node has taken the patch over
    void refused();   ///< it has not
    /// Another member's patch. Returns the user's sections with it; `local`: those before.
    [[nodiscard]] model::Json take(const model::Json& patch, const model::Json& local);

private:
    model::Json shared_ = model::Json::object();
    std::optional<model::Json> on_its_way_;
};

}  // namespace farfield::app
