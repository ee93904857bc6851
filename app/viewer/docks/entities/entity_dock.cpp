#include "app/viewer/docks/entities/entity_dock.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>
#include <array>

#include "app/layers/entities/entity_layer.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/scrolled.h"
#include "net/client/host_port.h"

namespace farfield::app {

QString words_of(const EntityFigures& figures)
{
    const QLocale locale(QLocale::English);
    const auto count = [&](std::uint64_t number) { return locale.toString(static_cast<qulonglong>(number)); };
    QString words =
        QObject::tr("%1 entities, %2 updates/s, %3 lost, %4 conflated")
            .arg(count(figures.entities), count(static_cast<std::uint64_t>(figures.updates_per_second)),
                 count(figures.lost), count(figures.conflated));
    if (figures.dropped > 0) words += QObject::tr(", %1 left out").arg(count(figures.dropped));
    words += QObject::tr(", age %1 / %2 ms (p50 / p95)")
                 .arg(figures.age_p50_ms, 0, 'f', 0)
                 .arg(figures.age_p95_ms, 0, 'f', 0);
    static const std::array reasons{QString(), QObject::tr(" (link)"), QObject::tr(" (receiver)"),
                                    QObject::tr(" (relay)")};
    const auto reason = static_cast<std::size_t>(figures.reason);
    return words + QObject::tr(", congestion %1%2")
                       .arg(figures.level)
                       .arg(reason < reasons.size() ? reasons.at(reason) : QString());
}

EntityDock::EntityDock(ShowControl& control, FlowView& view, QWidget* parent)
    : QDockWidget(tr("Entities"), parent), control_(control), view_(view)
{
    setObjectName(QStringLiteral("entity_dock"));
    sorted_.setSourceModel(&rows_);
    sorted_.setSortRole(EntityRows::sort_role);
    sorted_.setFilterKeyColumn(-1);
    sorted_.setFilterCaseSensitivity(Qt::CaseInsensitive);
    make_content();
    connect(filter_, &QLineEdit::textChanged, &sorted_, &QSortFilterProxyModel::setFilterFixedString);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &EntityDock::take_selection);
    connect(follow_, &QCheckBox::toggled, this, [this] { followed_to_.reset(); });
    connect(&view_, &QOpenGLWidget::frameSwapped, this, &EntityDock::follow);
    constexpr int between_looks_milliseconds = 500;
    timer_.setInterval(between_looks_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &EntityDock::show_entities);
    timer_.start();
    show_entities();
}

void EntityDock::make_content()
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    figures_ = new QLabel(content);
    figures_->setObjectName(QStringLiteral("entity_figures"));
    figures_->setWordWrap(true);
    placement_ = new QLabel(content);
    placement_->setForegroundRole(QPalette::PlaceholderText);
    placement_->setWordWrap(true);
    show_plain(*placement_);
    filter_ = new QLineEdit(content);
    filter_->setObjectName(QStringLiteral("entity_filter"));
    filter_->setPlaceholderText(tr("Filter"));
    filter_->setClearButtonEnabled(true);
    table_ = new QTableView(content);
    table_->setObjectName(QStringLiteral("entity_table"));
    table_->setModel(&sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(EntityRows::Name, Qt::AscendingOrder);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 4);
    constexpr std::array widths{88, 62, 60, 48, 62, 48, 70};
    for (int i = 0; i < EntityRows::column_count; ++i)
        table_->setColumnWidth(i, widths.at(static_cast<std::size_t>(i)));
    table_->setMinimumHeight(96);
    follow_ = new QCheckBox(tr("The view follows the selected one"), content);
    follow_->setObjectName(QStringLiteral("entity_follow"));
    column->addWidget(figures_);
    column->addWidget(placement_);
    column->addWidget(filter_);
    column->addWidget(table_, 1);
    column->addWidget(follow_);
    setWidget(new_scrolled(content, this));
}

EntityLayer* EntityDock::layer()
{
    LayerSet& layers = control_.layers();
    for (const std::string& id : layers.order())
        if (auto* found = dynamic_cast<EntityLayer*>(layers.find(id))) return found;
    return nullptr;
}

void EntityDock::show_entities()
{
    EntityLayer* const layer = this->layer();
    if (layer == nullptr) {
        figures_->setText(tr("No entities: --relay HOST names the relay that sends them."));
        placement_->clear();
        rows_.show(EntityTable(), 0);
        return;
    }
    figures_->setText(words_of(layer->table().figures(layer->relay_ns())));
    placement_->setText(relay_text() + placement_text());
    if (!isVisible()) return;
    rows_.show(layer->table(), layer->relay_ns());
    restore_selection(*layer);
}

/// "127.0.0.1:7118, connected. "
QString EntityDock::relay_text() const
{
    const net::ClientSettings& settings = control_.relay().settings();
    const QString name = plain_text(to_string(net::HostPort{settings.host, settings.port}));
    return control_.relay().state() == NodeLink::State::Connected ? tr("%1, connected. ").arg(name)
                                                                  : tr("%1 is away. ").arg(name);
}

QString EntityDock::placement_text() const
{
    const SharedPlacement& earth = control_.layers().frame().earth;
    if (!earth) return {};
    return tr("Placed by %1.").arg(plain_text(earth->words));
}

void EntityDock::take_selection()
{
    EntityLayer* const layer = this->layer();
    const QModelIndex row = sorted_.mapToSource(table_->currentIndex());
    if (layer == nullptr || !row.isValid()) return;
    followed_to_.reset();
    layer->select(rows_.id(row.row()));
    view_.update();
}

/// A row of another model is the same entity's.
void EntityDock::restore_selection(const EntityLayer& layer)
{
    if (!layer.selected() || table_->currentIndex().isValid()) return;
    const int row = rows_.row_of(*layer.selected());
    if (row < 0) return;
    table_->selectRow(sorted_.mapFromSource(rows_.index(row, 0)).row());
}

/// The camera keeps its place about the entity, which first comes to the middle of the picture.
void EntityDock::follow()
{
    EntityLayer* const layer = this->layer();
    if (!follow_->isChecked() || layer == nullptr || !layer->selected()) return;
    const auto place = layer->place_of(*layer->selected());
    if (!place) return;
    auto camera = view_.camera();
    const glm::dvec3 from = followed_to_.value_or(glm::dvec3(camera.target));
    const auto moved = glm::vec3(*place - from);
    followed_to_ = place;
    if (moved == glm::vec3(0.0F)) return;
    camera.eye += moved;
    camera.target += moved;
    view_.set_camera(camera);
}

}  // namespace farfield::app
