#include "app/viewer/docks/entities/entity_details.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/viewer/session/node_link.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

EntityDetailsPage::EntityDetailsPage(NodeLink& relay, QWidget* parent) : QWidget(parent), relay_(relay)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    line_ = new QLabel(this);
    line_->setObjectName(QStringLiteral("entity_details_line"));
    line_->setWordWrap(true);
    show_plain(*line_);
    fields_ = new QTableWidget(0, 2, this);
    fields_->setObjectName(QStringLiteral("entity_details"));
    fields_->horizontalHeader()->hide();
    fields_->horizontalHeader()->setStretchLastSection(true);
    fields_->setColumnWidth(0, 124);
    fields_->verticalHeader()->hide();
    fields_->verticalHeader()->setDefaultSectionSize(fields_->fontMetrics().height() + 4);
    fields_->setShowGrid(false);
    fields_->setWordWrap(false);
    fields_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    fields_->setMinimumHeight(60);
    bytes_ = new QPlainTextEdit(this);
    bytes_->setObjectName(QStringLiteral("entity_bytes"));
    bytes_->setReadOnly(true);
    bytes_->setLineWrapMode(QPlainTextEdit::NoWrap);
    bytes_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    bytes_->setMinimumHeight(40);
    column->addWidget(line_);
    column->addWidget(fields_, 3);
    column->addWidget(bytes_, 1);
    constexpr int between_questions_milliseconds = 1000;
    timer_.setInterval(between_questions_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &EntityDetailsPage::ask);
    connect(&relay_, &NodeLink::state_changed, this, [this] {
        ++generation_;
        is_waiting_ = false;
    });
    timer_.start();
    show_entity(std::nullopt);
}

void EntityDetailsPage::show_entity(std::optional<net::dis::EntityId> id, bool is_recorded)
{
    ++generation_;
    is_waiting_ = false;
    id_ = id;
    is_recorded_ = is_recorded;
    fields_->setRowCount(0);
    bytes_->clear();
    say(id ? QString() : tr("Select an entity in the list: here is all that is known of it."));
    ask();
}

void EntityDetailsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    ask();
}

void EntityDetailsPage::ask()
{
    if (!id_ || is_waiting_ || !isVisible()) return;
    if (is_recorded_) return say(tr("It is of a recording: the list has what is shown of it."));
    if (relay_.state() != NodeLink::State::Connected)
        return say(tr("The relay is away: this is what it said last."));
    is_waiting_ = true;
    relay_.call("entities.get", {{"entity", text_of(*id_)}},
                [this, generation = generation_](const auto& error, const net::Json& result) {
                    if (generation != generation_) return;
                    is_waiting_ = false;
                    try {
                        if (error) throw *error;
                        take(model::read_answer<model::EntityDetails>(result));
                    } catch (const std::runtime_error& fault) {
                        say(plain_text(std::string(fault.what())));
                    }
                });
}

void EntityDetailsPage::take(const model::EntityDetails& details)
{
    say(details.two_sources ? tr("Two sources send this entity in turn; the newest state is shown.")
                            : QString());
    const auto rows = rows_of(details);
    fields_->setRowCount(static_cast<int>(rows.size()));
    int row = 0;
    for (const auto& [label, value] : rows) {
        const auto put = [&](int column, const QString& text) {
            if (fields_->item(row, column) == nullptr) fields_->setItem(row, column, new QTableWidgetItem);
            fields_->item(row, column)->setText(text);
        };
        put(0, label);
        put(1, value);
        ++row;
    }
    QString bytes = hex_lines(details.state);
    if (!details.update.empty()) bytes += tr("update\n") + hex_lines(details.update);
    if (bytes_->toPlainText() != bytes) bytes_->setPlainText(bytes);
}

void EntityDetailsPage::say(const QString& line)
{
    line_->setText(line);
    line_->setVisible(!line.isEmpty());
}

}  // namespace farfield::app
