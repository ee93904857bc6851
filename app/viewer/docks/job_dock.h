#pragma once

#include <QDockWidget>
#include <string>
#include <vector>

#include "model/calls/jobs.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace farfield::app {

class DecayChart;
class NodeLink;

/// Starts a job of the node, shows how far the newest one is, and stops it.
class JobDock : public QDockWidget {
    Q_OBJECT

public:
    explicit JobDock(NodeLink& link, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The dataset that the node computes for the data that were entered.
    void result_wanted(const std::string& dataset);
    void problem(const QString& what);  ///< one line for the user

private:
    void make_content();
    void take(const model::JobProgress& progress);
    void show_progress();
    void start();
    void stop();

    NodeLink& link_;
    std::vector<model::JobProgress> progress_;  ///< of the newest job
    QLineEdit* data_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* stop_ = nullptr;
    QLabel* state_ = nullptr;
    DecayChart* chart_ = nullptr;
};

}  // namespace farfield::app
