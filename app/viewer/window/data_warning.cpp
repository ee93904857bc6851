#include "app/viewer/window/data_warning.h"

#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

DataWarning::DataWarning(const SessionModel& model, QWidget* parent) : QLabel(parent), model_(model)
{
    setObjectName(QStringLiteral("data_warning"));
    show_plain(*this);
    setStyleSheet(
        QStringLiteral("#data_warning { background: #54431f; color: #fff0cf; padding: 3px 12px; }"));
    setIndent(0);  // the default would cut off the end
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&model_, &SessionModel::dataset_changed, this, &DataWarning::follow);
    follow();
}

void DataWarning::set_misfit(const QString& line)
{
    misfit_ = line;
    follow();
}

void DataWarning::follow()
{
    const auto& dataset = model_.dataset();
    const auto warning = dataset ? QString::fromStdString(dataset->velocity_warning) : QString();
    line_ = plain_text((warning + u' ' + misfit_).simplified());  // one line, whatever came
    Tip(line_).show_on(*this);
    elide();
    setVisible(!line_.isEmpty());
}

void DataWarning::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    elide();
}

void DataWarning::elide()
{
    setText(fontMetrics().elidedText(line_, Qt::ElideRight, contentsRect().width()));
}

}  // namespace farfield::app
