#include "app/viewer/window/interruption_notice.h"

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

namespace {

/// Text of a duration: "9:57".
QString minutes_and_seconds(std::chrono::seconds time)
{
    constexpr int per_minute = 60;
    const auto seconds = std::max<std::chrono::seconds::rep>(time.count(), 0);
    return QStringLiteral("%1:%2")
        .arg(seconds / per_minute)
        .arg(seconds % per_minute, 2, 10, QLatin1Char('0'));
}

}  // namespace

InterruptionNotice::InterruptionNotice(NodeLink& link, Banner& banner, QObject* parent)
    : QObject(parent), link_(link), banner_(banner)
{
    each_second_.setInterval(std::chrono::seconds(1));
    connect(&each_second_, &QTimer::timeout, this, &InterruptionNotice::show_line);
    connect(&link_, &NodeLink::interrupted, this, &InterruptionNotice::begin);
    connect(&link_, &NodeLink::resumed, this, &InterruptionNotice::end);
    connect(&link_, &NodeLink::lost, this, [this] { each_second_.stop(); });
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected) each_second_.stop();
    });
    connect(&banner_, &Banner::retry_now, &link_, &NodeLink::retry_now);
}

void InterruptionNotice::begin(const net::Interruption& interruption)
{
    why_ = plain_text(QString::fromStdString(interruption.why));
    since_ = Clock::now();
    kept_until_ = since_ + interruption.kept_for;
    each_second_.start();
    show_line();
}

void InterruptionNotice::end()
{
    each_second_.stop();
    if (banner_.kind() == Banner::Kind::Interrupted) banner_.clear();
}

void InterruptionNotice::show_line()
{
    const auto seconds = [](auto duration) {
        return std::chrono::duration_cast<std::chrono::seconds>(duration);
    };
    const auto now = Clock::now();
    banner_.show_line(Banner::Kind::Interrupted,
                      tr("Connection to %1 lost %2 s ago (%3). The session is kept for %4.")
                          .arg(QString::fromStdString(link_.settings().node()))
                          .arg(seconds(now - since_).count())
                          .arg(why_, minutes_and_seconds(seconds(kept_until_ - now))));
}

}  // namespace farfield::app
