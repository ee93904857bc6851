#include "app/viewer/docks/data/dataset_dock.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStringList>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/viewer/docks/clock/time_text.h"
#include "app/viewer/docks/data/block_list.h"
#include "app/viewer/docks/data/dataset_tree.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "model/data/block_names.h"
#include "model/data/dataset_info.h"

namespace farfield::app {

namespace {

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td style='color:#8d96a5; padding-right:10px'>%1</td><td>%2</td></tr>")
        .arg(name, value);
}

/// Text of a number with digits down to about a thousandth of its difference from others.
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

/// First and last date: "2002-01-01 00:00 UTC … 2002-03-01 00:00 UTC"; empty where the file has no date.
QString dates_of(const model::DatasetInfo& info)
{
    if (!info.time_origin && info.dates.empty() && !info.calendar_origin) return {};
    const auto [first, last] = info.time_span.value_or(std::array{0.0, 0.0});
    const QString begin = time_text(info, first).toHtmlEscaped();
    return first < last ? QStringLiteral("%1 …<br>%2").arg(begin, time_text(info, last).toHtmlEscaped())
                        : begin;
}

/// Text on the nodes of a dataset; the node's notes have the sum over several blocks.
QString nodes_of(const model::DatasetInfo& info, const QString& dims)
{
    const auto read = std::ranges::count(info.blocks, true, &model::BlockInfo::shown);
    return info.dims.size() > 1 && read > 1 ? QObject::tr("%1, the first of %2 blocks").arg(dims).arg(read)
                                            : dims;
}

QString facts_of(const model::DatasetInfo& info)
{
    QString text = QStringLiteral("<table cellspacing='2'>");
    text += row(QObject::tr("Kind"), escaped(info.kind));
    QStringList dims;
    for (const auto count : info.dims) dims << QString::number(count);
    if (!dims.isEmpty()) text += row(QObject::tr("Nodes"), nodes_of(info, dims.join(QStringLiteral(" × "))));
    text += row(QObject::tr("Domain"), box_of(info));
    if (const QString dates = dates_of(info); !dates.isEmpty()) text += row(QObject::tr("Dates"), dates);
    if (!info.calendar.empty()) text += row(QObject::tr("Calendar"), escaped(info.calendar));
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
    open_ = new QPushButton(content);
    open_->setObjectName(QStringLiteral("dataset_list"));
    open_->setStyleSheet(QStringLiteral("text-align: left; padding: 4px 8px;"));
    open_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // long paths must not widen the dock
    tree_ = new DatasetTree(this);
    tree_->setWindowFlag(Qt::Popup);
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
    column->addWidget(open_);
    blocks_ = new BlockList(content);
    column->addWidget(blocks_);
    column->addWidget(scroll, 1);
    setWidget(content);

    connect(open_, &QPushButton::clicked, this, &DatasetDock::open_tree);
    connect(tree_, &DatasetTree::chosen, this, [this](const QString& name) {
        tree_->hide();
        Q_EMIT dataset_chosen(name);
    });
    connect(blocks_, &BlockList::chosen, this, &DatasetDock::blocks_chosen);
    connect(&model_, &SessionModel::datasets_changed, this, [this] {
        show_dataset();
        if (tree_->isVisible()) fill_tree();
    });
    connect(&model_, &SessionModel::dataset_changed, this, &DatasetDock::show_dataset);
    show_dataset();
}

/// Opens the tree below the button, where there is room for names.
void DatasetDock::open_tree()
{
    constexpr int width = 720, height = 460;
    fill_tree();
    tree_->resize(width, height);
    tree_->move(open_->mapToGlobal(QPoint(0, open_->height())));
    tree_->show();
    Q_EMIT list_wanted();
}

void DatasetDock::fill_tree()
{
    tree_->show_datasets(model_.datasets());
    if (model_.dataset()) tree_->show_open(QString::fromStdString(model_.dataset()->dataset));
}

void DatasetDock::show_dataset()
{
    const auto& dataset = model_.dataset();
    const bool has_blocks = dataset && !dataset->blocks.empty();
    const QString name = !dataset     ? QString()
                         : has_blocks ? QString::fromStdString(model::split_blocks(dataset->dataset).dataset)
                                      : QString::fromStdString(dataset->dataset);
    blocks_->show_blocks(dataset ? dataset->blocks : std::vector<model::BlockInfo>());
    const auto count = model_.datasets().size();
    open_->setEnabled(count > 0);
    open_->setText(dataset ? plain_text(name).replace(QLatin1Char('&'), QStringLiteral("&&"))
                           : tr("Choose one of %1 …").arg(count));
    Tip(name).show_on(*open_);
    facts_->setText(dataset ? facts_of(*dataset) : tr("Open files, or connect to a node, to see datasets."));
}

}  // namespace farfield::app
