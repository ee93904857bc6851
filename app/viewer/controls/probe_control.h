#pragma once

#include <QObject>
#include <QPointF>
#include <QTimer>
#include <optional>

#include "app/show/layer_set.h"
#include "app/viewer/session/node_link.h"

namespace farfield::app {

class FlowView;
class ShowControl;

/// Asks the node for the value under the cursor, where a slice is shown: one question at a time, at most ten
/// a second; the next question is about the cursor's place at that time.
class ProbeControl : public QObject {
    Q_OBJECT

public:
    ProbeControl(NodeLink& link, ShowControl& show, FlowView& view, QObject* parent = nullptr);

Q_SIGNALS:
    /// Value in words: "velocity 4512 m/s at 48, 32, 16"; empty: no value is under the cursor.
    void probed(const QString& text);

private:
    void hover(QPointF pixel);
    void ask();
    void show_answer(const LayerSet::Probed& asked, const net::Json& result);

    NodeLink& link_;
    ShowControl& show_;
    FlowView& view_;
    std::optional<QPointF> cursor_;  ///< the next question's place
    bool is_waiting_ = false;
    QTimer pause_;
};

}  // namespace farfield::app
