#include "app/viewer/docks/value_panel.h"

#include <QVBoxLayout>

#include "app/viewer/session/node_link.h"
#include "app/viewer/widgets/histogram_slider.h"
#include "model/calls/datasets.h"
#include "model/layers/isosurface_kind.h"

namespace farfield::app {

ValuePanel::ValuePanel(NodeLink& link, QWidget* parent) : QWidget(parent), link_(link)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    slider_ = new HistogramSlider(this);
    slider_->setObjectName(QStringLiteral("value_slider"));
    column->addWidget(slider_);
    connect(slider_, &HistogramSlider::moved, this, &ValuePanel::take_value);
}

bool ValuePanel::is_for(const model::LayerKind& kind)
{
    return std::string_view(kind.name) == model::isosurface_kind.name;
}

void ValuePanel::show_layer(const model::Layer& layer, const OpenData& of)
{
    params_ = layer.params;
    slider_->show_values(params_.value("values", std::vector<double>{}));
    ask({.dataset = of.source.name,
         .velocity = of.source.velocity,
         .scalar = params_.value("scalar", std::string())});
}

void ValuePanel::ask(const Asked& wanted)
{
    if (asked_ == wanted) return;
    asked_ = wanted;
    model::DatasetHistogramCall call{.dataset = wanted.dataset, .velocity = wanted.velocity};
    if (!wanted.scalar.empty()) call.scalar = wanted.scalar;
    slider_->clear();
    link_.call("dataset.histogram", model::write(call),
               [this, wanted, alive = std::weak_ptr(alive_)](const auto& error, const net::Json& answer) {
                   if (alive.expired() || asked_ != wanted || error) return;
                   const auto histogram = model::read_answer<model::DatasetHistogram>(answer);
                   if (histogram.range) slider_->show_histogram(*histogram.range, histogram.counts);
               });
}

void ValuePanel::take_value(std::size_t index, double value)
{
    params_["values"].at(index) = value;
    Q_EMIT edited(params_);
}

}  // namespace farfield::app
