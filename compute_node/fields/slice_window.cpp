#include "compute_node/fields/slice_window.h"

#include <algorithm>
#include <utility>

namespace farfield::compute {

// A line that waits for the slice behind the last one in use goes on in a window that begins in the interval
// where it is, so that a step across can be tried again: two intervals at least. Each window is ahead of the
// last by two slices less than are in use, and as many are read meanwhile.
SliceWindow::SliceWindow(std::size_t slices)
    : slices_{std::max(slices, least_slices)},
      extent_{std::max<std::size_t>(3, slices_ / 2 + 1)},
      reader_{[this](const std::stop_token& stop) { read_ahead(stop); }}
{}

const Field* SliceWindow::show(const std::shared_ptr<const SlicedField>& field,
                               std::span<const std::size_t> wanted, std::size_t count,
                               const std::atomic<bool>* cancelled)
{
    if (is_shown(field, wanted, count)) return shown_.get();
    shown_.reset();
    std::vector<FieldSlice> slices(field->slices());
    std::unique_lock lock{mutex_};
    want(field, wanted);
    for (const std::size_t slice : wanted.first(count)) {
        const auto is_cancelled = [&] { return cancelled != nullptr && *cancelled; };
        changed_.wait(lock, [&] { return read_.contains(slice) || is_cancelled(); });
        if (is_cancelled()) return nullptr;
        slices[slice] = slice_read(slice);
    }
    lock.unlock();
    shown_ = field->with(std::move(slices));
    shown_slices_ = count;
    return shown_.get();
}

/// True when these slices are shown already. Called again and again while they are in use: takes no memory.
bool SliceWindow::is_shown(const std::shared_ptr<const SlicedField>& field,
                           std::span<const std::size_t> wanted, std::size_t count) const
{
    return shown_ != nullptr && field == field_ && count == shown_slices_ &&
           std::ranges::equal(wanted, wanted_);
}

/// Sets the wanted slices. Call it with the mutex held.
void SliceWindow::want(const std::shared_ptr<const SlicedField>& field, std::span<const std::size_t> wanted)
{
    if (field != field_) read_.clear();
    field_ = field;
    wanted_.assign(wanted.begin(), wanted.end());
    std::erase_if(read_, [this](const auto& slice) { return !is_wanted(slice.first); });
    changed_.notify_all();
}

/// Takes a slice that was read, or throws its error; it is then read again when it is wanted again.
const FieldSlice& SliceWindow::slice_read(std::size_t slice)
{
    const Slice& found = read_.at(slice);
    if (const std::exception_ptr error = found.error) {
        wanted_.clear();
        read_.erase(slice);
        std::rethrow_exception(error);
    }
    return found.field;
}

bool SliceWindow::is_wanted(std::size_t slice) const
{
    return std::find(wanted_.begin(), wanted_.end(), slice) != wanted_.end();
}

const std::size_t* SliceWindow::next_to_read() const
{
    for (const std::size_t& slice : wanted_)
        if (!read_.contains(slice)) return &slice;
    return nullptr;
}

void SliceWindow::read_ahead(const std::stop_token& stop)
{
    std::unique_lock lock{mutex_};
    while (changed_.wait(lock, stop, [this] { return next_to_read() != nullptr; }) &&
           !stop.stop_requested()) {
        const std::size_t slice = *next_to_read();
        const std::shared_ptr<const SlicedField> field = field_;
        lock.unlock();
        Slice read;
        try {
            read.field = field->read(slice, stop);
        } catch (...) {
            read.error = std::current_exception();
        }
        lock.lock();
        if (field == field_ && is_wanted(slice)) read_[slice] = std::move(read);
        changed_.notify_all();
    }
}

}  // namespace farfield::compute
