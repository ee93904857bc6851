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

/// Reads a change. Throws Json::exception for malformed parameters.
ProgramChange NodeLink::change_in(const net::Json& params)
{
    ProgramChange change{.stream = params.at("stream").get<std::uint32_t>(),
                         .interaction = params.at("interaction").get<std::uint32_t>(),
                         .params = params.at("params"),
                         .state = params.at("state")};
    if (const auto rate = params.find("rate"); rate != params.end()) change.rate = rate->get<double>();
    return change;
}

/// Emits the signal of a notification. Newer nodes may send unknown ones.
void NodeLink::take_notification(const std::string& method, const net::Json& params)
{
    if (method == "entities.input" && model::text_or(params, "input", "") == "relay" &&
        model::text_or(params, "state", "") == "up")
        Q_EMIT relay_came();
    if (method.starts_with("session.")) Q_EMIT session_changed(method, params);
    if (method == "program.behind" && model::text_or(params, "reason", "") == "slot_bytes")
        Q_EMIT program_outgrew(static_cast<std::uint32_t>(model::number_or(params, "stream", 0)));
    try {
        if (method == "program.updated") Q_EMIT program_updated(change_in(params));
        if (method == "job.progress") Q_EMIT job_progressed(model::read_answer<model::JobProgress>(params));
        if (method == "dataset.opening")
            Q_EMIT opening_progressed(model::read_answer<model::OpeningProgress>(params));
    } catch (const std::runtime_error&) {
        return;  // from a newer node
    } catch (const net::Json::exception&) {
        return;  // from a newer node
    }
}

}  // namespace farfield::app
