#include "app/viewer/docks/rake_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/viewer/docks/rake_form.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/injection_edit.h"
#include "app/viewer/widgets/number_box.h"
#include "app/viewer/widgets/vector_edit.h"
#include "model/data/dataset_info.h"

namespace farfield::app {

namespace {

constexpr int most_seeds = 1'000'000;
constexpr double least_radius = 1e-12, most_radius = 1e12;

std::uint32_t count_in(const QSpinBox* box)
{
    return static_cast<std::uint32_t>(box->value());
}

/// Typical lengths along each axis: the domain's largest edge in the same units.
model::Point scales_of(const model::DatasetInfo& dataset)
{
    const auto edge = [&](std::size_t axis) { return dataset.bounds.max[axis] - dataset.bounds.min[axis]; };
    const double across = std::max(edge(0), edge(1)), largest = std::max(across, edge(2));
    return dataset.z_units ? model::Point{across, across, edge(2)} : model::Point{largest, largest, largest};
}

/// A row of boxes without space around it.
QHBoxLayout* new_row(QWidget* of)
{
    auto* row = new QHBoxLayout(of);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    return row;
}

}  // namespace

RakeEditor::RakeEditor(QWidget* parent) : QWidget(parent), form_(new QFormLayout(this))
{
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setVerticalSpacing(4);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    make_places();
    make_counts();
    make_random();
    make_value();
    particles_per_seed_ = new_count_box(1, most_seeds, this);
    particles_per_seed_->setObjectName(QStringLiteral("rake_particles_per_seed"));
    Tip(tr("Particles that each seed owns")).show_on(*particles_per_seed_);
    form_->addRow(tr("Per seed"), particles_per_seed_);
    injection_ = new InjectionEdit(this);
    form_->addRow(tr("Release"), injection_);
    connect(injection_, &InjectionEdit::edited, this, &RakeEditor::edited);
    connect(particles_per_seed_, &QSpinBox::valueChanged, this, &RakeEditor::edited);
    arrange();
}

void RakeEditor::make_places()
{
    const std::array names{"rake_first", "rake_second", "rake_third"};
    for (std::size_t i = 0; i < places_.size(); ++i) {
        places_[i] = new VectorEdit(this);
        places_[i]->setObjectName(QString::fromLatin1(names[i]));
        form_->addRow(new QLabel(this), places_[i]);
        connect(places_[i], &VectorEdit::edited, this, &RakeEditor::edited);
    }
    radius_ = new NumberBox(this);
    radius_->setObjectName(QStringLiteral("rake_radius"));
    radius_->setRange(least_radius, most_radius);
    form_->addRow(new QLabel(this), radius_);
    units_ = new QLabel(this);
    units_->setObjectName(QStringLiteral("rake_units"));
    units_->setWordWrap(true);
    units_->setForegroundRole(QPalette::PlaceholderText);
    show_plain(*units_);
    form_->addRow(QString(), units_);
    connect(radius_, &NumberBox::valueChanged, this, &RakeEditor::edited);
}

void RakeEditor::make_counts()
{
    seeds_ = new QWidget(this);
    auto* row = new_row(seeds_);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (i > 0) {
            times_[i - 1] = new QLabel(QStringLiteral("×"), seeds_);
            row->addWidget(times_[i - 1]);
        }
        counts_[i] = new_count_box(1, most_seeds, seeds_);
        row->addWidget(counts_[i], 1);
        connect(counts_[i], &QSpinBox::valueChanged, this, &RakeEditor::edited);
    }
    counts_[0]->setObjectName(QStringLiteral("rake_seeds"));
    form_->addRow(new QLabel(this), seeds_);
}

void RakeEditor::make_random()
{
    random_ = new QWidget(this);
    auto* row = new_row(random_);
    is_random_ = new QCheckBox(tr("random"), random_);
    is_random_->setObjectName(QStringLiteral("rake_random"));
    Tip(tr("Seeds at random places instead of a lattice")).show_on(*is_random_);
    random_seed_ = new_count_box(0, std::numeric_limits<int>::max(), random_);
    random_seed_->setObjectName(QStringLiteral("rake_random_seed"));
    Tip(tr("The same number gives the same places")).show_on(*random_seed_);
    row->addWidget(is_random_);
    row->addWidget(random_seed_, 1);
    form_->addRow(new QLabel(this), random_);
    connect(is_random_, &QCheckBox::toggled, this, &RakeEditor::edited);
    connect(random_seed_, &QSpinBox::valueChanged, this, &RakeEditor::edited);
}

void RakeEditor::make_value()
{
    choice_ = new QComboBox(this);
    choice_->setObjectName(QStringLiteral("rake_choice"));
    form_->addRow(new QLabel(this), choice_);
    value_ = new NumberBox(this);
    value_->setObjectName(QStringLiteral("rake_value"));
    form_->addRow(new QLabel(this), value_);
    connect(choice_, &QComboBox::activated, this, &RakeEditor::take_choice);
    connect(value_, &NumberBox::valueChanged, this, &RakeEditor::edited);
}

/// Takes a new axis or scalar with its usual value, since the old value may lie outside of its range.
void RakeEditor::take_choice()
{
    value_->show_value(usual_value(rake_, choice_->currentText().toStdString(), dataset_));
    Q_EMIT edited();
}

void RakeEditor::set_dataset(const model::DatasetInfo& dataset)
{
    dataset_ = dataset;
    scalars_.clear();
    for (const auto& scalar : dataset.scalars) scalars_ << QString::fromStdString(scalar.name);
    const auto scales = scales_of(dataset);
    for (auto* place : places_) place->set_scales(scales);
    radius_->set_scale(scales[0]);
    injection_->set_time(dataset.suggested.step, plain_text(dataset.time_units));
    arrange();
}

void RakeEditor::show_row(QWidget* field, const QString& label)
{
    if (auto* text = qobject_cast<QLabel*>(form_->labelForField(field))) {
        show_plain(*text);
        text->setText(label);
        text->setVisible(!label.isEmpty());
    }
    field->setVisible(!label.isEmpty());
}

/// Shows units in a line of their own: beside the boxes they would make the dock too wide.
void RakeEditor::show_units()
{
    const auto units = plain_text(dataset_.length_units);
    const auto z_units = plain_text(dataset_.z_units.value_or(""));
    const bool has_places = !std::holds_alternative<model::IsovalueRake>(rake_.shape);
    units_->setText(z_units.isEmpty() ? tr("Lengths in %1").arg(units)
                                      : tr("Lengths in %1, z in %2").arg(units, z_units));
    units_->setVisible(has_places && !units.isEmpty());
}

void RakeEditor::arrange()
{
    const auto rows = rows_of(rake_, scalars_);
    for (std::size_t i = 0; i < places_.size(); ++i) show_row(places_[i], rows.places[i]);
    show_row(radius_, rows.radius ? tr("Radius") : QString());
    show_units();
    show_row(seeds_, rows.counts > 0 ? tr("Seeds") : QString());
    for (int i = 1; i < 3; ++i) {
        counts_[i]->setVisible(rows.counts > i);
        times_[i - 1]->setVisible(rows.counts > i);
    }
    show_row(random_, rows.random ? tr("Places") : QString());
    random_seed_->setVisible(rows.random_seed);
    arrange_value(rows);
}

void RakeEditor::arrange_value(const RakeRows& rows)
{
    const auto* slice = std::get_if<model::SliceRake>(&rake_.shape);
    show_row(choice_, rows.choice);
    show_row(value_, rows.value);
    value_->set_scale(slice != nullptr ? scales_of(dataset_).at(slice->axis)
                                       : std::abs(numbers_of(rake_).value));
    const QSignalBlocker quiet(choice_);
    choice_->clear();
    choice_->addItems(rows.choices);
}

void RakeEditor::show_rake(const model::Rake& rake)
{
    rake_ = rake;
    arrange();
    const auto numbers = numbers_of(rake);
    for (std::size_t i = 0; i < places_.size(); ++i) {
        places_[i]->show_value(numbers.places[i]);
        show_count(*counts_[i], numbers.counts[i]);
    }
    radius_->show_value(numbers.radius);
    const QSignalBlocker quiet(is_random_);
    is_random_->setChecked(numbers.random);
    show_count(*random_seed_, numbers.random_seed);
    choice_->setCurrentText(QString::fromStdString(numbers.choice));
    value_->show_value(numbers.value);
    show_count(*particles_per_seed_, rake.particles_per_seed);
    injection_->show_injection(rake.injection);
}

model::Rake RakeEditor::rake() const
{
    RakeNumbers numbers;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        numbers.places[i] = places_[i]->value();
        numbers.counts[i] = count_in(counts_[i]);
    }
    numbers.radius = radius_->exact_value();
    numbers.random = is_random_->isChecked();
    numbers.random_seed = count_in(random_seed_);
    numbers.choice = choice_->currentText().toStdString();
    numbers.value = value_->exact_value();
    auto rake = with_numbers(rake_, numbers);
    rake.particles_per_seed = count_in(particles_per_seed_);
    rake.injection = injection_->injection();
    return rake;
}

}  // namespace farfield::app
