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

/// Starts a job of the node, shows its progress, and stops it; without a start, shows the first that reports.
class JobDock : public QDockWidget {
    Q_OBJECT

public:
    explicit JobDock(NodeLink& link, QWidget* parent = nullptr);

Q_SIGNALS:
    /// Emitted when the result of the job that was started here has its first slice.
    void result_wanted(const std::string& dataset);
    void problem(const QString& what);  ///< one line for the user

private:
    void make_content();
    void take(const model::JobProgress& progress);
    void show_progress();
    void start();
    void stop();

    NodeLink& link_;
    model::JobStarted job_;                     ///< shown job; without a number: none
    std::vector<model::JobProgress> progress_;  ///< of that job
    bool opens_result_ = false;                 ///< once the result has a slice
    QLineEdit* data_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* stop_ = nullptr;
    QLabel* state_ = nullptr;
    DecayChart* chart_ = nullptr;
};

}  // namespace farfield::app
