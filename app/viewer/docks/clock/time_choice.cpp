#include "app/viewer/docks/clock/time_choice.h"

#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>
#include <algorithm>

#include "app/viewer/docks/clock/time_text.h"

namespace farfield::app {
namespace {

constexpr int most_rows = 14;

}  // namespace

TimeChoice::TimeChoice(QWidget* parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("time_choice"));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(most_rows);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(16);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setMaxVisibleItems(most_rows);
    lineEdit()->setPlaceholderText(tr("Part of a date"));
    connect(this, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && index < static_cast<int>(times_.size()))
            Q_EMIT chosen(times_[static_cast<std::size_t>(index)]);
    });
    connect(lineEdit(), &QLineEdit::editingFinished, this, &TimeChoice::choose_typed);
}

void TimeChoice::show_times(const model::DatasetInfo* dataset, double start)
{
    const auto times = dataset == nullptr ? std::vector<double>() : dataset->times;
    const auto origin = dataset == nullptr ? std::nullopt : dataset->time_origin;
    const auto calendar =
        dataset == nullptr ? Calendar() : Calendar(dataset->calendar, dataset->calendar_origin);
    const auto dates = dataset == nullptr ? std::vector<std::optional<double>>() : dataset->dates;
    const auto units = dataset == nullptr ? std::string() : dataset->time_units;
    const QSignalBlocker quiet(this);
    if (times != times_ || origin != origin_ || dates != dates_ || units != units_ || calendar != calendar_) {
        times_ = times;
        origin_ = origin;
        dates_ = dates;
        calendar_ = calendar;
        units_ = units;
        clear();
        QStringList texts;
        for (const double time : times_) texts.append(time_text(*dataset, time));
        addItems(texts);
    }
    setEnabled(times_.size() > 1);
    if (lineEdit()->hasFocus() && lineEdit()->isModified()) return;  // the user is typing
    // Selects the step that is shown then: the last one that is not later.
    const auto later = std::ranges::upper_bound(times_, start) - times_.begin();
    setCurrentIndex(times_.empty() ? -1 : static_cast<int>(std::max<std::ptrdiff_t>(later - 1, 0)));
}

/// Chooses the first entry that contains the typed text; without one, the shown entry comes back.
void TimeChoice::choose_typed()
{
    if (!lineEdit()->isModified()) return;
    lineEdit()->setModified(false);
    const int found = findText(lineEdit()->text().trimmed(), Qt::MatchContains);
    const bool is_found = found >= 0 && !lineEdit()->text().trimmed().isEmpty();
    if (is_found) setCurrentIndex(found);
    setEditText(itemText(currentIndex()));
    if (is_found) Q_EMIT chosen(times_[static_cast<std::size_t>(found)]);
}

}  // namespace farfield::app
