#include "app/viewer/docks/sight_dock.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>
#include <array>

#include "app/viewer/controls/sight_control.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"
#include "app/viewer/widgets/scrolled.h"

namespace farfield::app {
namespace {

/// True for files that may be pictures: raster formats hold heights or pictures under the same endings.
bool may_be_picture(const model::TerrainEntry& entry)
{
    if (entry.kind != "file") return entry.kind == "image";
    const auto name = QString::fromStdString(entry.name);
    const auto ends_so = [&](const char* ending) {
        return name.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
    };
    return std::ranges::any_of(std::array{".tif", ".tiff", ".vrt", ".img"}, ends_so);
}

bool is_overlay(const model::TerrainEntry& entry)
{
    return entry.kind == "overlay";
}

NumberBox* make_metres(const char* name, double most, double scale, QWidget* parent)
{
    auto* box = new NumberBox(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setRange(0.0, most);
    box->setSuffix(QObject::tr(" m"));
    box->set_scale(scale);
    return box;
}

}  // namespace

SightDock::SightDock(SessionModel& model, SightControl& control, QWidget* parent)
    : QDockWidget(tr("Sight"), parent), model_(model), control_(control)
{
    setObjectName(QStringLiteral("sight_dock"));
    auto* content = new QWidget(this);
    auto* form = new QFormLayout(content);
    form->setVerticalSpacing(4);
    tool_ = new QComboBox(content);
    tool_->setObjectName(QStringLiteral("sight_tool"));
    tool_->addItems({tr("nothing"), tr("line of sight"), tr("viewshed")});
    Tip(tr("A line goes from the place that is clicked to the cursor.\n"
           "A viewshed is of the place under the cursor; a click holds it."))
        .show_on(*tool_);
    eye_ = make_metres("sight_eye", 1e5, 100.0, content);
    target_ = make_metres("sight_target", 1e5, 100.0, content);
    radius_ = make_metres("sight_radius", 1e7, 1e5, content);
    radius_->setMinimum(1.0);
    answer_ = new QLabel(content);
    answer_->setObjectName(QStringLiteral("sight_answer"));
    answer_->setWordWrap(true);
    show_plain(*answer_);
    save_ = new QPushButton(tr("Save viewshed …"), content);
    save_->setObjectName(QStringLiteral("save_viewshed"));
    Tip(tr("All posts within the radius, as a GeoTIFF")).show_on(*save_);
    picture_ = make_files("ground_picture", content);
    overlay_ = make_files("ground_overlay", content);
    form->addRow(tr("Under the cursor"), tool_);
    form->addRow(tr("Eye above ground"), eye_);
    form->addRow(tr("Target above ground"), target_);
    form->addRow(tr("Radius"), radius_);
    form->addRow(answer_);
    form->addRow(save_);
    form->addRow(tr("Picture"), picture_);
    form->addRow(tr("Lines and places"), overlay_);
    setWidget(new_scrolled(content, this));
    listen();
    show_files();
    show_settings();
    show_answer();
}

QComboBox* SightDock::make_files(const char* name, QWidget* parent)
{
    auto* files = new QComboBox(parent);
    files->setObjectName(QString::fromLatin1(name));
    files->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    files->setMinimumContentsLength(12);
    return files;
}

void SightDock::listen()
{
    const auto set = [this](auto change) {
        auto settings = model_.sight();
        change(settings);
        model_.set_sight(settings);
    };
    const auto number = [this, set](NumberBox* box, double SightSettings::*member) {
        connect(box, &QDoubleSpinBox::valueChanged, this,
                [set, member](double value) { set([=](SightSettings& sight) { sight.*member = value; }); });
    };
    connect(tool_, &QComboBox::activated, this, [set](int index) {
        set([index](SightSettings& sight) { sight.tool = static_cast<SightTool>(index); });
    });
    number(eye_, &SightSettings::eye_height);
    number(target_, &SightSettings::target_height);
    number(radius_, &SightSettings::radius);
    connect(picture_, &QComboBox::activated, this,
            [this](int index) { model_.set_picture(picture_->itemData(index).toString().toStdString()); });
    connect(overlay_, &QComboBox::activated, this,
            [this](int index) { model_.set_overlay(overlay_->itemData(index).toString().toStdString()); });
    connect(&model_, &SessionModel::terrains_changed, this, &SightDock::show_files);
    connect(&model_, &SessionModel::terrain_changed, this, &SightDock::show_files);
    connect(&model_, &SessionModel::document_changed, this, [this] {
        if (shown_files() != std::pair(model_.picture(), model_.overlay())) show_files();
    });
    connect(&model_, &SessionModel::sight_changed, this, &SightDock::show_settings);
    connect(&control_, &SightControl::answered, this, &SightDock::show_answer);
    connect(save_, &QPushButton::clicked, this, &SightDock::save_wanted);
}

std::pair<std::string, std::string> SightDock::shown_files() const
{
    return {picture_->currentData().toString().toStdString(),
            overlay_->currentData().toString().toStdString()};
}

void SightDock::show_files()
{
    const auto show = [this](QComboBox* files, bool (*belongs)(const model::TerrainEntry&),
                             const std::string& laid) {
        const QSignalBlocker quiet(files);
        files->clear();
        files->addItem(tr("none"), QString());
        for (const auto& entry : model_.terrains())
            if (belongs(entry)) {
                const auto name = QString::fromStdString(entry.name);
                files->addItem(plain_text(name), name);
            }
        const auto chosen = QString::fromStdString(laid);
        if (files->findData(chosen) < 0) files->addItem(plain_text(chosen), chosen);
        files->setCurrentIndex(files->findData(chosen));
        files->setEnabled(model_.terrain().has_value());
    };
    show(picture_, may_be_picture, model_.picture());
    show(overlay_, is_overlay, model_.overlay());
    tool_->setEnabled(model_.terrain().has_value());
}

void SightDock::show_settings()
{
    const auto& sight = model_.sight();
    tool_->setCurrentIndex(static_cast<int>(sight.tool));
    eye_->show_value(sight.eye_height);
    target_->show_value(sight.target_height);
    radius_->show_value(sight.radius);
}

void SightDock::show_answer()
{
    answer_->setText(plain_text(control_.answer()));
    save_->setEnabled(control_.viewshed().has_value());
}

}  // namespace farfield::app
