#include "app/viewer/session/node_link.h"

#include <stdexcept>

#include "model/fields/json_fields.h"

namespace farfield::app {

NodeLink::NodeLink(QObject* parent)
    : QObject(parent),
      link_(
          executor_,
          {.state_changed = [this] { Q_EMIT state_changed(); },
           .connected = [this] { Q_EMIT connected(); },
           .failed = [this](const std::string& why) { Q_EMIT failed(QString::fromStdString(why)); },
           .lost = [this](const std::string& why) { Q_EMIT lost(QString::fromStdString(why)); },
           .interrupted = [this](const net::Interruption& interruption) { Q_EMIT interrupted(interruption); },
           .resumed = [this] { Q_EMIT resumed(); },
           .program_ended = [this](const Link::ProgramEnd& end) { Q_EMIT program_ended(end); },
           .session_ended = {},
           .notified = [this](const std::string& method,
                              const net::Json& params) { take_notification(method, params); },
           .answered = {},
           .noted = [this](const std::string& line) { Q_EMIT noted(QString::fromStdString(line)); }})
{}

/// Nodes may send more than this viewer knows.
void NodeLink::take_notification(const std::string& method, const net::Json& params)
{
    if (method == "entities.input" && model::text_or(params, "input", "") == "relay" &&
        model::text_or(params, "state", "") == "up")
        Q_EMIT relay_came();
    try {
        if (method == "job.progress") Q_EMIT job_progressed(model::read_answer<model::JobProgress>(params));
        if (method == "dataset.opening")
            Q_EMIT opening_progressed(model::read_answer<model::OpeningProgress>(params));
    } catch (const std::runtime_error&) {
        return;  // of a newer node
    }
}

}  // namespace farfield::app
