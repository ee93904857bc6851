#include "app/viewer/controls/session_model.h"
#include "app/viewer/view/flow_view.h"
#include "net/message/clock.h"

// How the frames of particles, lines and terrain come into the view, and their slots go back.
namespace farfield::app {

net::FrameRing& FlowView::open_stream(const FrameStream::Settings& settings)
{
    makeCurrent();
    next_.reset();
    // Two rings at once only while both are small: the picture then stays while the next stream starts.
    const auto ring_bytes = [](const FrameStream& stream) {
        return stream.slots().count() * stream.slots().slot_bytes();
    };
    constexpr std::size_t small_ring_bytes = 128 << 20;
    if (stream_ && ring_bytes(*stream_) > small_ring_bytes) {
        stream_.reset();
        update();
    }
    next_ = std::make_unique<FrameStream>(settings);
    doneCurrent();
    return next_->ring();
}

void FlowView::forget_frames()
{
    makeCurrent();
    next_.reset();
    stream_.reset();
    doneCurrent();
    drawing_.reset();
    shown_.reset();
    update();
}

net::FrameRing& FlowView::open_lines(std::size_t parts, std::size_t slot_bytes)
{
    makeCurrent();
    lines_.reset();
    lines_ = std::make_unique<LineStream>(parts, slot_bytes);
    doneCurrent();
    update();
    return lines_->ring();
}

void FlowView::forget_lines()
{
    makeCurrent();
    lines_.reset();
    doneCurrent();
    lines_drawing_.reset();
    update();
}

net::FrameRing& FlowView::open_terrain(const FrameStream::Settings& settings)
{
    makeCurrent();
    auto& ring = ground_.open(settings);
    doneCurrent();
    return ring;
}

void FlowView::forget_terrain()
{
    makeCurrent();
    ground_.forget();
    doneCurrent();
    ground_drawing_.reset();
    update();
}

double FlowView::ring_fill() const noexcept
{
    if (!stream_) return 0.0;
    const auto& ring = stream_->ring();
    return static_cast<double>(ring.waiting()) / static_cast<double>(ring.slots());
}

QString FlowView::slot_path() const
{
    const auto& stream = next_ ? next_ : stream_;
    if (!stream) return {};
    const auto path = stream->slots().path();
    return QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size()));
}

std::optional<net::FrameRing::Taken> FlowView::take_frame()
{
    const auto policy = model_.playback().policy;
    if (next_ && next_->ring().waiting() > 0) stream_ = std::move(next_);
    if (!stream_) return std::nullopt;
    const auto taken = stream_->take(policy, asked_);
    if (taken) {
        ++counters_.frames;
        counters_.dropped += taken->skipped;
        drawing_ = {.info = stream_->info(),
                    .stamp = stream_->stamp(),
                    .time = stream_->time(),
                    .taken_ns = net::now_ns()};
    }
    if (policy == net::Policy::Every && stream_->ring().waiting() > 0) update();
    return taken;
}

void FlowView::take_lines()
{
    if (!lines_) return;
    if (lines_->release_finished()) Q_EMIT slots_freed();
    if (!lines_->take(net::now_ns())) return;
    if (lines_->is_complete()) lines_drawing_ = lines_->newest()->header.interaction;
    release_timer_.start();
}

void FlowView::take_ground()
{
    if (ground_.release_finished()) Q_EMIT slots_freed();
    const auto taken = ground_.take();
    if (!taken) return;
    ground_drawing_ = taken;
    release_timer_.start();
    if (hovers_nothing_ && ground_under(cursor_)) tell_hovered();
}

void FlowView::release_slots()
{
    makeCurrent();
    const bool of_particles = stream_ && stream_->release_finished();
    const bool of_lines = lines_ && lines_->release_finished();
    const bool of_ground = ground_.release_finished();
    doneCurrent();
    if (of_particles || of_lines || of_ground) Q_EMIT slots_freed();
}

}  // namespace farfield::app
