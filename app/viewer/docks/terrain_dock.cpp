#include "app/viewer/docks/terrain_dock.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "app/show/ground/sun_position.h"
#include "app/viewer/controls/terrain_control.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"
#include "app/viewer/widgets/scrolled.h"

namespace farfield::app {
namespace {

QString facts_of(const model::TerrainDescription& terrain)
{
    QString text = QObject::tr("%1 × %2 posts, %3 m apart; %4 to %5 m high")
                       .arg(terrain.posts[0])
                       .arg(terrain.posts[1])
                       .arg(terrain.post_metres[0], 0, 'g', 4)
                       .arg(terrain.heights[0], 0, 'f', 0)
                       .arg(terrain.heights[1], 0, 'f', 0);
    if (!terrain.crs.empty()) text += QStringLiteral("\n") + plain_text(terrain.crs);
    if (terrain.holes > 0) text += QObject::tr("\n%1 posts have no height").arg(qulonglong{terrain.holes});
    for (const auto& remark : terrain.remarks) text += QStringLiteral("\n") + plain_text(remark);
    return text;
}

NumberBox* make_metres(const char* name, double scale, const QString& tip, QWidget* parent)
{
    auto* box = new NumberBox(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setRange(0.0, 1e7);
    box->setSuffix(QObject::tr(" m"));
    box->setSpecialValueText(QObject::tr("none"));
    Tip(tip).show_on(*box);
    box->set_scale(scale);
    return box;
}

}  // namespace

TerrainDock::TerrainDock(SessionModel& model, TerrainControl& control, QWidget* parent)
    : QDockWidget(tr("Terrain"), parent), model_(model), control_(control)
{
    setObjectName(QStringLiteral("terrain_dock"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    list_ = new QComboBox(content);
    list_->setObjectName(QStringLiteral("terrain_list"));
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list_->setMinimumContentsLength(16);
    facts_ = new QLabel(content);
    facts_->setObjectName(QStringLiteral("terrain_facts"));
    facts_->setWordWrap(true);
    show_plain(*facts_);
    got_ = new QLabel(content);
    got_->setObjectName(QStringLiteral("terrain_got"));
    got_->setWordWrap(true);
    show_plain(*got_);
    column->addWidget(list_);
    column->addWidget(facts_);
    column->addWidget(make_style());
    column->addWidget(got_);
    column->addStretch(1);
    setWidget(new_scrolled(content, this));
    listen();
    show_list();
    show_settings();
    follow_time();
}

QDoubleSpinBox* TerrainDock::make_degrees(const char* name, double least, double most, QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setRange(least, most);
    box->setDecimals(0);
    box->setSingleStep(5.0);
    box->setSuffix(QStringLiteral("°"));
    return box;
}

QWidget* TerrainDock::make_style()
{
    auto* settings = new QWidget(this);
    auto* form = new QFormLayout(settings);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    map_ = new QComboBox(settings);
    map_->setObjectName(QStringLiteral("terrain_map"));
    for (const auto map : render::all_colour_maps) {
        const auto name = render::name_of(map);
        map_->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    azimuth_ = make_degrees("sun_azimuth", 0.0, 359.0, settings);
    azimuth_->setWrapping(true);
    Tip(tr("Where the sun stands, clockwise from north")).show_on(*azimuth_);
    elevation_ = make_degrees("sun_elevation", -90.0, 90.0, settings);
    Tip(tr("How high the sun stands above the horizon")).show_on(*elevation_);
    by_time_ = new QCheckBox(tr("Sun at"), settings);
    by_time_->setObjectName(QStringLiteral("sun_by_time"));
    Tip(tr("Where the sun stands over the terrain at this time (UTC)")).show_on(*by_time_);
    time_ = new QDateTimeEdit(QDateTime::currentDateTimeUtc(), settings);
    time_->setTimeSpec(Qt::UTC);
    time_->setObjectName(QStringLiteral("sun_time"));
    time_->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    haze_ = make_metres("terrain_haze", 50'000.0, tr("At this distance haze hides two thirds of the ground"),
                        settings);
    contour_ =
        make_metres("terrain_contour", 2000.0, tr("Height from one contour line to the next"), settings);
    grid_ = make_metres("terrain_grid", 50'000.0, tr("From one line of the grid to the next"), settings);
    rate_ = new NumberBox(settings);
    rate_->setObjectName(QStringLiteral("terrain_rate"));
    rate_->setRange(1.0, 240.0);
    rate_->set_scale(100.0);
    rate_->setSuffix(tr(" /s"));
    Tip(tr("While the camera moves, views become smaller until so many come in a second")).show_on(*rate_);
    exact_ = new QCheckBox(tr("Exact"), settings);
    exact_->setObjectName(QStringLiteral("terrain_exact"));
    Tip(tr("Else ground smaller than a pixel is taken for a box, which is faster")).show_on(*exact_);
    curved_ = new QCheckBox(tr("Round Earth"), settings);
    curved_->setObjectName(QStringLiteral("terrain_curved"));
    Tip(tr("The ground falls away with distance, less what the air bends light (refraction %1)")
            .arg(model::TerrainLayerParams{}.refraction))
        .show_on(*curved_);
    form->addRow(tr("Colours"), map_);
    form->addRow(tr("Sun from"), azimuth_);
    form->addRow(tr("Sun height"), elevation_);
    form->addRow(by_time_, time_);
    form->addRow(tr("Haze"), haze_);
    form->addRow(tr("Contours"), contour_);
    form->addRow(tr("Grid"), grid_);
    form->addRow(tr("Views wanted"), rate_);
    form->addRow(exact_, curved_);
    return settings;
}

void TerrainDock::listen()
{
    const auto style = [this](auto change) {
        auto changed = model_.terrain_style();
        change(changed);
        model_.set_terrain_style(changed);
    };
    const auto params = [this](auto change) {
        auto changed = model_.terrain_params();
        change(changed);
        model_.set_terrain_params(changed);
    };
    const auto number = [this, style](QDoubleSpinBox* box, double model::TerrainStyle::*member) {
        connect(box, &QDoubleSpinBox::valueChanged, this, [style, member](double value) {
            style([=](model::TerrainStyle& of) { of.*member = value; });
        });
    };
    connect(list_, &QComboBox::activated, this,
            [this](int index) { control_.open_terrain(list_->itemData(index).toString().toStdString()); });
    connect(map_, &QComboBox::activated, this, [style](int index) {
        style([index](model::TerrainStyle& of) {
            of.colour_map = render::all_colour_maps[static_cast<std::size_t>(index)];
        });
    });
    number(azimuth_, &model::TerrainStyle::sun_azimuth);
    number(elevation_, &model::TerrainStyle::sun_elevation);
    number(haze_, &model::TerrainStyle::haze_metres);
    number(contour_, &model::TerrainStyle::contour_metres);
    number(grid_, &model::TerrainStyle::grid_metres);
    number(rate_, &model::TerrainStyle::views_per_second);
    connect(by_time_, &QCheckBox::clicked, this, &TerrainDock::follow_time);
    connect(time_, &QDateTimeEdit::dateTimeChanged, this, &TerrainDock::follow_time);
    connect(&model_, &SessionModel::terrain_changed, this, &TerrainDock::follow_time);
    connect(exact_, &QCheckBox::clicked, this, [params](bool on) {
        params([on](model::TerrainLayerParams& of) {
            of.detail = on ? 0.0 : model::TerrainLayerParams{}.detail;
        });
    });
    connect(curved_, &QCheckBox::clicked, this,
            [params](bool on) { params([on](model::TerrainLayerParams& of) { of.curved = on; }); });
    connect(&model_, &SessionModel::terrains_changed, this, &TerrainDock::show_list);
    connect(&model_, &SessionModel::terrain_changed, this, &TerrainDock::show_list);
    connect(&model_, &SessionModel::document_changed, this, &TerrainDock::show_settings);
    connect(&control_, &TerrainControl::view_came, this, &TerrainDock::show_got);
}

void TerrainDock::show_list()
{
    const QSignalBlocker quiet(list_);
    const auto& terrain = model_.terrain();
    list_->clear();
    list_->addItem(tr("none"), QString());
    for (const auto& entry : model_.terrains()) {
        if (entry.kind != "file" && entry.kind != "generated") continue;
        const auto name = QString::fromStdString(entry.name);
        list_->addItem(plain_text(name), name);
    }
    const auto name = terrain ? QString::fromStdString(terrain->terrain) : QString();
    if (list_->findData(name) < 0) list_->addItem(plain_text(name), name);
    list_->setCurrentIndex(list_->findData(name));
    Tip(list_->currentText()).show_on(*list_);
    facts_->setText(terrain ? facts_of(*terrain) : tr("Ground that the node looks at for you."));
    show_got();
}

void TerrainDock::show_settings()
{
    const auto style = model_.terrain_style();
    const auto params = model_.terrain_params();
    const auto show = [](QDoubleSpinBox* box, double value) {
        const QSignalBlocker quiet(box);
        if (!box->hasFocus()) box->setValue(value);
    };
    for (std::size_t i = 0; i < render::all_colour_maps.size(); ++i)
        if (render::all_colour_maps[i] == style.colour_map) map_->setCurrentIndex(static_cast<int>(i));
    show(azimuth_, style.sun_azimuth);
    show(elevation_, style.sun_elevation);
    haze_->show_value(style.haze_metres);
    contour_->show_value(style.contour_metres);
    grid_->show_value(style.grid_metres);
    rate_->show_value(style.views_per_second);
    exact_->setChecked(params.detail == 0.0);
    curved_->setChecked(params.curved);
}

/// Sets the two angles from the time, where the user wants it and the terrain's place is known.
void TerrainDock::follow_time()
{
    const auto& terrain = model_.terrain();
    const bool possible = terrain && terrain->longitude_latitude;
    const bool follows = possible && by_time_->isChecked();
    by_time_->setEnabled(possible);
    time_->setEnabled(follows);
    for (auto* angle : {azimuth_, elevation_}) angle->setEnabled(!follows);
    if (!follows) return;
    const auto [longitude, latitude] = *terrain->longitude_latitude;
    const auto sun =
        sun_position(static_cast<double>(time_->dateTime().toSecsSinceEpoch()), longitude, latitude);
    auto style = model_.terrain_style();
    style.sun_azimuth = sun.azimuth_degrees;
    style.sun_elevation = sun.elevation_degrees;
    model_.set_terrain_style(style);
}

void TerrainDock::show_got()
{
    const auto got = control_.got();
    if (!model_.terrain() || got.size[0] == 0) return got_->clear();
    QString text = tr("View of %1 × %2").arg(got.size[0]).arg(got.size[1]);
    if (got.views_per_second) text += tr(", %1 views/s possible").arg(*got.views_per_second, 0, 'f', 0);
    if (got.latency_ms) text += tr(", %1 ms after the last move").arg(*got.latency_ms, 0, 'f', 0);
    got_->setText(text);
}

}  // namespace farfield::app
