#include "app/viewer/controls/node_link.h"

#include "model/fields/json_fields.h"

#include <QMetaObject>
#include <utility>

namespace farfield::app {

NodeLink::NodeLink(QObject* parent) : QObject(parent)
{
    worker_.setMaxThreadCount(1);
}

NodeLink::~NodeLink()
{
    ++attempt_;
    drop_client();
    worker_.waitForDone();
}

void NodeLink::connect_to(const net::ClientSettings& settings)
{
    settings_ = settings;
    const auto attempt = ++attempt_;
    set_state(State::Connecting);  // first: whoever has a ring with the client detaches it now
    drop_client();
    worker_.start([this, attempt, settings] {
        // shared_ptr: what QMetaObject queues must be copyable.
        std::shared_ptr<net::Client> client;
        QString error;
        try {
            client = std::make_shared<net::Client>(settings, events_of(attempt));
        } catch (const std::exception& fault) {
            error = QString::fromUtf8(fault.what());
        }
        // Handed on by moving: were a copy left here or there, the session could end on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, attempt, client = std::move(client), error]() mutable {
                adopt(attempt, std::move(client), error);
            },
            Qt::QueuedConnection);
    });
}

void NodeLink::retry()
{
    connect_to(settings_);
}

void NodeLink::disconnect_from_node()
{
    ++attempt_;
    set_state(State::Idle);
    drop_client();
}

net::Json NodeLink::session() const
{
    return client_ ? client_->session() : net::Json();
}

net::LinkFigures NodeLink::figures() const
{
    return client_ ? client_->link() : net::LinkFigures{};
}

void NodeLink::call(const std::string& method, net::Json params, Answer answer)
{
    if (!client_) return;
    const auto number = ++calls_;
    waiting_calls_.push_back({number, method, net::now_ns()});
    client_->call_async(method, std::move(params),
                        [this, attempt = attempt_, number, answer = std::move(answer)](
                            std::optional<net::RpcError> error, const net::Json& result) {
                            QMetaObject::invokeMethod(
                                this,
                                [this, attempt, number, answer, error = std::move(error), result] {
                                    take_answer(attempt, number, answer, error, result);
                                },
                                Qt::QueuedConnection);
                        });
}

void NodeLink::take_answer(std::uint64_t attempt, std::uint64_t number, const Answer& answer,
                           const std::optional<net::RpcError>& error, const net::Json& result)
{
    std::erase_if(waiting_calls_, [number](const WaitingCall& call) { return call.number == number; });
    if (attempt == attempt_ && state_ == State::Connected) answer(error, result);
}

void NodeLink::attach(std::uint32_t stream, net::FrameRing& ring)
{
    if (client_) client_->attach(stream, ring);
}

void NodeLink::detach(std::uint32_t stream)
{
    if (client_) client_->detach(stream);
}

void NodeLink::slots_released() noexcept
{
    if (client_) client_->slots_released();
}

void NodeLink::set_state(State state)
{
    if (std::exchange(state_, state) != state) Q_EMIT state_changed();
}

/// Ending a session talks to the node, so the worker does it.
void NodeLink::drop_client()
{
    waiting_calls_.clear();
    if (!client_) return;
    worker_.start([client = std::exchange(client_, nullptr)]() mutable { client.reset(); });
}

void NodeLink::adopt(std::uint64_t attempt, std::shared_ptr<net::Client> client, const QString& error)
{
    if (attempt != attempt_) {
        if (client) worker_.start([client = std::move(client)]() mutable { client.reset(); });
        return;
    }
    client_ = std::move(client);
    if (!client_) {
        set_state(State::Idle);
        Q_EMIT failed(error);
        return;
    }
    if (client_->is_lost()) {  // heard_lost() has come or is on its way
        drop_client();
        return;
    }
    set_state(State::Connected);
    Q_EMIT connected();
}

net::ClientEvents NodeLink::events_of(std::uint64_t attempt)
{
    net::ClientEvents events;
    events.frame_arrived = [this](std::uint32_t) {
        // Many frames may come before the GUI thread looks; one message is enough.
        if (arrival_posted_.exchange(true)) return;
        QMetaObject::invokeMethod(
            this,
            [this] {
                arrival_posted_ = false;
                Q_EMIT frame_arrived();
            },
            Qt::QueuedConnection);
    };
    events.notified = [this, attempt](const std::string& method, const net::Json& params) {
        QMetaObject::invokeMethod(
            this, [this, attempt, method, params] { heard_notification(attempt, method, params); },
            Qt::QueuedConnection);
    };
    events.lost = [this, attempt](const std::string& why) {
        QMetaObject::invokeMethod(
            this, [this, attempt, why = QString::fromStdString(why)] { heard_lost(attempt, why); },
            Qt::QueuedConnection);
    };
    return events;
}

void NodeLink::heard_lost(std::uint64_t attempt, const QString& why)
{
    if (attempt != attempt_) return;
    set_state(State::Lost);
    Q_EMIT lost(why);
    if (attempt == attempt_) drop_client();
}

void NodeLink::heard_notification(std::uint64_t attempt, const std::string& method, const net::Json& params)
{
    if (attempt != attempt_) return;
    const auto text = [&params](const char* name) {
        return QString::fromStdString(model::text_or(params, name, ""));
    };
    if (method == "program.ended")
        Q_EMIT program_ended(static_cast<std::uint32_t>(model::number_or(params, "stream", 0)),
                             text("reason"), text("message"));
}

}  // namespace farfield::app
