#include "app/viewer/widgets/vector_edit.h"

#include <QHBoxLayout>

#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/widgets/number_box.h"

namespace farfield::app {

VectorEdit::VectorEdit(QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(3);
    const std::array names{QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("z")};
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        boxes_[i] = new NumberBox(this);
        boxes_[i]->setObjectName(names[i]);
        Tip(names[i]).show_on(*boxes_[i]);
        boxes_[i]->setButtonSymbols(QAbstractSpinBox::NoButtons);
        row->addWidget(boxes_[i], 1);
        connect(boxes_[i], &QDoubleSpinBox::valueChanged, this, &VectorEdit::edited);
    }
}

void VectorEdit::set_scales(const model::Point& scales)
{
    for (std::size_t i = 0; i < boxes_.size(); ++i) boxes_[i]->set_scale(scales[i]);
}

void VectorEdit::show_value(const model::Point& value)
{
    for (std::size_t i = 0; i < boxes_.size(); ++i) boxes_[i]->show_value(value[i]);
}

model::Point VectorEdit::value() const
{
    return {boxes_[0]->exact_value(), boxes_[1]->exact_value(), boxes_[2]->exact_value()};
}

}  // namespace farfield::app
