#pragma once

#include <QObject>

#include "app/link/executor.h"

namespace farfield::app {

/// Runs tasks on the thread that constructed it, from Qt's event loop. Its destruction drops tasks that are
/// still waiting.
class QtExecutor final : public Executor {
public:
    using Executor::post;
    void post(std::shared_ptr<const Task> task) override;

private:
    QObject receiver_;
};

}  // namespace farfield::app
