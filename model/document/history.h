#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "model/fields/json.h"

namespace farfield::model {

/// Identifies one drag, or the typing of one number, whose changes are undone together; 0: a single change.
using Gesture = std::uint64_t;

/// Changes of a document that can be undone and redone, without `camera`, `output`, `files` and
/// `clock.playing`. The oldest are dropped beyond max_changes and max_bytes. Threads: one.
class History {
public:
    static constexpr std::size_t max_changes = 256;
    static constexpr std::size_t max_bytes = 8 << 20;  ///< of the texts of all patches

    /// Keeps the change between two canonical forms, and drops the changes that undo() took back. It joins
    /// the change before when both are of one gesture.
    void record(const std::string& label, const Json& before, const Json& after, Gesture gesture = 0);

    /// Takes the members of another participant's change out of all kept changes, so that neither undo() nor
    /// redo() reverts it. A kept change without members left is dropped.
    void others_changed(const Json& patch);

    /// The patch that takes the last change back, or makes it again; nullopt when there is none. A canonical
    /// form to which it is applied may be left with a `clock` without members.
    [[nodiscard]] std::optional<Json> undo();
    [[nodiscard]] std::optional<Json> redo();

    /// True when the last undo() or redo() was incomplete, as others have changed some of the members since.
    [[nodiscard]] bool was_partial() const noexcept { return was_partial_; }

    /// The label of the change that undo() or redo() would return; null when there is none.
    [[nodiscard]] const std::string* undo_label() const noexcept;
    [[nodiscard]] const std::string* redo_label() const noexcept;

    /// True when a kept change names the id in a section ("data", "rakes", "layers").
    [[nodiscard]] bool mentions(std::string_view section, std::string_view id) const;

    [[nodiscard]] std::size_t size() const noexcept { return changes_.size(); }
    void clear();

private:
    struct Change {
        std::string label;
        Json patch, inverse;
        Gesture gesture = 0;
        std::size_t bytes = 0;
        bool is_partial = false;  ///< others changed a part of it, or all of the change after it
    };
    void put(Change change);
    void drop_oldest();

    std::deque<Change> changes_;
    std::size_t done_ = 0;  ///< number of changes that undo() can take back; redo() has the rest
    std::size_t bytes_ = 0;
    bool was_partial_ = false;
};

/// An id that neither a section of the document nor a change of the history has: "particles-2".
[[nodiscard]] std::string new_id(const Json& document, const History& history, const std::string& section,
                                 const std::string& stem);

}  // namespace farfield::model
