#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

#include "app/own_node/own_files.h"

class QVBoxLayout;

namespace farfield::app {

/// Page shown before any data are open, with ways to open some.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Shows the last openings, each with its paths.
    void show_recent(const QList<QStringList>& openings);

Q_SIGNALS:
    void files_wanted();
    void folder_wanted();
    void node_wanted();
    void paths_wanted(const QStringList& paths);
    void scene_wanted(const farfield::app::DataChoice& choice);

private:
    void add_ways(QVBoxLayout& column);
    void add_scenes(QVBoxLayout& column);

    QVBoxLayout* recent_;
};

}  // namespace farfield::app
