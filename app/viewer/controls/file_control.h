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

    /// What of the files is traced and read.
    struct Part {
        std::string velocity = {};             ///< empty: as the node chooses
        std::vector<std::string> blocks = {};  ///< where no path names some; none: all
    };

    /// Starts a node for them in place of the one before, connects to it, and shows what they hold.
    void open(const std::vector<std::string>& paths, const Part& part);
    void open(const std::vector<std::string>& paths) { open(paths, {}); }
    /// Starts a node for them, as a saved session names them, and connects to it. What is opened the document
    /// says. Throws std::runtime_error as own_files() and OwnNode do, and nothing has changed then.
    void serve(const std::vector<std::string>& paths);
    /// What such a session is saved with: absolute paths, none of what is built in; nothing where the link is
    /// not to a node of this program's own.
    [[nodiscard]] std::optional<std::vector<std::string>> served() const;
    /// One of what each node has built in.
    void open_built_in(const farfield::app::DataChoice& choice);
    /// Where the node is of this program's own: connects to a new one.
    void retry();
    /// Whether the link is to a node of this program's own.
    [[nodiscard]] bool is_own() const noexcept { return node_ != nullptr; }
    /// What such a node shows, in few words: a file, a folder, or that it is built in; of files that cannot
    /// be shown, what still is. Empty without such a node.
    [[nodiscard]] QString name() const;

Q_SIGNALS:
    void problem(const QString& what);      ///< one line for the user
    void remark(const QString& what);       ///< likewise, where nothing is wrong
    void renamed();                         ///< name() may be another
    void opened(const QStringList& paths);  ///< absolute; all that was chosen of them is shown

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
    std::string velocity_;            ///< of them, to trace; empty: as the node chooses
    DataChoice built_in_;             ///< to be opened; empty: files_ are
    QString remark_;                  ///< for the time when something is open
    bool chooses_ = false, has_datasets_ = false, has_terrains_ = false;
    bool has_failed_ = false;                            ///< none of paths_ could be shown
    bool awaits_flow_ = false, awaits_terrain_ = false;  ///< of paths_, chosen and not shown yet
};

}  // namespace farfield::app
