#include "app/viewer/docks/dataset_dock.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStringList>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "model/data/dataset_info.h"

namespace farfield::app {

namespace {

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td style='color:#8d96a5; padding-right:10px'>%1</td><td>%2</td></tr>")
        .arg(name, value);
}

/// Digits down to a thousandth or so of what it differs by from others.
QString number(double value, double difference)
{
    constexpr int fewest = 4, most = 15;
    const double ratio = difference > 0.0 ? std::max(1.0, std::abs(value) / difference) : 1.0;
    const int digits = fewest + static_cast<int>(std::ceil(std::min(std::log10(ratio), 20.0)));
    return QString::number(value, 'g', std::min(digits, most));
}

QString escaped(const std::string& text)
{
    return plain_text(text).toHtmlEscaped();
}

QString box_of(const model::DatasetInfo& info)
{
    static const std::array axes{'x', 'y', 'z'};
    QStringList rows;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const double length = info.bounds.max[i] - info.bounds.min[i];
        rows << QStringLiteral("%1&nbsp; %2 … %3")
                    .arg(QLatin1Char(axes[i]))
                    .arg(number(info.bounds.min[i], length), number(info.bounds.max[i], length));
        if (info.z_units)
            rows.back() += QLatin1Char(' ') + escaped(i < 2 ? info.length_units : *info.z_units);
    }
    if (!info.z_units && !info.length_units.empty()) rows << escaped(info.length_units);
    return rows.join(QStringLiteral("<br>"));
}

QString facts_of(const model::DatasetInfo& info)
{
    QString text = QStringLiteral("<table cellspacing='2'>");
    text += row(QObject::tr("Kind"), escaped(info.kind));
    QStringList dims;
    for (const auto count : info.dims) dims << QString::number(count);
    if (!dims.isEmpty()) text += row(QObject::tr("Nodes"), dims.join(QStringLiteral(" × ")));
    text += row(QObject::tr("Domain"), box_of(info));
    if (!info.time_units.empty()) text += row(QObject::tr("Time in"), escaped(info.time_units));
    if (!info.velocity)
        text += row(QObject::tr("Velocity"), QObject::tr("none"));
    else if (!info.velocity->empty())
        text += row(QObject::tr("Velocity"), escaped(*info.velocity + ": " + info.velocity_reason));
    QStringList scalars;
    for (const auto& scalar : info.scalars) {
        const auto units = scalar.units.empty() ? std::string() : " (" + scalar.units + ")";
        scalars << escaped(scalar.name + units);
    }
    text += row(QObject::tr("Scalars"), scalars.join(QStringLiteral(", ")));
    for (const auto& remark : info.remarks) text += row(QObject::tr("Note"), escaped(remark));
    return text + QStringLiteral("</table>");
}

}  // namespace

DatasetDock::DatasetDock(SessionModel& model, QWidget* parent)
    : QDockWidget(tr("Dataset"), parent), model_(model)
{
    setObjectName(QStringLiteral("dataset_dock"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    list_ = new QComboBox(content);
    list_->setObjectName(QStringLiteral("dataset_list"));
    // Long paths must not widen the dock.
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list_->setMinimumContentsLength(16);
    facts_ = new QLabel(content);
    facts_->setObjectName(QStringLiteral("dataset_facts"));
    facts_->setWordWrap(true);
    facts_->setTextFormat(Qt::RichText);
    facts_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* scroll = new QScrollArea(content);
    scroll->setWidget(facts_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    column->addWidget(list_);
    column->addWidget(scroll, 1);
    setWidget(content);

    connect(list_, &QComboBox::activated, this,
            [this](int index) { Q_EMIT dataset_chosen(list_->itemData(index).toString()); });
    connect(&model_, &SessionModel::datasets_changed, this, &DatasetDock::show_list);
    connect(&model_, &SessionModel::dataset_changed, this, &DatasetDock::show_dataset);
    show_list();
    show_dataset();
}

void DatasetDock::show_list()
{
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const auto& entry : model_.datasets()) {
        const auto name = QString::fromStdString(entry.name);
        list_->addItem(plain_text(name), name);
        list_->setItemData(list_->count() - 1, plain_tip(name), Qt::ToolTipRole);
    }
    show_dataset();
}

void DatasetDock::show_dataset()
{
    const auto& dataset = model_.dataset();
    const auto name = dataset ? QString::fromStdString(dataset->dataset) : QString();
    // A node need not list all that it can open, such as analytic:abc:64.
    if (dataset && list_->findData(name) < 0) list_->addItem(plain_text(name), name);
    list_->setEnabled(list_->count() > 0);
    list_->setCurrentIndex(dataset ? list_->findData(name) : -1);
    list_->setToolTip(plain_tip(list_->currentText()));
    facts_->setText(dataset ? facts_of(*dataset) : tr("Connect to a node to see its datasets."));
}

}  // namespace farfield::app
