#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "model/data/dataset_info.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace farfield::app {

/// The blocks, parts, zones or regions that a dataset is made of, each with a tick; hidden where it is one.
class BlockList : public QWidget {
    Q_OBJECT

public:
    explicit BlockList(QWidget* parent = nullptr);

    void show_blocks(const std::vector<model::BlockInfo>& blocks);

Q_SIGNALS:
    /// So many were ticked or unticked in one go. Numbers from 1; empty: all of them. Never none.
    void chosen(const std::vector<std::string>& numbers);

private:
    void filter();
    void set_all(bool on);
    void emit_chosen();
    [[nodiscard]] int ticked() const;
    void show_count();

    QLabel* count_;
    QLineEdit* filter_;
    QListWidget* list_;
    QTimer settle_;  ///< several ticks are one choice
    std::vector<model::BlockInfo> shown_;
};

}  // namespace farfield::app
