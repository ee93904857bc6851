#include "app/viewer/window/status_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <algorithm>
#include <utility>

#include "app/viewer/controls/stream_control.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "model/fields/json_fields.h"
#include "net/client/reach/host_port.h"

namespace farfield::app {

namespace {

constexpr int sample_milliseconds = 250;
const QString nothing = QStringLiteral("–");

void set_text(QLabel* label, const QString& text)
{
    if (label->text() != text) label->setText(text);
}

QString duration(double milliseconds)
{
    if (milliseconds < 10.0) return QStringLiteral("%1 ms").arg(milliseconds, 0, 'f', 1);
    if (milliseconds < 1000.0) return QStringLiteral("%1 ms").arg(milliseconds, 0, 'f', 0);
    if (milliseconds < 100'000.0) return QStringLiteral("%1 s").arg(milliseconds * 1e-3, 0, 'f', 1);
    return QStringLiteral("%1 min").arg(milliseconds / 60'000.0, 0, 'f', 0);
}

QString per_second(double rate)
{
    return QStringLiteral("%1/s").arg(rate, 0, 'f', rate < 10.0 ? 1 : 0);
}

double seconds_now()
{
    return static_cast<double>(net::now_ns()) * 1e-9;
}

}  // namespace

StatusPanel::StatusPanel(const SessionModel& model, const NodeLink& link, const FlowView& view,
                         const StreamControl& control, QWidget* parent)
    : QWidget(parent), model_(model), link_(link), view_(view), control_(control)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->setSpacing(12);
    node_ = add_field({}, QStringLiteral("127.0.0.1:65535"), tr("The node that computes"));
    round_trip_ = add_field(tr("RTT"), QStringLiteral("88.8 ms"), tr("Round trip to the node and back"));
    throughput_ = add_field({}, QStringLiteral("888.8 MB/s"), tr("Received on the data connection"));
    data_ = add_field(tr("data"), QStringLiteral("paused"), tr("Frames received from the node, per second"));
    drawn_ = add_field(tr("drawn"), QStringLiteral("888/s"),
                       tr("Pictures drawn, per second; idle when nothing changed"));
    repeats_ = add_field(tr("repeats"), QStringLiteral("88,888"),
                         tr("Pictures drawn with no new frame, such as for a camera move"));
    drops_ = add_field(tr("drops"), QStringLiteral("88,888"), tr("Frames passed over for a newer one"));
    ring_ =
        add_field(tr("ring"), QStringLiteral("100 %"), tr("Share of the frame slots that wait to be drawn"));
    age_ = add_field(tr("age"), QStringLiteral("88.8 ms"),
                     tr("How long ago the node had the shown state ready"));
    slots_ = add_field(tr("slots"), QStringLiteral("mapped"), {});
    row->addStretch(1);
    probed_ = new QLabel(this);
    show_plain(*probed_);
    probed_->setObjectName(QStringLiteral("status_probed"));
    row->addWidget(probed_);
    left_ = new QLabel(this);
    show_plain(*left_);
    left_->setObjectName(QStringLiteral("status_left"));
    Tip(tr("Until the job of the node is ended")).show_on(*left_);
    row->addWidget(left_);
    waiting_ = new QLabel(this);
    show_plain(*waiting_);
    row->addWidget(waiting_);
    waiting_->setObjectName(QStringLiteral("status_waiting"));
    node_->setObjectName(QStringLiteral("status_node"));
    data_->setObjectName(QStringLiteral("status_data"));
    drawn_->setObjectName(QStringLiteral("status_drawn"));
    age_->setObjectName(QStringLiteral("status_age"));
    slots_->setObjectName(QStringLiteral("status_slots"));

    timer_.setInterval(sample_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &StatusPanel::sample);
    timer_.start();
    connect(&link_, &NodeLink::state_changed, this, &StatusPanel::sample);
    sample();
}

QLabel* StatusPanel::add_field(const QString& caption, const QString& widest, const QString& tip)
{
    auto* field = new QWidget(this);
    auto* row = new QHBoxLayout(field);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    if (!caption.isEmpty()) {
        auto* title = new QLabel(caption, field);
        title->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(title);
    }
    auto* value = new QLabel(field);
    show_plain(*value);
    // Figures change continuously; a fixed width keeps the bar from shifting.
    value->setMinimumWidth(value->fontMetrics().horizontalAdvance(widest));
    row->addWidget(value);
    Tip(tip).show_on(*field);
    layout()->addWidget(field);
    return value;
}

void StatusPanel::show_probed(const QString& text)
{
    set_text(probed_, text);
}

void StatusPanel::sample()
{
    const auto now = seconds_now();
    const auto figures = link_.figures();
    data_frames_.add(figures.frames_received, now);
    bytes_.add(figures.bytes_received, now);
    drawn_frames_.add(view_.counters().drawn, now);
    if (std::exchange(frames_seen_, figures.frames_received) != figures.frames_received ||
        !control_.awaits_frames())
        quiet_since_ = now;
    show_figures();
}

QString StatusPanel::node_text() const
{
    switch (link_.state()) {
    case NodeLink::State::Idle:
        return tr("not connected");
    case NodeLink::State::Connecting:
        return tr("connecting …");
    case NodeLink::State::Lost:
        return tr("connection lost");
    case NodeLink::State::Connected:
        if (link_.is_interrupted()) return tr("connection lost");
        break;
    }
    if (files_.isEmpty()) return address();
    constexpr int widest_in_letters = 28;
    const auto metrics = node_->fontMetrics();
    return metrics.elidedText(plain_text(files_), Qt::ElideMiddle,
                              metrics.averageCharWidth() * widest_in_letters);
}

QString StatusPanel::address() const
{
    return QString::fromStdString(link_.settings().node());
}

void StatusPanel::name_files(const QString& name)
{
    files_ = name;
    Tip(name.isEmpty() ? tr("The node that computes")
                       : tr("%1\nRead by this window's own node, at %2").arg(name, address()))
        .show_on(*node_->parentWidget());
    sample();
}

QString StatusPanel::data_text() const
{
    if (link_.state() != NodeLink::State::Connected) return nothing;
    const auto rate = data_frames_per_second();
    if (model_.is_paused() && rate == 0.0) return tr("paused");
    return per_second(rate);
}

QString StatusPanel::drawn_text() const
{
    const auto rate = drawn_frames_per_second();
    return rate == 0.0 ? tr("idle") : per_second(rate);
}

QString StatusPanel::age_text() const
{
    const auto& shown = view_.shown();
    if (!shown || link_.state() != NodeLink::State::Connected) return nothing;
    return duration(age_ms(*shown, link_.figures().clock_offset_ns, net::now_ns()));
}

/// Seconds between two frames by the user's rate; 0: no rate.
double StatusPanel::usual_interval() const
{
    const auto rate = model_.pace().max_rate;
    return rate > 0.0 ? 1.0 / rate : 0.0;
}

QString StatusPanel::waiting_text() const
{
    const auto now = seconds_now();
    const auto line = [](const QString& what, double seconds) {
        return tr("waiting for %1, %2 s").arg(what).arg(seconds, 0, 'f', 0);
    };
    if (const auto* call = link_.waiting_call()) {
        const auto seconds = now - static_cast<double>(call->since_ns) * 1e-9;
        const auto method = QString::fromStdString(call->method);
        if (seconds > unspoken_seconds) return line(tr("the answer to %1").arg(method), seconds);
    }
    const auto quiet = now - quiet_since_;
    return quiet > unspoken_seconds + usual_interval() ? line(tr("a frame"), quiet) : QString();
}

/// Time left until the node's job is ended by its batch system; empty: no end is known.
QString StatusPanel::left_text() const
{
    if (link_.state() != NodeLink::State::Connected) return {};
    const auto ends_at = model::number_or(link_.session(), "ends_at", 0);
    if (ends_at == 0) return {};
    const double now = seconds_now() + static_cast<double>(link_.figures().clock_offset_ns) * 1e-9;
    const auto seconds = static_cast<std::int64_t>(std::max(static_cast<double>(ends_at) - now, 0.0));
    const auto two = [](std::int64_t number) {
        return QString::number(number).rightJustified(2, QLatin1Char('0'));
    };
    return tr("%1:%2:%3 left").arg(seconds / 3600).arg(two(seconds / 60 % 60), two(seconds % 60));
}

void StatusPanel::show_figures()
{
    set_text(left_, left_text());
    set_text(waiting_, waiting_text());
    const QLocale locale;
    const bool connected = link_.state() == NodeLink::State::Connected;
    const auto& counters = view_.counters();
    set_text(node_, node_text());
    set_text(round_trip_, connected ? duration(link_.figures().round_trip_ms) : nothing);
    set_text(throughput_, connected ? tr("%1 MB/s").arg(megabytes_per_second(), 0, 'f', 1) : nothing);
    set_text(data_, data_text());
    set_text(drawn_, drawn_text());
    set_text(repeats_, locale.toString(qulonglong{counters.repeats}));
    set_text(drops_, locale.toString(qulonglong{counters.dropped}));
    set_text(ring_, tr("%1 %").arg(100.0 * view_.ring_fill(), 0, 'f', 0));
    set_text(age_, age_text());
    const auto path = view_.slot_path();
    set_text(slots_, path.isEmpty() ? nothing : path.section(QLatin1Char(':'), 0, 0));
    Tip(tr("How frames get to the GPU: %1\n%2").arg(path, view_.driver())).show_on(*slots_);
}

}  // namespace farfield::app
