#pragma once

#include <QObject>
#include <QTimer>
#include <string>

#include "net/client/client.h"

namespace farfield::app {

class NodeLink;
class SessionModel;

/// Keeps the window connected to a relay: one that is away is tried again, twice a second, until it is back.
class RelayControl : public QObject {
    Q_OBJECT

public:
    RelayControl(SessionModel& model, NodeLink& relay, QObject* parent = nullptr);

    /// Connects and shows the relay's entities: adds a layer to a document that has none for them.
    void connect_to(const net::ClientSettings& relay);
    /// Sets the zero level of heights for all entities: `vertical` of model::EntityStyle.
    void place_by(const std::string& vertical);
    /// Disconnects until the next connect_to(); known entities go grey.
    void disconnect_from_relay();
    /// Retries at once, without waiting for the next time.
    void retry_now();
    /// Shows the entities of a file, in a layer of their own.
    void show_recording(const std::string& file);

Q_SIGNALS:
    void away(const QString& what);  ///< one line for the user
    void back();                     ///< or no longer wanted

private:
    void add_layer(const std::string& recording);
    void take_loss(const QString& why);

    SessionModel& model_;
    NodeLink& relay_;
    QTimer retry_;
    bool is_away_ = false;
};

}  // namespace farfield::app
