#include "app/viewer/session/node_link.h"

namespace farfield::app {

NodeLink::NodeLink(QObject* parent)
    : QObject(parent),
      link_(executor_,
            {.state_changed = [this] { Q_EMIT state_changed(); },
             .connected = [this] { Q_EMIT connected(); },
             .failed = [this](const std::string& why) { Q_EMIT failed(QString::fromStdString(why)); },
             .lost = [this](const std::string& why) { Q_EMIT lost(QString::fromStdString(why)); },
             .program_ended = [this](const Link::ProgramEnd& end) { Q_EMIT program_ended(end); },
             .session_ended = {}})
{}

}  // namespace farfield::app
