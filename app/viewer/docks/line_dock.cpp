#include "app/viewer/docks/line_dock.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"
#include "app/viewer/widgets/scrolled.h"

namespace farfield::app {

LineDock::LineDock(SessionModel& model, ShowControl& control, const FlowView& view, QWidget* parent)
    : QDockWidget(tr("Lines"), parent), model_(model), control_(control), view_(view)
{
    setObjectName(QStringLiteral("line_dock"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    particles_ = new QCheckBox(tr("Show particles"), content);
    particles_->setObjectName(QStringLiteral("show_particles"));
    lines_ = new QCheckBox(tr("Show lines"), content);
    lines_->setObjectName(QStringLiteral("show_lines"));
    figures_ = new QLabel(content);
    figures_->setObjectName(QStringLiteral("line_figures"));
    column->addWidget(particles_);
    column->addWidget(lines_);
    column->addWidget(make_settings());
    column->addWidget(figures_);
    column->addStretch(1);
    setWidget(new_scrolled(content, this));
    listen();
    show_all();
}

/// A choice with one entry for each enumerator, in order.
QComboBox* LineDock::make_choice(const char* name, const QStringList& texts, QWidget* parent)
{
    auto* choice = new QComboBox(parent);
    choice->setObjectName(QString::fromLatin1(name));
    choice->addItems(texts);
    return choice;
}

QWidget* LineDock::make_settings()
{
    auto* settings = new QWidget(this);
    auto* form = new QFormLayout(settings);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    kind_ = make_choice("line_kind", {tr("Streamlines"), tr("Pathlines"), tr("Streaklines"), tr("Timelines")},
                        settings);
    Tip(tr("Streamlines follow the flow as it is at one moment, pathlines a particle through time.\n"
           "Streaklines join what one seed released, timelines what all released at once."))
        .show_on(*kind_);
    direction_ = make_choice("line_direction", {tr("Downstream"), tr("Upstream"), tr("Both ways")}, settings);
    integrator_ = make_choice("line_integrator", {tr("Runge-Kutta 4"), tr("Dormand-Prince 5(4)")}, settings);
    step_ = new NumberBox(settings);
    step_->setObjectName(QStringLiteral("line_step"));
    steps_ = new_count_box(1, static_cast<int>(model::max_steps_of_line), settings);
    steps_->setObjectName(QStringLiteral("line_steps"));
    release_ = new_count_box(1, 10'000, settings);
    release_->setObjectName(QStringLiteral("line_release"));
    release_->setSuffix(tr(" steps"));
    form->addRow(tr("Kind"), kind_);
    form->addRow(tr("Direction"), direction_);
    form->addRow(tr("Integrator"), integrator_);
    form->addRow(tr("Step"), step_);
    form->addRow(tr("Steps"), steps_);
    form->addRow(tr("Release every"), release_);
    return settings;
}

void LineDock::listen()
{
    const auto set = [this](auto change) {
        auto params = model_.lines();
        change(params);
        model_.set_lines(params);
    };
    connect(particles_, &QCheckBox::clicked, this,
            [this](bool on) { model_.set_shown(model_.edited().particles, on); });
    connect(lines_, &QCheckBox::clicked, this,
            [this](bool on) { model_.set_shown(model_.edited().lines, on); });
    connect(kind_, &QComboBox::activated, this, [set](int index) {
        set([index](model::LineLayerParams& lines) { lines.kind = static_cast<model::LineKind>(index); });
    });
    connect(direction_, &QComboBox::activated, this, [set](int index) {
        set([index](model::LineLayerParams& lines) {
            lines.direction = static_cast<model::LineDirection>(index);
        });
    });
    connect(integrator_, &QComboBox::activated, this, [set](int index) {
        set([index](model::LineLayerParams& lines) {
            lines.integrator = static_cast<model::LineIntegrator>(index);
        });
    });
    connect(step_, &QDoubleSpinBox::valueChanged, this, [set](double value) {
        if (value > 0.0) set([value](model::LineLayerParams& lines) { lines.step = value; });
    });
    connect(steps_, &QSpinBox::valueChanged, this, [set](int value) {
        set([value](model::LineLayerParams& lines) { lines.steps = static_cast<std::uint32_t>(value); });
    });
    connect(release_, &QSpinBox::valueChanged, this, [set](int value) {
        set([value](model::LineLayerParams& lines) {
            lines.release_steps = static_cast<std::uint32_t>(value);
        });
    });
    connect(&model_, &SessionModel::document_changed, this, &LineDock::show_all);
    connect(&model_, &SessionModel::dataset_changed, this, &LineDock::show_all);
    connect(&view_, &FlowView::lines_shown, this, &LineDock::show_figures);
}

void LineDock::show_all()
{
    const auto lines = model_.lines();
    const bool editable = model_.editable(), shown = model_.shows(model_.edited().lines);
    particles_->setChecked(model_.shows(model_.edited().particles));
    lines_->setChecked(shown);
    lines_->setEnabled(editable);
    kind_->setCurrentIndex(static_cast<int>(lines.kind));
    direction_->setCurrentIndex(static_cast<int>(lines.direction));
    integrator_->setCurrentIndex(static_cast<int>(lines.integrator));
    step_->set_scale(20.0 * lines.step.value_or(0.0));
    step_->show_value(lines.step.value_or(0.0));
    show_count(*steps_, lines.steps);
    show_count(*release_, lines.release_steps);
    const bool released =
        lines.kind == model::LineKind::Streakline || lines.kind == model::LineKind::Timeline;
    for (auto* box : {static_cast<QWidget*>(kind_), static_cast<QWidget*>(integrator_),
                      static_cast<QWidget*>(step_), static_cast<QWidget*>(steps_)})
        box->setEnabled(editable && shown);
    direction_->setEnabled(editable && shown && !released);
    release_->setEnabled(editable && shown && released);
    show_figures();
}

void LineDock::show_figures()
{
    const ProgramDriver* driver = control_.lines();
    const auto latency = driver == nullptr ? std::nullopt : driver->latency_ms();
    const bool known = model_.shows(model_.edited().lines) && latency;
    figures_->setText(known ? tr("%1 lines, drawn %2 ms after the last change")
                                  .arg(qulonglong{view_.lines_drawn()})
                                  .arg(*latency, 0, 'f', 0)
                            : QString());
}

}  // namespace farfield::app
