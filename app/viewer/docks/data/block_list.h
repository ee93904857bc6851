#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "model/data/dataset_info.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace farfield::app {

/// Blocks, parts, zones or regions of a dataset, each with a tick; hidden where there is only one.
class BlockList : public QWidget {
    Q_OBJECT

public:
    explicit BlockList(QWidget* parent = nullptr);

    void show_blocks(const std::vector<model::BlockInfo>& blocks);

Q_SIGNALS:
    /// Blocks after a series of ticks: numbers from 1; empty: all. Never emitted for none.
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
    QTimer settle_;  ///< joins several ticks to one choice
    std::vector<model::BlockInfo> shown_;
};

}  // namespace farfield::app
