#include "app/viewer/controls/probe_control.h"

#include <QStringList>
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "model/calls/datasets.h"

namespace farfield::app {
namespace {

constexpr std::chrono::milliseconds between_questions{100};

QString coordinates(const glm::dvec3& at)
{
    // Enough for a metre of UTM, or for ten metres of longitude.
    constexpr int digits = 7;
    QStringList numbers;
    for (int axis = 0; axis < 3; ++axis) numbers << QString::number(at[axis], 'g', digits);
    return numbers.join(QStringLiteral(", "));
}

/// The scalar of that name; for an empty name the first.
model::ScalarInfo scalar_named(const model::DatasetInfo& dataset, const std::string& name)
{
    const auto found = std::ranges::find(dataset.scalars, name, &model::ScalarInfo::name);
    if (found != dataset.scalars.end()) return *found;
    return name.empty() && !dataset.scalars.empty() ? dataset.scalars.front() : model::ScalarInfo{name, {}};
}

model::DatasetSampleCall call_for(const ProbedPlace& place, const model::DatasetInfo& dataset)
{
    model::DatasetSampleCall call{
        .dataset = dataset.dataset, .velocity = dataset.velocity_name(), .at = {model::point_of(place.at)}};
    if (!place.scalar.empty()) call.scalar = place.scalar;
    if (dataset.time_span) call.time = place.time;
    return call;
}

}  // namespace

ProbeControl::ProbeControl(NodeLink& link, ShowControl& show, FlowView& view, QObject* parent)
    : QObject(parent), link_(link), show_(show), view_(view)
{
    pause_.setSingleShot(true);
    pause_.setInterval(between_questions);
    connect(&pause_, &QTimer::timeout, this, &ProbeControl::ask);
    connect(&view_, &FlowView::hovered, this, &ProbeControl::hover);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        is_waiting_ = false;
        Q_EMIT probed({});
    });
}

void ProbeControl::hover(QPointF pixel)
{
    cursor_ = pixel;
    if (!is_waiting_ && !pause_.isActive()) ask();
}

void ProbeControl::ask()
{
    if (!cursor_ || is_waiting_ || link_.state() != NodeLink::State::Connected) return;
    const QPointF pixel = *std::exchange(cursor_, std::nullopt);
    const auto ray = render::ray_through(view_.view_transform(),
                                         {static_cast<float>(pixel.x()), static_cast<float>(pixel.y())});
    const auto place = show_.layers().probe(ray);
    const OpenData* data = place ? show_.data(place->data) : nullptr;
    if (data == nullptr || !data->dataset) return Q_EMIT probed({});
    is_waiting_ = true;
    link_.call("dataset.sample", model::write(call_for(place->place, *data->dataset)),
               [this, asked = *place](const auto& error, const net::Json& result) {
                   is_waiting_ = false;
                   pause_.start();
                   if (error) return Q_EMIT probed({});
                   show_answer(asked, result);
               });
}

void ProbeControl::show_answer(const LayerSet::Probed& asked, const net::Json& result)
{
    const OpenData* data = show_.data(asked.data);
    if (data == nullptr || !data->dataset) return;
    try {
        const auto samples = model::read_answer<model::DatasetSamples>(result);
        if (samples.values.empty()) return;
        const auto scalar = scalar_named(*data->dataset, asked.place.scalar);
        const auto name = plain_text(QString::fromStdString(scalar.name));
        const auto& value = samples.values.front();
        const auto number = value ? QString::number(*value, 'g', 5) : tr("has no value");
        const auto units = value ? plain_text(QString::fromStdString(scalar.units)) : QString();
        Q_EMIT probed(tr("%1 %2 at %3")
                          .arg(name, units.isEmpty() ? number : number + QLatin1Char(' ') + units,
                               coordinates(asked.place.at)));
    } catch (const std::runtime_error&) {
        Q_EMIT probed({});
    }
}

}  // namespace farfield::app
