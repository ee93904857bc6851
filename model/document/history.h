#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "model/fields/json.h"

namespace farfield::model {

/// What one drag, or the typing of one number, is known by; 0: a change on its own.
using Gesture = std::uint64_t;

/// Changes of a document that can be undone and redone. `camera`, `output` and `clock.playing` are not among
/// what it keeps. The oldest changes are forgotten beyond max_changes and max_bytes. Threads: one.
class History {
public:
    static constexpr std::size_t max_changes = 256;
    static constexpr std::size_t max_bytes = 8 << 20;  ///< of the texts of all patches

    /// Keeps the change between two canonical forms; what was undone can then no longer be redone. It joins
    /// the change before where both are of one gesture.
    void record(const std::string& label, const Json& before, const Json& after, Gesture gesture = 0);

    /// Another member of the session has made this change: what it names is taken out of all that is kept, so
    /// that neither undo() nor redo() changes it. A change that has nothing left is forgotten.
    void others_changed(const Json& patch);

    /// The patch that takes the last change back, or makes it again; nothing where there is none. What it
    /// makes of a canonical form may have a `clock` without members.
    [[nodiscard]] std::optional<Json> undo();
    [[nodiscard]] std::optional<Json> redo();

    /// Whether the last undo() or redo() left out something, which others have changed since.
    [[nodiscard]] bool was_partial() const noexcept { return was_partial_; }

    /// The label of the change that would be undone, or redone; null where there is none.
    [[nodiscard]] const std::string* undo_label() const noexcept;
    [[nodiscard]] const std::string* redo_label() const noexcept;

    /// Whether a change kept here names the id in a section ("data", "rakes", "layers").
    [[nodiscard]] bool mentions(std::string_view section, std::string_view id) const;

    [[nodiscard]] std::size_t size() const noexcept { return changes_.size(); }
    void clear();

private:
    struct Change {
        std::string label;
        Json patch, inverse;
        Gesture gesture = 0;
        std::size_t bytes = 0;
        bool is_partial = false;  ///< others have changed a part of it, or all of the one after it
    };
    void put(Change change);
    void drop_oldest();

    std::deque<Change> changes_;
    std::size_t done_ = 0;  ///< those before it can be undone, the others redone
    std::size_t bytes_ = 0;
    bool was_partial_ = false;
};

/// An id that neither the document has in a section nor a change of the history: "particles-2".
[[nodiscard]] std::string new_id(const Json& document, const History& history, const std::string& section,
                                 const std::string& stem);

}  // namespace farfield::model
