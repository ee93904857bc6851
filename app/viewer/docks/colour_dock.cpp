#include "app/viewer/docks/colour_dock.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>

#include "app/viewer/controls/stream_control.h"
#include "app/viewer/docks/data/component_dialog.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"

namespace farfield::app {

namespace {

constexpr int most_trail_frames = 120;
constexpr int size_steps_per_pixel = 2;
constexpr double least_vertical_scale = 1e-12, most_vertical_scale = 1e12;

/// A strip of the map's colours, as an icon for the list.
QIcon strip_of(render::ColourMap map)
{
    constexpr int width = 64, height = 12;
    QPixmap strip(width, height);
    QPainter painter(&strip);
    for (int x = 0; x < width; ++x) {
        const auto colour = render::colour_at(map, static_cast<float>(x) / (width - 1));
        painter.fillRect(x, 0, 1, height, QColor::fromRgbF(colour.r, colour.g, colour.b));
    }
    painter.end();
    return QIcon(strip);
}

/// A slider with its value written beside it.
QWidget* with_text(QSlider* slider, QLabel* text, QWidget* parent)
{
    auto* holder = new QWidget(parent);
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(slider, 1);
    row->addWidget(text);
    text->setMinimumWidth(text->fontMetrics().horizontalAdvance(QStringLiteral("120 frames")));
    return holder;
}

}  // namespace

ColourDock::ColourDock(SessionModel& model, const StreamControl& control, QWidget* parent)
    : QDockWidget(tr("Colour"), parent), model_(model), control_(control)
{
    setObjectName(QStringLiteral("colour_dock"));
    auto* content = new QWidget(this);
    auto* form = new QFormLayout(content);
    velocity_ = new QComboBox(content);
    velocity_->setObjectName(QStringLiteral("velocity"));
    // Names of three components must not widen the dock.
    velocity_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    velocity_->setMinimumContentsLength(12);
    scalar_ = new QComboBox(content);
    scalar_->setObjectName(QStringLiteral("scalar"));
    map_ = new QComboBox(content);
    map_->setObjectName(QStringLiteral("colour_map"));
    automatic_ = new QCheckBox(tr("Range of the data"), content);
    automatic_->setObjectName(QStringLiteral("automatic_range"));
    low_ = new NumberBox(content);
    high_ = new NumberBox(content);
    low_->setObjectName(QStringLiteral("range_low"));
    high_->setObjectName(QStringLiteral("range_high"));
    size_ = new QSlider(Qt::Horizontal, content);
    size_->setRange(1 * size_steps_per_pixel, 20 * size_steps_per_pixel);
    size_text_ = new QLabel(content);
    trail_ = new QSlider(Qt::Horizontal, content);
    trail_->setObjectName(QStringLiteral("trail"));
    trail_->setRange(0, most_trail_frames);
    trail_text_ = new QLabel(content);
    vertical_scale_ = new NumberBox(content);
    vertical_scale_->setObjectName(QStringLiteral("vertical_scale"));
    vertical_scale_->setRange(least_vertical_scale, most_vertical_scale);
    Tip(tr("z is drawn so many times as long as it is")).show_on(*vertical_scale_);
    fill_maps();
    form->addRow(tr("Velocity"), velocity_);
    form->addRow(tr("Scalar"), scalar_);
    form->addRow(tr("Map"), map_);
    form->addRow(QString(), automatic_);
    form->addRow(tr("Range"), make_range());
    form->addRow(tr("Size"), with_text(size_, size_text_, content));
    form->addRow(tr("Trail"), with_text(trail_, trail_text_, content));
    form->addRow(tr("Vertical scale"), vertical_scale_);
    setWidget(content);
    listen();
    show_vectors();
    show_scalars();
    show_colour();
    show_vertical_scale();
}

QWidget* ColourDock::make_range()
{
    auto* holder = new QWidget(this);
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(low_, 1);
    row->addWidget(new QLabel(tr("to"), holder));
    row->addWidget(high_, 1);
    return holder;
}

void ColourDock::fill_maps()
{
    map_->setIconSize({64, 12});
    for (const auto map : render::all_colour_maps) {
        const auto name = render::name_of(map);
        map_->addItem(strip_of(map), QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
}

void ColourDock::listen()
{
    const auto change = [this](auto set) {
        auto colours = model_.colours();
        set(colours);
        model_.set_colours(colours);
    };
    const auto restyle = [this](auto set) {
        auto style = model_.particle_style();
        set(style);
        model_.set_particle_style(style);
    };
    connect(velocity_, &QComboBox::activated, this, [this](int index) {
        const QString name = velocity_->itemData(index).toString();
        name.isEmpty() ? ask_for_components() : Q_EMIT velocity_chosen(name);
    });
    connect(&model_, &SessionModel::dataset_changed, this, &ColourDock::show_vectors);
    connect(&model_, &SessionModel::datasets_changed, this, &ColourDock::show_vectors);
    connect(scalar_, &QComboBox::activated, this, [this, change] {
        change([this](FlowColours& colours) {
            colours.scalar = scalar_->currentData().toString().toStdString();
        });
    });
    connect(map_, &QComboBox::activated, this, [change](int index) {
        change([index](FlowColours& colours) {
            colours.map = render::all_colour_maps[static_cast<std::size_t>(index)];
        });
    });
    connect(automatic_, &QCheckBox::clicked, this, [this, change](bool on) {
        // A manual range begins as the shown one.
        const auto now = model_.colour_range();
        change([&](FlowColours& colours) {
            colours.range = on ? std::nullopt : std::optional(std::array{double{now.low}, double{now.high}});
        });
    });
    connect(low_, &QDoubleSpinBox::valueChanged, this, &ColourDock::take_range);
    connect(high_, &QDoubleSpinBox::valueChanged, this, &ColourDock::take_range);
    connect(size_, &QSlider::valueChanged, this, [restyle](int value) {
        restyle([value](model::ParticleStyle& style) {
            style.point_size = static_cast<double>(value) / size_steps_per_pixel;
        });
    });
    connect(trail_, &QSlider::valueChanged, this, [restyle](int value) {
        restyle(
            [value](model::ParticleStyle& style) { style.trail_frames = static_cast<std::uint32_t>(value); });
    });
    connect(vertical_scale_, &QDoubleSpinBox::valueChanged, &model_, &SessionModel::set_vertical_scale);
    connect(&model_, &SessionModel::document_changed, this, &ColourDock::show_vertical_scale);
    connect(&model_, &SessionModel::dataset_changed, this, &ColourDock::show_vertical_scale);
    connect(&model_, &SessionModel::dataset_changed, this, &ColourDock::show_scalars);
    connect(&model_, &SessionModel::document_changed, this, &ColourDock::show_colour);
    connect(&model_, &SessionModel::program_changed, this, &ColourDock::show_colour);
    connect(&control_, &StreamControl::plan_changed, this, &ColourDock::show_trail);
}

void ColourDock::take_range()
{
    auto colours = model_.colours();
    colours.range = {low_->value(), high_->value()};
    if (low_->value() < high_->value()) return model_.set_colours(colours);
    show_colour();  // shows the drawn scalar again, in place of an impossible one
}

void ColourDock::show_vectors()
{
    velocity_->clear();
    const auto& dataset = model_.dataset();
    if (dataset)
        for (const auto& vector : dataset->vectors.value_or(std::vector<model::VectorInfo>{})) {
            const auto name = QString::fromStdString(vector.name);
            const auto units = QString::fromStdString(vector.units);
            velocity_->addItem(units.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, units), name);
        }
    if (dataset && component_names(*dataset).size() > 1) velocity_->addItem(tr("Of scalars …"), QString());
    velocity_->setEnabled(velocity_->count() > 1 ||
                          (dataset && !dataset->velocity && velocity_->count() > 0));
    const bool is_known = dataset && dataset->velocity && !dataset->velocity->empty();
    velocity_->setCurrentIndex(is_known ? velocity_->findData(QString::fromStdString(*dataset->velocity))
                                        : -1);
    Tip(dataset ? QString::fromStdString(dataset->velocity_reason) : QString()).show_on(*velocity_);
}

/// Asks for components; the list keeps the present vector until the node has opened the other.
void ColourDock::ask_for_components()
{
    const auto& dataset = model_.dataset();
    show_vectors();
    if (!dataset) return;
    auto* dialog = new ComponentDialog(*dataset, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { Q_EMIT velocity_chosen(dialog->velocity()); });
    dialog->open();
}

void ColourDock::show_scalars()
{
    const QSignalBlocker quiet(scalar_);
    scalar_->clear();
    const auto& dataset = model_.dataset();
    scalar_->setEnabled(model_.editable());
    if (dataset)
        for (const auto& scalar : dataset->scalars) {
            const auto name = QString::fromStdString(scalar.name);
            const auto units = QString::fromStdString(scalar.units);
            scalar_->addItem(plain_text(units.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, units)),
                             name);
        }
    show_colour();
}

void ColourDock::show_colour()
{
    const auto colours = model_.colours();
    const auto style = model_.particle_style();
    const auto range = model_.colour_range();
    scalar_->setCurrentIndex(scalar_->findData(QString::fromStdString(model_.scalar().name)));
    const QSignalBlocker quiet_size(size_), quiet_trail(trail_);
    for (std::size_t i = 0; i < render::all_colour_maps.size(); ++i)
        if (render::all_colour_maps[i] == colours.map) map_->setCurrentIndex(static_cast<int>(i));
    automatic_->setChecked(!colours.range);
    low_->setEnabled(colours.range.has_value());
    high_->setEnabled(colours.range.has_value());
    low_->set_scale(range.high - range.low);
    high_->set_scale(range.high - range.low);
    low_->show_value(range.low);
    high_->show_value(range.high);
    size_->setValue(static_cast<int>(style.point_size * size_steps_per_pixel));
    size_text_->setText(tr("%1 px").arg(style.point_size));
    trail_->setValue(static_cast<int>(style.trail_frames));
    show_trail();
}

void ColourDock::show_vertical_scale()
{
    constexpr double tenths = 10.0;  // step of the arrows
    vertical_scale_->set_scale(tenths * model_.vertical_scale());
    vertical_scale_->show_value(model_.vertical_scale());
}

void ColourDock::show_trail()
{
    const auto& plan = control_.plan();
    const auto wanted = model_.particle_style().trail_frames;
    const bool cut = plan.history_cut && wanted > plan.history;
    trail_text_->setText(wanted == 0 ? tr("off")
                         : cut       ? tr("%1, cut").arg(plan.history)
                                     : tr("%1 frames").arg(wanted));
    constexpr std::uint64_t mebibyte = 1 << 20;
    const auto tip = cut ? tr("Frames are %1 MiB each: only %2 fit in the %3 MiB that trails may take.")
                               .arg(plan.slot_bytes / mebibyte)
                               .arg(plan.history)
                               .arg(max_ring_bytes / mebibyte)
                         : tr("Frames that a particle's trail goes back");
    Tip(tip).show_on(*trail_);
    Tip(tip).show_on(*trail_text_);
}

}  // namespace farfield::app
