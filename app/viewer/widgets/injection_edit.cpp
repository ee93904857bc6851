#include "app/viewer/widgets/injection_edit.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"

namespace farfield::app {

namespace {

constexpr double longest = 1e12, shortest_interval = 1e-12;

}  // namespace

InjectionEdit::InjectionEdit(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    timed_ = new QCheckBox(tr("timed"), this);
    timed_->setObjectName(QStringLiteral("rake_timed"));
    Tip(tr("Particles are released at certain times only, counted from the program's frame 0"))
        .show_on(*timed_);
    rows_ = new QWidget(this);
    auto* grid = new QGridLayout(rows_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    start_ = make_row(tr("from"), "inject_start", tr("No particle is released before"));
    end_ = make_row(tr("until"), "inject_end", tr("No particle is released after"));
    interval_ = make_row(tr("every"), "inject_interval",
                         tr("Each seed releases one of its particles after every such time"));
    interval_.number->setMinimum(shortest_interval);
    column->addWidget(timed_);
    column->addWidget(rows_);
    connect(timed_, &QCheckBox::clicked, this, [this](bool on) {
        open(on);
        if (!on) show_injection({});
        Q_EMIT edited();
    });
    set_time(1.0, {});
    open(false);
}

InjectionEdit::Row InjectionEdit::make_row(const QString& text, const char* name, const QString& tip)
{
    const Row row{new QCheckBox(text, rows_), new NumberBox(rows_)};
    row.number->setRange(0.0, longest);
    row.number->setObjectName(QString::fromLatin1(name));
    row.given->setObjectName(QString::fromLatin1(name) + QStringLiteral("_given"));
    Tip(tip).show_on(*row.given);
    Tip(tip).show_on(*row.number);
    row.number->setEnabled(false);
    auto* grid = static_cast<QGridLayout*>(rows_->layout());
    const int line = grid->rowCount();
    grid->addWidget(row.given, line, 0);
    grid->addWidget(row.number, line, 1);
    grid->setColumnStretch(1, 1);
    connect(row.given, &QCheckBox::toggled, row.number, &QWidget::setEnabled);
    connect(row.given, &QCheckBox::clicked, this, &InjectionEdit::edited);
    connect(row.number, &NumberBox::valueChanged, this, &InjectionEdit::edited);
    return row;
}

void InjectionEdit::Row::show(const std::optional<double>& value) const
{
    given->setChecked(value.has_value());
    if (value) number->show_value(*value);
}

std::optional<double> InjectionEdit::Row::value() const
{
    return given->isChecked() ? std::optional(number->exact_value()) : std::nullopt;
}

void InjectionEdit::open(bool rows)
{
    timed_->setChecked(rows);
    rows_->setVisible(rows);
}

/// Shows an injection. Boxes of open numbers keep their last values, as suggestions.
void InjectionEdit::show_injection(const model::Injection& injection)
{
    start_.show(injection.start);
    end_.show(injection.end);
    interval_.show(injection.interval);
    if (injection != model::Injection{}) open(true);
}

void InjectionEdit::set_time(double step, const QString& units)
{
    constexpr double usual_end = 100.0, usual_interval = 10.0;  // steps
    const auto unit = units.isEmpty() ? QString() : QStringLiteral(" ") + units;
    step = std::abs(step);
    for (const auto& row : {start_, end_, interval_}) {
        row.number->set_scale(usual_end * step);
        row.number->setSuffix(unit);
    }
    if (!start_.given->isChecked()) start_.number->show_value(0.0);
    if (!end_.given->isChecked()) end_.number->show_value(usual_end * step);
    if (!interval_.given->isChecked()) interval_.number->show_value(usual_interval * step);
}

model::Injection InjectionEdit::injection() const
{
    model::Injection injection{start_.value(), end_.value(), interval_.value()};
    if (injection.end) injection.end = std::max(*injection.end, injection.start.value_or(0.0));
    return injection;
}

}  // namespace farfield::app
