#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "app/layers/entities/entity_table.h"
#include "model/calls/entities.h"

class QLabel;
class QPlainTextEdit;
class QTableWidget;

namespace farfield::app {

class NodeLink;

/// Page with all that a relay knows about one entity, asked for each second while it is visible. Texts of
/// others are shown as plain text.
class EntityDetailsPage : public QWidget {
    Q_OBJECT

public:
    explicit EntityDetailsPage(NodeLink& relay, QWidget* parent = nullptr);

    /// nullopt: none is selected. is_recorded: the entity is not the relay's, so that the relay is not asked.
    void show_entity(std::optional<net::dis::EntityId> id, bool is_recorded = false);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void take(const model::EntityDetails& details);
    void say(const QString& line);

    NodeLink& relay_;
    std::optional<net::dis::EntityId> id_;
    bool is_recorded_ = false;
    bool is_waiting_ = false;
    std::uint64_t generation_ = 0;  ///< answers to questions of earlier generations are ignored
    QTimer timer_;
    QLabel* line_;
    QTableWidget* fields_;
    QPlainTextEdit* bytes_;
};

/// Hexadecimal digits in lines of eight bytes: "0000  07 01 01 01 00 00 00 00".
[[nodiscard]] QString hex_lines(const std::string& digits);
/// Labels and values of the details, in order.
[[nodiscard]] std::vector<std::pair<QString, QString>> rows_of(const model::EntityDetails& details);

}  // namespace farfield::app
