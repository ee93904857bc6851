#include "app/viewer/window/velocity_warning.h"

#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

VelocityWarning::VelocityWarning(const SessionModel& model, QWidget* parent) : QLabel(parent), model_(model)
{
    setObjectName(QStringLiteral("velocity_warning"));
    show_plain(*this);
    setStyleSheet(
        QStringLiteral("#velocity_warning { background: #54431f; color: #fff0cf; padding: 3px 12px; }"));
    setIndent(0);  // its own would cut the end off
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&model_, &SessionModel::dataset_changed, this, &VelocityWarning::follow);
    follow();
}

void VelocityWarning::follow()
{
    const auto& dataset = model_.dataset();
    const auto warning = dataset ? QString::fromStdString(dataset->velocity_warning) : QString();
    line_ = plain_text(warning.simplified());  // one line, whatever came
    setToolTip(plain_tip(line_));
    elide();
    setVisible(!line_.isEmpty());
}

void VelocityWarning::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    elide();
}

void VelocityWarning::elide()
{
    setText(fontMetrics().elidedText(line_, Qt::ElideRight, contentsRect().width()));
}

}  // namespace farfield::app
