#include "app/viewer/window/reconnection.h"

#include <algorithm>
#include <utility>

namespace farfield::app {
namespace {

constexpr std::chrono::milliseconds first_pause{250}, longest_pause{5000};
constexpr double pause_growth = 1.6;

}  // namespace

Reconnection::Reconnection(NodeLink& link, Banner& banner, std::function<void()> connect, QObject* parent)
    : QObject(parent), link_(link), banner_(banner), connect_(std::move(connect))
{
    next_.setSingleShot(true);
    QObject::connect(&next_, &QTimer::timeout, this, &Reconnection::try_now);
    QObject::connect(&link_, &NodeLink::failed, this, &Reconnection::failed);
    QObject::connect(&link_, &NodeLink::state_changed, this, [this] {
        const auto state = link_.state();
        const bool is_another = state == NodeLink::State::Connecting && link_.settings().node() != node_;
        if (!is_another && state != NodeLink::State::Connected) return;
        is_on_ = false;
        next_.stop();
    });
}

void Reconnection::begin(const QString& why)
{
    why_ = why;
    node_ = link_.settings().node();
    pause_ = first_pause;
    is_on_ = true;
    // Queued: the lost client is still being destroyed.
    next_.start(0);
}

void Reconnection::try_now()
{
    next_.stop();
    connect_();
}

void Reconnection::failed(const QString& why)
{
    if (!is_on_) return;
    is_on_ = link_.may_return();
    if (!is_on_) return banner_.show_line(Banner::Kind::Lost, why.left(1).toUpper() + why.mid(1));
    banner_.show_line(Banner::Kind::Lost,
                      tr("%1. There is no node yet: this window looks for it.").arg(why_));
    next_.start(pause_);
    pause_ =
        std::min(std::chrono::duration_cast<std::chrono::milliseconds>(pause_ * pause_growth), longest_pause);
}

}  // namespace farfield::app
