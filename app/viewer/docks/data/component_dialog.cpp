#include "app/viewer/docks/data/component_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

/// The file's own scalars: they precede derived ones, except that `speed` is first of all where there is
/// a velocity; without one the first is the file's.
std::vector<std::string> component_names(const model::DatasetInfo& dataset)
{
    std::vector<std::string> names;
    for (const model::ScalarInfo& scalar : dataset.scalars) {
        const bool is_first = &scalar == &dataset.scalars.front();
        const bool is_of_file = !scalar.association.empty() || (is_first && !dataset.velocity);
        if (is_of_file) names.push_back(scalar.name);
        if (!is_of_file && !is_first) break;
    }
    return names;
}

namespace {

/// True for units such as "m/s", "cm s-1", "m s**-1", "km/h", "knots"; used only for a guess.
bool may_be_speed(const std::string& units)
{
    constexpr std::array signs{"/s", "s-1", "s**-1", "s^-1", "/h", "knot"};
    return std::ranges::any_of(signs,
                               [&](const char* sign) { return units.find(sign) != std::string::npos; });
}

/// Indices of the first two or three neighbours of one unit, preferably of a speed; -1: no z.
std::array<int, 3> guessed_components(const std::vector<std::string>& names,
                                      const model::DatasetInfo& dataset)
{
    std::vector<std::string> units;
    for (const std::string& name : names)
        units.push_back(std::ranges::find(dataset.scalars, name, &model::ScalarInfo::name)->units);
    const int last = static_cast<int>(names.size()) - 1;
    for (const bool of_speed : {true, false})
        for (int i = 0; i < last; ++i) {
            if (units[i] != units[i + 1] || (of_speed && !may_be_speed(units[i]))) continue;
            return {i, i + 1, i + 2 <= last && units[i + 2] == units[i] ? i + 2 : -1};
        }
    return {0, std::min(1, last), -1};
}

}  // namespace

ComponentDialog::ComponentDialog(const model::DatasetInfo& dataset, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("component_dialog"));
    setWindowTitle(tr("Velocity of scalars"));
    const auto names = component_names(dataset);
    const QStringList now = QString::fromStdString(dataset.velocity_name()).split(QLatin1Char(','));
    auto* column = new QVBoxLayout(this);
    auto* words = new QLabel(tr("Which scalars of the file are its components:"), this);
    column->addWidget(words);
    auto* form = new QFormLayout();
    column->addLayout(form);
    constexpr std::array axes{"x", "y", "z"};
    const auto guessed = guessed_components(names, dataset);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        auto* box = components_[axis] = new QComboBox(this);
        box->setObjectName(QStringLiteral("component_") + QLatin1String(axes[axis]));
        if (axis == 2) box->addItem(tr("none: it flows in a plane"), QString());
        for (const std::string& name : names) box->addItem(plain_text(name), QString::fromStdString(name));
        const auto place = static_cast<qsizetype>(axis);
        const int known = now.size() > 1 && place < now.size() ? box->findData(now[place]) : -1;
        const bool is_plane = now.size() == 2 && axis == 2;
        const int guess = guessed[axis] + (axis == 2 ? 1 : 0);
        box->setCurrentIndex(known >= 0 ? known : is_plane ? 0 : guess);
        form->addRow(QLatin1String(axes[axis]), box);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Trace it"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

QString ComponentDialog::velocity() const
{
    QStringList names;
    for (const QComboBox* box : components_)
        if (const QString name = box->currentData().toString(); !name.isEmpty()) names.append(name);
    return names.join(QLatin1Char(','));
}

}  // namespace farfield::app
