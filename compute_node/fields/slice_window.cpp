#include "compute_node/fields/slice_window.h"

#include <algorithm>
#include <utility>

namespace farfield::compute {

namespace {

/// How many of the slices in memory are shown. A line that waits for the slice behind the last one shown goes
/// on in a window that begins in the interval where it is, so that a step across can be tried again: two
/// intervals at least. Each window is ahead of the last by two slices less than it shows, and as many are
/// read meanwhile.
std::size_t extent_of(std::size_t in_memory)
{
    return std::max<std::size_t>(3, in_memory / 2 + 1);
}

}  // namespace

SliceWindow::SliceWindow(const SlicedField& field, TimeDirection direction)
    : field_{field},
      direction_{direction},
      extent_{extent_of(field.slices_in_memory())},
      reader_{[this](const std::stop_token& stop) { read_ahead(stop); }}
{}

const Field& SliceWindow::show(std::size_t first)
{
    shown_.reset();
    std::vector<FixedArray<Node>> slices(field_.slices());
    {
        std::unique_lock lock{mutex_};
        wanted_ = wanted_from(first);
        std::erase_if(read_, [this](const auto& slice) { return !is_wanted(slice.first); });
        changed_.notify_all();
        for (std::size_t i = first; i < std::min(first + extent_, field_.slices()); ++i) {
            changed_.wait(lock, [&] { return read_.contains(i); });
            const Slice& slice = read_.at(i);
            if (slice.error) std::rethrow_exception(slice.error);
            slices[i] = slice.nodes;
        }
    }
    shown_ = field_.with(std::move(slices));
    return *shown_;
}

std::vector<std::size_t> SliceWindow::wanted_from(std::size_t first) const
{
    const std::size_t end = std::min(first + extent_, field_.slices());
    std::vector<std::size_t> wanted;
    for (std::size_t i = first; i < end; ++i) wanted.push_back(i);
    const std::size_t room = field_.slices_in_memory();
    if (direction_ == TimeDirection::Forward) {
        for (std::size_t i = end; i < field_.slices() && wanted.size() < room; ++i) wanted.push_back(i);
    } else {
        for (std::size_t i = first; i > 0 && wanted.size() < room; --i) wanted.push_back(i - 1);
    }
    return wanted;
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
        lock.unlock();
        Slice read;
        try {
            read.nodes = field_.read(slice);
        } catch (...) {
            read.error = std::current_exception();
        }
        lock.lock();
        if (is_wanted(slice)) read_[slice] = std::move(read);
        changed_.notify_all();
    }
}

}  // namespace farfield::compute
