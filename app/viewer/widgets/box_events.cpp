#include "app/viewer/widgets/box_events.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QScrollBar>
#include <QWheelEvent>

namespace farfield::app {

namespace {

/// True for boxes whose value the wheel changes. A spin box's inner editor is not the box itself.
bool is_turned_by_wheel(const QWidget& widget)
{
    const bool is_slider = qobject_cast<const QAbstractSlider*>(&widget) != nullptr &&
                           qobject_cast<const QScrollBar*>(&widget) == nullptr;
    return is_slider || qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr;
}

/// True for a number's editor whose text equals the box's value: it has no change of its own to undo.
bool has_no_change(const QWidget& widget)
{
    const auto* const number = qobject_cast<const QDoubleSpinBox*>(&widget);
    const auto* const count = qobject_cast<const QSpinBox*>(&widget);
    bool is_read = false;
    if (number != nullptr)
        return number->locale().toDouble(number->cleanText(), &is_read) == number->value() && is_read;
    return count != nullptr && count->locale().toInt(count->cleanText(), &is_read) == count->value() &&
           is_read;
}

bool is_undo(const QKeyEvent& key)
{
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

bool is_pressed_by_space(const QWidget& widget)
{
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr ||
           qobject_cast<const QAbstractItemView*>(&widget) != nullptr;
}

}  // namespace

BoxEvents::BoxEvents(QObject* parent) : QObject(parent)
{
    QApplication::instance()->installEventFilter(this);
}

bool BoxEvents::eventFilter(QObject* watched, QEvent* event)
{
    const bool is_wheel = event->type() == QEvent::Wheel, is_new = event->type() == QEvent::Polish;
    if (!is_wheel && !is_new && event->type() != QEvent::ShortcutOverride) return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr) return false;
    if (is_new) {
        // Qt would give the box the focus by the wheel itself, before this filter is asked.
        if (is_turned_by_wheel(*widget) && widget->focusPolicy() == Qt::WheelFocus)
            widget->setFocusPolicy(Qt::StrongFocus);
        return false;
    }
    if (is_wheel) {
        if (widget->hasFocus() || !is_turned_by_wheel(*widget)) return false;
        event->ignore();  // the box's parent gets it next
        return true;
    }
    const auto* key = static_cast<const QKeyEvent*>(event);
    if (is_undo(*key) && has_no_change(*widget)) {
        event->ignore();  // passes it to the window
        return true;
    }
    const bool is_space = key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier;
    if (!is_space || !is_pressed_by_space(*widget)) return false;
    event->accept();  // it comes again as a key press, not to the menus
    return true;
}

}  // namespace farfield::app
