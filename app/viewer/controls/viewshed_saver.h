#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include "model/calls/viewshed_file.h"
#include "net/message/control_messages.h"

namespace farfield::app {

class NodeLink;

/// Saves viewsheds as GeoTIFFs, which the node makes. A new request replaces one that is under way.
class ViewshedSaver : public QObject {
    Q_OBJECT

public:
    explicit ViewshedSaver(NodeLink& link, QObject* parent = nullptr);

    /// Saves a viewshed. An existing file is replaced once all parts have arrived.
    void save(const model::ViewshedFileCall& viewshed, const QString& file);

Q_SIGNALS:
    void saved(const QString& file);
    void problem(const QString& what);  ///< one line for the user

private:
    void ask_part(std::uint32_t part);
    void take_part(std::uint32_t part, const net::Json& answer);
    void write();
    void fail(const QString& why);

    NodeLink& link_;
    model::ViewshedFileCall call_;
    QString file_;  ///< empty: none is under way
    QByteArray bytes_;
    std::uint64_t saves_ = 0;  ///< number of requests; parts of earlier ones are ignored
};

}  // namespace farfield::app
