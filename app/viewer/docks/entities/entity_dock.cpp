#include "app/viewer/docks/entities/entity_dock.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <array>

#include "app/layers/entities/entity_layer.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/docks/entities/entity_table_view.h"
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
    tabs_ = new QTabWidget(content);
    tabs_->setObjectName(QStringLiteral("entity_tabs"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(make_list(tabs_), tr("List"));
    tabs_->addTab(make_events(tabs_), tr("Events"));
    column->addWidget(figures_);
    column->addWidget(placement_);
    column->addWidget(tabs_, 1);
    setWidget(new_scrolled(content, this));
}

QWidget* EntityDock::make_list(QWidget* parent)
{
    auto* page = new QWidget(parent);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 6, 0, 0);
    filter_ = new QLineEdit(page);
    filter_->setObjectName(QStringLiteral("entity_filter"));
    filter_->setPlaceholderText(tr("Filter"));
    filter_->setClearButtonEnabled(true);
    table_ = new EntityTableView(sorted_, {88, 62, 60, 48, 62, 48, 70}, page);
    table_->setObjectName(QStringLiteral("entity_table"));
    table_->setSortingEnabled(true);
    table_->sortByColumn(EntityRows::Name, Qt::AscendingOrder);
    follow_ = new QCheckBox(tr("The view follows the selected one"), page);
    follow_->setObjectName(QStringLiteral("entity_follow"));
    column->addWidget(filter_);
    column->addWidget(table_, 1);
    column->addWidget(follow_);
    return page;
}

QWidget* EntityDock::make_events(QWidget* parent)
{
    auto* page = new QWidget(parent);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 6, 0, 0);
    event_table_ = new EntityTableView(events_, {60, 72, 72, 72, 190}, page);
    event_table_->setObjectName(QStringLiteral("entity_events"));
    event_table_->setToolTip(tr("A click flies to the place."));
    column->addWidget(event_table_, 1);
    connect(event_table_, &QTableView::clicked, this, &EntityDock::fly_to_event);
    return page;
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
    events_.show(layer->table());
    if (const int count = events_.rowCount(); count > 0) tabs_->setTabText(1, tr("Events (%1)").arg(count));
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

void EntityDock::fly_to_event(const QModelIndex& row)
{
    EntityLayer* const layer = this->layer();
    if (layer == nullptr || !row.isValid()) return;
    const std::uint64_t number = events_.number(row.row());
    for (const SeenEvent& event : layer->table().events().all())
        if (const auto place = event.place(); event.number == number && place) fly_to(*place);
}

/// The camera looks at the place as it looked at what was in the middle before.
void EntityDock::fly_to(glm::dvec3 place)
{
    follow_->setChecked(false);
    auto camera = view_.camera();
    camera.eye += glm::vec3(place) - camera.target;
    camera.target = glm::vec3(place);
    view_.set_camera(camera);
}

}  // namespace farfield::app
