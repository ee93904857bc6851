#include "model/document/history.h"

#include <algorithm>
#include <utility>

#include "model/document/patch.h"

namespace farfield::model {

namespace {

/// The document without the members that a history ignores. `clock` is always there, so that no patch
/// removes it as a whole together with its ignored member.
Json kept_of(Json document)
{
    document.erase("camera");
    document.erase("output");
    document.erase("files");
    if (!document.contains("clock")) document["clock"] = Json::object();
    document["clock"].erase("playing");
    return document;
}

/// The patch without the members that the other patch changes.
Json without(Json patch, const Json& other)
{
    if (!patch.is_object() || !other.is_object()) return Json::object();
    for (const auto& [name, value] : other.items()) {
        const auto found = patch.find(name);
        if (found == patch.end()) continue;
        if (found->is_object() && value.is_object()) {
            *found = without(*found, value);
            if (!found->empty()) continue;
        }
        patch.erase(found);
    }
    return patch;
}

bool has(const Json& patch, std::string_view section, std::string_view id)
{
    const auto found = patch.find(section);
    return found != patch.end() && found->contains(id);
}

}  // namespace

void History::record(const std::string& label, const Json& before, const Json& after, Gesture gesture)
{
    const Json to = kept_of(after);
    Json from = kept_of(before);
    if (from == to) return;
    const bool joins =
        gesture != 0 && done_ > 0 && done_ == changes_.size() && changes_.back().gesture == gesture;
    if (joins) from = kept_of(patched(before, changes_[--done_].inverse));
    for (; changes_.size() > done_; changes_.pop_back()) bytes_ -= changes_.back().bytes;
    if (from == to) return;
    put({.label = label, .patch = difference(from, to), .inverse = difference(to, from), .gesture = gesture});
}

void History::put(Change change)
{
    change.bytes = change.label.size() + change.patch.dump().size() + change.inverse.dump().size();
    bytes_ += change.bytes;
    changes_.push_back(std::move(change));
    while (changes_.size() > max_changes || bytes_ > max_bytes) drop_oldest();
    done_ = changes_.size();
}

void History::drop_oldest()
{
    bytes_ -= changes_.front().bytes;
    changes_.pop_front();
}

void History::others_changed(const Json& patch)
{
    for (std::size_t i = changes_.size(); i-- > 0;) {
        Change& change = changes_[i];
        Json kept = without(change.patch, patch);
        Json kept_inverse = without(change.inverse, patch);
        change.is_partial = change.is_partial || kept != change.patch || kept_inverse != change.inverse;
        change.patch = std::move(kept);
        change.inverse = std::move(kept_inverse);
        change.gesture = 0;
        if (!change.patch.empty() && !change.inverse.empty()) continue;
        bytes_ -= change.bytes;
        if (i > 0) changes_[i - 1].is_partial = true;
        changes_.erase(changes_.begin() + static_cast<std::ptrdiff_t>(i));
        if (i < done_) --done_;
    }
}

std::optional<Json> History::undo()
{
    if (done_ == 0) return std::nullopt;
    was_partial_ = changes_[--done_].is_partial;
    return changes_[done_].inverse;
}

std::optional<Json> History::redo()
{
    if (done_ == changes_.size()) return std::nullopt;
    was_partial_ = changes_[done_].is_partial;
    return changes_[done_++].patch;
}

const std::string* History::undo_label() const noexcept
{
    return done_ == 0 ? nullptr : &changes_[done_ - 1].label;
}

const std::string* History::redo_label() const noexcept
{
    return done_ == changes_.size() ? nullptr : &changes_[done_].label;
}

bool History::mentions(std::string_view section, std::string_view id) const
{
    return std::ranges::any_of(changes_, [&](const Change& change) {
        return has(change.patch, section, id) || has(change.inverse, section, id);
    });
}

void History::clear()
{
    *this = {};
}

std::string new_id(const Json& document, const History& history, const std::string& section,
                   const std::string& stem)
{
    for (std::uint64_t n = 1;; ++n) {
        std::string id = stem + "-" + std::to_string(n);
        if (!has(document, section, id) && !history.mentions(section, id)) return id;
    }
}

}  // namespace farfield::model
