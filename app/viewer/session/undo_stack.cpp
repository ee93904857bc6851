#include "app/viewer/session/undo_stack.h"

#include "model/document/patch.h"
#include "model/layers/layer_kinds.h"
#include "net/message/clock.h"

namespace farfield::app {
namespace {

constexpr std::uint64_t pause_ns = 700'000'000;  // ends the typing of a number

model::Document with(const model::Document& document, const model::Json& patch)
{
    return model::read_document(model::patched(model::write(document), patch), model::layer_kinds());
}

}  // namespace

void UndoStack::record(const char* label, const model::Document& before, const model::Document& after)
{
    const std::uint64_t now = net::now_ns();
    const bool goes_on = last_label_ == label && now < last_change_ns_ + pause_ns;
    if (!in_gesture_ && !goes_on) ++gesture_;
    last_label_ = label;
    last_change_ns_ = now;
    history_.record(label, model::write(before), model::write(after), gesture_);
}

void UndoStack::begin_gesture()
{
    ++gesture_;
    in_gesture_ = true;
}

void UndoStack::end_gesture()
{
    in_gesture_ = false;
    last_label_.clear();
}

std::optional<model::Document> UndoStack::undo(const model::Document& document)
{
    last_label_.clear();
    const auto patch = history_.undo();
    return patch ? std::optional(with(document, *patch)) : std::nullopt;
}

std::optional<model::Document> UndoStack::redo(const model::Document& document)
{
    last_label_.clear();
    const auto patch = history_.redo();
    return patch ? std::optional(with(document, *patch)) : std::nullopt;
}

}  // namespace farfield::app
