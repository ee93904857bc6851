#include "app/viewer/docks/frame_dock.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>
#include <numeric>

#include "app/viewer/controls/stream_control.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/scrolled.h"
#include "app/viewer/widgets/time_bar.h"

namespace farfield::app {

namespace {

const QString nothing = QStringLiteral("–");

QString milliseconds(double value)
{
    return QStringLiteral("%1 ms").arg(value, 0, 'f', 2);
}

QLabel* add_row(QFormLayout& form, const QString& caption, const QString& tip)
{
    auto* value = new QLabel(nothing);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* title = new QLabel(caption);
    Tip(tip).show_on(*title);
    Tip(tip).show_on(*value);
    form.addRow(title, value);
    return value;
}

QString with_swatch(const QString& text, const QColor& colour)
{
    return QStringLiteral("<span style='color:%1'>■</span> %2").arg(colour.name(), text);
}

}  // namespace

FrameDock::FrameDock(const NodeLink& link, const FlowView& view, const StreamControl& control,
                     QWidget* parent)
    : QDockWidget(tr("Frame"), parent), link_(link), view_(view), control_(control)
{
    setObjectName(QStringLiteral("frame_dock"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    bar_ = new TimeBar(content);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(2);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addWidget(bar_);
    column->addLayout(form);
    column->addStretch(1);
    const std::array names{tr("Compute"), tr("Wait"), tr("Network"), tr("Ring"), tr("Draw")};
    const std::array tips{
        tr("The node computed and encoded the frame"), tr("The frame waited at the node to be sent"),
        tr("From the node's send to the last byte here; as good as the clocks' offset is known"),
        tr("The frame waited here to be drawn"), tr("Until the picture was handed to the display")};
    for (std::size_t i = 0; i < times_.size(); ++i)
        times_[i] = add_row(*form, with_swatch(names[i], TimeBar::colour_of(i)), tips[i]);
    total_ = add_row(*form, tr("Together"), tr("From the beginning of its computation to the display"));
    latency_ = add_row(*form, tr("Interaction"),
                       tr("From your last change to the first picture that showed its effect"));
    latency_->setObjectName(QStringLiteral("interaction_latency"));
    particles_ = add_row(*form, tr("Alive"), tr("Particles that have a position, of all"));
    frame_ = add_row(*form, tr("Frame"), tr("Frames that the program had computed before this one"));
    setWidget(new_scrolled(content, this));

    constexpr int refresh_milliseconds = 250;
    timer_.setInterval(refresh_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &FrameDock::show_frame);
    timer_.start();
}

void FrameDock::show_frame()
{
    if (!isVisible() || visibleRegion().isEmpty()) return;
    const auto& shown = view_.shown();
    if (!shown) {
        for (auto* label :
             {times_[0], times_[1], times_[2], times_[3], times_[4], total_, latency_, particles_, frame_})
            label->setText(nothing);
        return bar_->show_parts({});
    }
    const auto times = frame_times(*shown, link_.figures().clock_offset_ns);
    const std::array values{times.compute_ms, times.wait_ms, times.network_ms, times.ring_ms, times.draw_ms};
    bar_->show_parts(values);
    for (std::size_t i = 0; i < values.size(); ++i) times_[i]->setText(milliseconds(values[i]));
    total_->setText(milliseconds(std::accumulate(values.begin(), values.end(), 0.0)));
    const auto latency = control_.interaction_latency_ms();
    latency_->setText(latency ? milliseconds(*latency) : nothing);
    const QLocale locale;
    const bool is_lines = shown->info.header.type == net::MessageType::Polylines;
    const auto [things, parts] = shown->stamp.counts;  // particles and living ones, or lines and their points
    particles_->setText((is_lines ? tr("%1 points, %2 lines") : tr("%1 of %2"))
                            .arg(locale.toString(parts), locale.toString(things)));
    frame_->setText(locale.toString(qulonglong{shown->stamp.frame}));
}

}  // namespace farfield::app
