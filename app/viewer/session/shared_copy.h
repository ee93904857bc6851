#pragma once

#include <cstdint>
#include <optional>

#include "model/document/document.h"

namespace farfield::app {

/// The sections of a document that the members of a session share, in its canonical form.
[[nodiscard]] model::Json shared_sections(const model::Document& document);

/// The document of a session, kept in step with the node by one of its members: one patch at a time is on
/// its way there, and others' changes are placed below changes that have not arrived there. Threads: one.
class SharedCopy {
public:
    /// Begins with the node's sections, of this version.
    void begin(model::Json shared, std::uint64_t version);
    [[nodiscard]] const model::Json& shared() const noexcept { return shared_; }

    /// The patch to send for the user's present sections; nullopt: they are the same, or one is
    /// on its way.
    [[nodiscard]] std::optional<model::Json> change(const model::Json& local);
    /// Notes that the node has taken the patch over, as this version. False: another's later patch arrived
    /// first, since the first answer was lost with its connection; begin() with the node's sections is then
    /// needed.
    [[nodiscard]] bool accepted(std::uint64_t version);
    void refused();  ///< notes that the node has refused the patch
    /// Takes another member's patch, which made this version. Returns the user's sections with it; `local`:
    /// those before.
    [[nodiscard]] model::Json take(const model::Json& patch, std::uint64_t version, const model::Json& local);

private:
    model::Json shared_ = model::Json::object();
    std::uint64_t version_ = 0;  ///< the highest received
    std::optional<model::Json> on_its_way_;
};

}  // namespace farfield::app
