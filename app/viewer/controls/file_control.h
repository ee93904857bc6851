#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/own_node/own_files.h"

namespace farfield::app {

class NodeLink;
class OwnNode;
class SessionModel;
class StreamControl;
class TerrainControl;

/// Shows files and folders of this machine, through a node of this program's own that ends with it.
class FileControl : public QObject {
    Q_OBJECT

public:
    FileControl(SessionModel& model, NodeLink& link, StreamControl& flows, TerrainControl& terrains,
                QObject* parent = nullptr);
    ~FileControl() override;

    /// Choice of the vector and the blocks of the files.
    struct Part {
        std::string velocity = {};             ///< vector to trace; empty: as the node chooses
        std::vector<std::string> blocks = {};  ///< where no path names blocks; none: all
    };

    /// Starts a node for the paths in place of the one before, connects to it, and shows their contents.
    void open(const std::vector<std::string>& paths, const Part& part);
    void open(const std::vector<std::string>& paths) { open(paths, {}); }
    /// Starts a node for the paths of a saved session, and connects to it. The document says which data are
    /// opened. Throws std::runtime_error as own_files() and OwnNode do, and then changes nothing.
    void serve(const std::vector<std::string>& paths);
    /// Paths for a saved session: absolute, without built-in data; nullopt where the link
    /// does not lead to a node of this program's own.
    [[nodiscard]] std::optional<std::vector<std::string>> served() const;
    /// Shows data that every node has built in.
    void open_built_in(const farfield::app::DataChoice& choice);
    /// Starts and connects a new node of this program's own, where there was one before.
    void retry();
    /// True while there is a node of this program's own.
    [[nodiscard]] bool is_own() const noexcept { return node_ != nullptr; }
    /// Name of the own node's data in few words: a file, a folder, or "built in"; for files that cannot
    /// be shown, the data still on show. Empty without such a node.
    [[nodiscard]] QString name() const;

Q_SIGNALS:
    void problem(const QString& what);      ///< one line for the user
    void remark(const QString& what);       ///< likewise, without a failure
    void renamed();                         ///< name() may have changed
    void opened(const QStringList& paths);  ///< absolute; all data chosen from them are shown

private:
    void start(OwnFiles files);
    [[nodiscard]] bool is_linked() const;
    void take_connection();
    void choose();
    void show_choice(const DataChoice& choice);
    void report_opened();
    void report_failed();

    SessionModel& model_;
    NodeLink& link_;
    StreamControl& flows_;
    TerrainControl& terrains_;
    std::unique_ptr<OwnNode> node_;
    OwnFiles files_;
    std::vector<std::string> paths_;  ///< absolute, of files_
    std::string velocity_;            ///< vector of the files to trace; empty: as the node chooses
    DataChoice built_in_;             ///< to be opened; empty: open files_
    QString remark_;                  ///< shown once data are open
    bool chooses_ = false, has_datasets_ = false, has_terrains_ = false;
    bool has_failed_ = false;                            ///< none of paths_ could be shown
    bool awaits_flow_ = false, awaits_terrain_ = false;  ///< data of paths_, chosen and not shown yet
};

}  // namespace farfield::app
