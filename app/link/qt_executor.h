#pragma once

#include <QObject>

#include "app/link/executor.h"

namespace farfield::app {

/// Runs tasks on the thread that made this, from Qt's event loop. Tasks that are still waiting when this is
/// destroyed are dropped.
class QtExecutor final : public Executor {
public:
    using Executor::post;
    void post(std::shared_ptr<const Task> task) override;

private:
    QObject receiver_;
};

}  // namespace farfield::app
