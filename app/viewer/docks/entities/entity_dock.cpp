#include "app/viewer/docks/entities/entity_dock.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "app/viewer/controls/entity_sight.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/controls/sight_control.h"
#include "app/viewer/docks/entities/entity_details.h"
#include "app/viewer/docks/entities/entity_layer_choice.h"
#include "app/viewer/docks/entities/entity_table_view.h"
#include "app/viewer/docks/entities/entity_tools.h"
#include "app/viewer/docks/entities/entity_words.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/scrolled.h"

namespace farfield::app {
namespace {

constexpr int between_looks_ms = 500;

}  // namespace

EntityDock::EntityDock(SessionModel& model, ShowControl& control, SightControl& sight, FlowView& view,
                       QWidget* parent)
    : QDockWidget(tr("Entities"), parent),
      model_(model),
      control_(control),
      sight_control_(sight),
      view_(view),
      sight_(new EntitySight(
          model, control.node(), view, [this] { return layer(); }, this))
{
    setObjectName(QStringLiteral("entity_dock"));
    sorted_.setSourceModel(&rows_);
    sorted_.setSortRole(EntityRows::sort_role);
    sorted_.setFilterKeyColumn(-1);
    sorted_.setFilterCaseSensitivity(Qt::CaseInsensitive);
    make_content();
    listen();
    timer_.setInterval(between_looks_ms);
    timer_.start();
    show_entities();
}

void EntityDock::make_content()
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(9, 6, 9, 6);
    column->setSpacing(4);
    choice_ = new EntityLayerChoice(model_, control_, content);
    figures_ = new QLabel(content);
    figures_->setObjectName(QStringLiteral("entity_figures"));
    figures_->setWordWrap(true);
    placement_ = new QLabel(content);
    placement_->setForegroundRole(QPalette::PlaceholderText);
    placement_->setWordWrap(true);
    placement_->setObjectName(QStringLiteral("entity_placement"));
    show_plain(*placement_);
    tabs_ = new QTabWidget(content);
    tabs_->setObjectName(QStringLiteral("entity_tabs"));
    tabs_->setDocumentMode(true);
    details_ = new EntityDetailsPage(control_.relay(), tabs_);
    tabs_->addTab(make_list(tabs_), tr("List"));
    tabs_->addTab(details_, tr("Selected"));
    tabs_->addTab(make_events(tabs_), tr("Events"));
    tools_ = new EntityTools(content);
    column->addWidget(choice_);
    column->addWidget(figures_);
    column->addWidget(placement_);
    column->addWidget(tools_);
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
    table_ = new EntityTableView(sorted_, {52, 64, 54, 38, 66, 48, 70}, page);
    table_->setObjectName(QStringLiteral("entity_table"));
    table_->setSortingEnabled(true);
    table_->sortByColumn(EntityRows::Name, Qt::AscendingOrder);
    column->addWidget(filter_);
    column->addWidget(table_, 1);
    return page;
}

QWidget* EntityDock::make_events(QWidget* parent)
{
    auto* page = new QWidget(parent);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 6, 0, 0);
    event_table_ = new EntityTableView(events_, {60, 72, 72, 72, 190}, page);
    event_table_->setObjectName(QStringLiteral("entity_events"));
    Tip(tr("A click flies to the place.")).show_on(*event_table_);
    column->addWidget(event_table_, 1);
    return page;
}

void EntityDock::listen()
{
    connect(choice_, &EntityLayerChoice::other_chosen, this, &EntityDock::show_entities);
    connect(filter_, &QLineEdit::textChanged, &sorted_, &QSortFilterProxyModel::setFilterFixedString);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &EntityDock::take_selection);
    connect(event_table_, &QTableView::clicked, this, &EntityDock::fly_to_event);
    connect(tools_, &EntityTools::ride_chosen, this, &EntityDock::set_ride);
    connect(tools_, &EntityTools::sight_toggled, this, &EntityDock::toggle_sight);
    connect(tools_, &EntityTools::viewshed_wanted, this, &EntityDock::cast_viewshed);
    connect(tools_, &EntityTools::export_wanted, this, &EntityDock::ask_and_export);
    connect(tools_, &EntityTools::colour_chosen, this, &EntityDock::colour_by);
    connect(sight_, &EntitySight::answered, this, &EntityDock::show_tools);
    connect(&view_, &QOpenGLWidget::frameSwapped, this, &EntityDock::ride);
    connect(&timer_, &QTimer::timeout, this, &EntityDock::show_entities);
}

EntityLayer* EntityDock::layer() const
{
    return choice_->layer();
}

/// The selected entity; null: none is selected, or it has not arrived or has left.
const KnownEntity* EntityDock::selected() const
{
    const EntityLayer* const layer = this->layer();
    return layer == nullptr || !layer->selected() ? nullptr : layer->table().find(*layer->selected());
}

/// Ends sight line and ride when another layer is shown, since they were of the earlier one.
void EntityDock::begin_layer()
{
    if (std::exchange(shown_layer_, choice_->layer_id()) == choice_->layer_id()) return;
    for (const std::string& id : std::as_const(control_).layers().order())
        if (auto* other = dynamic_cast<EntityLayer*>(control_.layers().find(id))) other->show_sight({});
    sight_->stop();
    sees_from_.reset();
    ride_.set(Ride::None);
    const EntityLayer* const layer = this->layer();
    details_->show_entity(layer == nullptr ? std::nullopt : layer->selected(),
                          layer != nullptr && !layer->recording_file().empty());
}

/// Updates the list; with many rows, which take time, less often.
void EntityDock::show_entities()
{
    choice_->show_layers();
    begin_layer();
    EntityLayer* const layer = this->layer();
    if (layer == nullptr) {
        figures_->setText(tr("No entities: File > Connect to relay, or --relay HOST, names the relay that "
                             "sends them; --recording FILE a file."));
        placement_->clear();
        rows_.show(EntityTable(), 0, {});
        show_tools();
        return;
    }
    figures_->setText(words_of(layer->table().figures(layer->relay_ns())));
    placement_->setText(source_text(*layer));
    show_events(layer->table());
    show_tools();
    if (!isVisible()) return;
    QElapsedTimer elapsed;
    elapsed.start();
    rows_.show(layer->table(), layer->relay_ns(),
               is_over_ground() ? HeightAboveGround([this](const KnownEntity& entity, std::uint64_t now_ns) {
                   return height_above_ground(entity, now_ns);
               })
                                : HeightAboveGround());
    restore_selection();
    constexpr int most_share = 8;
    timer_.setInterval(std::max(between_looks_ms, most_share * static_cast<int>(elapsed.elapsed())));
}

void EntityDock::show_events(const EntityTable& table)
{
    events_.show(table);
    const int count = events_.rowCount();
    tabs_->setTabText(tabs_->count() - 1, count == 0 ? tr("Events") : tr("Events (%1)").arg(count));
}

void EntityDock::show_tools()
{
    EntityLayer* const layer = this->layer();
    tools_->enable(selected() != nullptr && selected()->is_placed, is_over_ground());
    tools_->show_ride(ride_.kind());
    tools_->show_sight(sees_from_ || sight_->is_watching(), tools_text());
    if (layer == nullptr) return;
    std::set<std::string_view> names;
    for (const KnownEntity& entity : layer->table().entities())
        for (const auto& [name, value] : entity.values) names.insert(name);
    QStringList values;
    for (const std::string_view name : names)
        values << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    const auto found = model_.document().layers.find(choice_->layer_id());
    if (found == model_.document().layers.end()) return;
    tools_->show_colour(model::read<model::EntityStyle>(found->second.style, "style").colour_by, values);
}

QString EntityDock::tools_text() const
{
    const EntityLayer* const layer = this->layer();
    if (sees_from_) return tr("Click the entity in the list that it is to see.");
    if (sight_->is_watching()) return sight_->answer();
    if (layer == nullptr || !layer->selected() || selected() != nullptr) return {};
    return tr("%1 is selected, but not there now.").arg(QString::fromStdString(text_of(*layer->selected())));
}

/// Source and placement: "exercise.ffr. Placed by ..." or "127.0.0.1:7118, connected. Placed by ..."
QString EntityDock::source_text(const EntityLayer& layer) const
{
    const SharedPlacement& earth = layer.placement();
    return source_words(layer, control_) +
           (earth ? tr(" Placed by %1.").arg(plain_text(earth->words)) : QString());
}

bool EntityDock::is_over_ground() const
{
    const SceneFrame& frame = control_.layers().frame();
    return model_.terrain().has_value() && frame.is_ground && !frame.base.empty();
}

std::optional<double> EntityDock::height_above_ground(const KnownEntity& entity, std::uint64_t now_ns) const
{
    if (!entity.is_placed || !is_over_ground()) return std::nullopt;
    const glm::dvec3 at = entity.reckoned(now_ns).place;
    const auto ground = view_.ground_height(glm::dvec2(at));
    return ground ? std::optional(at.z - *ground) : std::nullopt;
}

void EntityDock::take_selection()
{
    EntityLayer* const layer = this->layer();
    const QModelIndex row = sorted_.mapToSource(table_->currentIndex());
    if (layer == nullptr || !row.isValid() || is_restoring_) return;
    const net::dis::EntityId id = rows_.id(row.row());
    if (const auto from = std::exchange(sees_from_, std::nullopt); from && id != *from) {
        watch_sight(*from, id);
        return;
    }
    choose(id, std::nullopt);
}

void EntityDock::choose(const net::dis::EntityId& id, const std::optional<net::dis::EntityId>& sees)
{
    begin_layer();
    EntityLayer* const layer = this->layer();
    if (layer == nullptr) return;
    ride_.begin_anew();
    layer->select(id);
    details_->show_entity(id, !layer->recording_file().empty());
    if (sees) sight_->watch(id, *sees);
    show_tools();
    view_.update();
}

/// Selects the layer's entity in the table, where a reset model has another row for it.
void EntityDock::restore_selection()
{
    EntityLayer* const layer = this->layer();
    if (layer == nullptr || !layer->selected()) return;
    const int row = rows_.row_of(*layer->selected());
    if (row < 0) return;
    const QModelIndex index = sorted_.mapFromSource(rows_.index(row, 0));
    if (!index.isValid() || index.row() == table_->currentIndex().row()) return;
    is_restoring_ = true;
    table_->selectRow(index.row());
    is_restoring_ = false;
}

void EntityDock::set_ride(Ride ride)
{
    ride_.set(ride);
    show_tools();
    view_.update();
}

/// Moves the camera with each picture; at first the entity comes to the middle.
void EntityDock::ride()
{
    EntityLayer* const layer = this->layer();
    if (ride_.kind() == Ride::None || layer == nullptr || !layer->selected()) return;
    const auto motion = layer->motion_of(*layer->selected());
    if (!motion) return;
    const auto camera = view_.camera();
    const auto moved = ride_.moved(camera, *motion);
    if (moved != camera) view_.set_camera(moved);
}

void EntityDock::toggle_sight(bool on)
{
    EntityLayer* const layer = this->layer();
    sees_from_ = on && layer != nullptr ? layer->selected() : std::nullopt;
    sight_->stop();
    if (sees_from_) tabs_->setCurrentIndex(0);
    show_tools();
}

void EntityDock::watch_sight(const net::dis::EntityId& from, const net::dis::EntityId& to)
{
    begin_layer();
    sight_->watch(from, to);
    show_tools();
    // The row returns to the observer once the view has handled the click.
    QMetaObject::invokeMethod(this, &EntityDock::restore_selection, Qt::QueuedConnection);
}

void EntityDock::cast_viewshed()
{
    EntityLayer* const layer = this->layer();
    if (layer == nullptr || !layer->selected()) return;
    const auto place = layer->place_of(*layer->selected());
    const auto ground = place ? view_.ground_height(glm::dvec2(*place)) : std::nullopt;
    if (!ground) {
        Q_EMIT problem(tr("Cannot cast a viewshed: no ground is known below the entity."));
        return;
    }
    sight_control_.hold_viewshed({place->x, place->y, *ground}, std::max(0.0, place->z - *ground));
}

void EntityDock::colour_by(const std::string& by)
{
    const auto found = model_.document().layers.find(choice_->layer_id());
    if (found == model_.document().layers.end()) return;
    auto document = model_.document();
    auto style = model::read<model::EntityStyle>(found->second.style, "style");
    style.colour_by = by;
    document.layers.at(found->first).style = model::write(style);
    model_.change_document("Colour of entities", document);
}

void EntityDock::fly_to_event(const QModelIndex& row)
{
    EntityLayer* const layer = this->layer();
    if (layer == nullptr || !row.isValid()) return;
    const std::uint64_t number = events_.number(row.row());
    for (const SeenEvent& event : layer->table().events().all())
        if (const auto place = event.place(); event.number == number && place) fly_to(*place);
}

/// Moves the camera to a place, at its present distance and direction from the middle.
void EntityDock::fly_to(glm::dvec3 place)
{
    set_ride(Ride::None);
    auto camera = view_.camera();
    camera.eye += glm::vec3(place) - camera.target;
    camera.target = glm::vec3(place);
    view_.set_camera(camera);
}

}  // namespace farfield::app
