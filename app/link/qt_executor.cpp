#include "app/link/qt_executor.h"

#include <QMetaObject>
#include <utility>

namespace farfield::app {

void QtExecutor::post(std::shared_ptr<const Task> task)
{
    QMetaObject::invokeMethod(
        &receiver_, [task = std::move(task)] { (*task)(); }, Qt::QueuedConnection);
}

}  // namespace farfield::app
