#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/document/document.h"
#include "model/document/history.h"

namespace farfield::app {

/// Changes of a document that the user can undo and redo. Changes of one gesture count as one: of a drag, or
/// of one label in quick succession, as when a number is typed.
class UndoStack {
public:
    void record(const char* label, const model::Document& before, const model::Document& after);
    /// Excludes others' changes from undo and redo.
    void others_changed(const model::Json& patch) { history_.others_changed(patch); }
    void begin_gesture();
    void end_gesture();

    /// The document without its last change, or with the change that was undone last; nullopt: there is
    /// none.
    [[nodiscard]] std::optional<model::Document> undo(const model::Document& document);
    [[nodiscard]] std::optional<model::Document> redo(const model::Document& document);
    [[nodiscard]] const model::History& history() const noexcept { return history_; }

private:
    model::History history_;
    model::Gesture gesture_ = 0;
    bool in_gesture_ = false;
    std::string last_label_;
    std::uint64_t last_change_ns_ = 0;
};

}  // namespace farfield::app
