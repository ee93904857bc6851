#include "app/viewer/rake_editor.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>

#include "app/viewer/number_box.h"
#include "app/viewer/vector_edit.h"

namespace farfield::app {

namespace {

constexpr int most_seeds = 1'000'000;

std::uint32_t count_in(const QSpinBox* box)
{
    return static_cast<std::uint32_t>(box->value());
}

}  // namespace

RakeEditor::RakeEditor(QWidget* parent) : QWidget(parent), form_(new QFormLayout(this))
{
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setVerticalSpacing(4);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (auto*& vector : vectors_) {
        vector = new VectorEdit(this);
        form_->addRow(new QLabel(this), vector);
        connect(vector, &VectorEdit::edited, this, &RakeEditor::edited);
    }
    vectors_[0]->setObjectName(QStringLiteral("rake_first"));
    vectors_[1]->setObjectName(QStringLiteral("rake_second"));
    vectors_[2]->setObjectName(QStringLiteral("rake_third"));

    seeds_ = new QWidget(this);
    auto* row = new QHBoxLayout(seeds_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    seeds_u_ = new_count_box(1, most_seeds, seeds_);
    times_ = new QLabel(QStringLiteral("×"), seeds_);
    seeds_v_ = new_count_box(1, most_seeds, seeds_);
    seeds_u_->setObjectName(QStringLiteral("rake_seeds"));
    row->addWidget(seeds_u_, 1);
    row->addWidget(times_);
    row->addWidget(seeds_v_, 1);
    form_->addRow(tr("Seeds"), seeds_);
    particles_per_seed_ = new_count_box(1, most_seeds, this);
    particles_per_seed_->setObjectName(QStringLiteral("rake_particles_per_seed"));
    form_->addRow(tr("Per seed"), particles_per_seed_);
    particles_per_seed_->setToolTip(tr("Particles that each seed owns"));
    for (auto* box : {seeds_u_, seeds_v_, particles_per_seed_})
        connect(box, &QSpinBox::valueChanged, this, &RakeEditor::edited);
    arrange(kind_);
}

void RakeEditor::set_domain(double scale, const QString& units)
{
    units_ = units;
    for (auto* vector : vectors_) vector->set_scale(scale);
    arrange(kind_);
}

void RakeEditor::show_row(QWidget* field, const QString& label)
{
    auto* text = qobject_cast<QLabel*>(form_->labelForField(field));
    if (text)
        text->setText(units_.isEmpty() || field == seeds_ ? label
                                                          : QStringLiteral("%1 (%2)").arg(label, units_));
    if (text) text->setVisible(!label.isEmpty());
    field->setVisible(!label.isEmpty());
}

void RakeEditor::arrange(RakeKind kind)
{
    kind_ = kind;
    const bool plane = kind == RakeKind::Plane;
    show_row(vectors_[0], kind == RakeKind::Point ? tr("At") : plane ? tr("Origin") : tr("From"));
    show_row(vectors_[1], kind == RakeKind::Point ? QString() : plane ? tr("Edge u") : tr("To"));
    show_row(vectors_[2], plane ? tr("Edge v") : QString());
    show_row(seeds_, kind == RakeKind::Point ? QString() : tr("Seeds"));
    times_->setVisible(plane);
    seeds_v_->setVisible(plane);
}

void RakeEditor::show_rake(const net::Rake& rake)
{
    arrange(kind_of(rake));
    if (const auto* point = std::get_if<net::PointRake>(&rake.shape)) vectors_[0]->show_value(point->at);
    if (const auto* line = std::get_if<net::LineRake>(&rake.shape)) {
        vectors_[0]->show_value(line->from);
        vectors_[1]->show_value(line->to);
        show_count(*seeds_u_, line->seeds);
    }
    if (const auto* plane = std::get_if<net::PlaneRake>(&rake.shape)) {
        vectors_[0]->show_value(plane->origin);
        vectors_[1]->show_value(plane->edge_u);
        vectors_[2]->show_value(plane->edge_v);
        show_count(*seeds_u_, plane->seeds[0]);
        show_count(*seeds_v_, plane->seeds[1]);
    }
    show_count(*particles_per_seed_, rake.particles_per_seed);
}

net::Rake RakeEditor::rake() const
{
    net::Rake rake{.shape = net::PointRake{vectors_[0]->value()},
                   .particles_per_seed = count_in(particles_per_seed_)};
    if (kind_ == RakeKind::Line)
        rake.shape = net::LineRake{vectors_[0]->value(), vectors_[1]->value(), count_in(seeds_u_)};
    if (kind_ == RakeKind::Plane)
        rake.shape = net::PlaneRake{vectors_[0]->value(),
                                    vectors_[1]->value(),
                                    vectors_[2]->value(),
                                    {count_in(seeds_u_), count_in(seeds_v_)}};
    return rake;
}

}  // namespace farfield::app
