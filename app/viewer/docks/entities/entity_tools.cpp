#include "app/viewer/docks/entities/entity_tools.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <array>

#include "app/viewer/widgets/foreign_text.h"
#include "model/styles/entity_style.h"

namespace farfield::app {

EntityTools::EntityTools(QWidget* parent) : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    follow_ = add_button(*grid, 0, 0, tr("Follow"), "entity_follow",
                         tr("The camera goes with the selected entity, and keeps its direction."));
    tether_ = add_button(*grid, 0, 1, tr("Tether"), "entity_tether",
                         tr("The camera rides with the selected entity, and turns with it."));
    viewshed_ = add_button(*grid, 0, 2, tr("Viewshed from here"), "entity_viewshed",
                           tr("What of the ground is seen from the selected entity, as it is now"));
    sight_ =
        add_button(*grid, 1, 0, tr("Line of sight to …"), "entity_sight",
                   tr("From the selected entity to the one that is clicked in the list next, as they move"));
    grid->removeWidget(sight_);
    grid->addWidget(sight_, 1, 0, 1, 2);
    export_ = add_button(*grid, 1, 2, tr("Export CSV …"), "entity_export",
                         tr("The rows of the list as a file, with a heading that names units"));
    for (auto* button : {follow_, tether_, sight_}) button->setCheckable(true);
    colour_ = new QComboBox(this);
    colour_->setObjectName(QStringLiteral("entity_colour"));
    auto* label = new QLabel(tr("Colour by"), this);
    label->setBuddy(colour_);
    grid->addWidget(label, 2, 0);
    grid->addWidget(colour_, 2, 1, 1, 2);
    line_ = new QLabel(this);
    line_->setObjectName(QStringLiteral("entity_sight_answer"));
    line_->setWordWrap(true);
    show_plain(*line_);
    line_->hide();
    grid->addWidget(line_, 3, 0, 1, 3);
    connect(follow_, &QToolButton::clicked, this,
            [this](bool on) { Q_EMIT ride_chosen(on ? Ride::Follow : Ride::None); });
    connect(tether_, &QToolButton::clicked, this,
            [this](bool on) { Q_EMIT ride_chosen(on ? Ride::Tether : Ride::None); });
    connect(sight_, &QToolButton::clicked, this, &EntityTools::sight_toggled);
    connect(viewshed_, &QToolButton::clicked, this, &EntityTools::viewshed_wanted);
    connect(export_, &QToolButton::clicked, this, &EntityTools::export_wanted);
    connect(colour_, &QComboBox::activated, this,
            [this](int index) { Q_EMIT colour_chosen(colour_->itemData(index).toString().toStdString()); });
}

QToolButton* EntityTools::add_button(QGridLayout& grid, int row, int column, const QString& text,
                                     const char* name, const QString& tip)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setObjectName(QString::fromLatin1(name));
    Tip(tip).show_on(*button);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    grid.addWidget(button, row, column);
    return button;
}

void EntityTools::enable(bool is_selected, bool is_over_ground)
{
    for (auto* button : {follow_, tether_}) button->setEnabled(button->isChecked() || is_selected);
    viewshed_->setEnabled(is_selected && is_over_ground);
    sight_->setEnabled(sight_->isChecked() || (is_selected && is_over_ground));
}

void EntityTools::show_ride(Ride ride)
{
    follow_->setChecked(ride == Ride::Follow);
    tether_->setChecked(ride == Ride::Tether);
}

void EntityTools::show_sight(bool is_on, const QString& line)
{
    sight_->setChecked(is_on);
    line_->setText(line);
    line_->setVisible(!line.isEmpty());
}

void EntityTools::show_colour(const std::string& by, const QStringList& values)
{
    const auto count = static_cast<int>(4 + values.size());
    const QString chosen = QString::fromStdString(by);
    if (colour_->count() == count && colour_->currentData().toString() == chosen) return;
    const QSignalBlocker quiet(colour_);
    colour_->clear();
    colour_->addItem(tr("force"), QStringLiteral("force"));
    colour_->addItem(tr("speed"), QStringLiteral("speed"));
    colour_->addItem(tr("age"), QStringLiteral("age"));
    colour_->addItem(tr("height"), QStringLiteral("height"));
    const QString prefix =
        QString::fromUtf8(model::entity_value_prefix.data(), qsizetype(model::entity_value_prefix.size()));
    for (const QString& value : values) colour_->addItem(plain_text(value), prefix + value);
    if (colour_->findData(chosen) < 0) colour_->addItem(plain_text(chosen), chosen);
    colour_->setCurrentIndex(colour_->findData(chosen));
}

}  // namespace farfield::app
