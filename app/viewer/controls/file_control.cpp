#include "app/viewer/controls/file_control.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "app/own_node/own_node.h"
#include "app/viewer/controls/stream_control.h"
#include "app/viewer/controls/terrain_control.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/session/session_model.h"
#include "model/data/block_names.h"

namespace farfield::app {

namespace {

/// Absolute paths, without the blocks named behind them.
std::vector<std::string> plain_paths(const std::vector<std::string>& paths)
{
    std::vector<std::string> plain;
    for (const std::string& path : paths) {
        const bool is_there = std::filesystem::exists(path);
        plain.push_back(
            std::filesystem::absolute(is_there ? path : model::split_blocks(path).dataset).string());
    }
    return plain;
}

}  // namespace

FileControl::FileControl(SessionModel& model, NodeLink& link, StreamControl& flows, TerrainControl& terrains,
                         QObject* parent)
    : QObject(parent), model_(model), link_(link), flows_(flows), terrains_(terrains)
{
    connect(&link_, &NodeLink::connected, this, &FileControl::take_connection);
    connect(&model_, &SessionModel::datasets_changed, this, [this] {
        has_datasets_ = true;
        choose();
    });
    connect(&model_, &SessionModel::terrains_changed, this, [this] {
        has_terrains_ = true;
        choose();
    });
    connect(&flows_, &StreamControl::opened, this, [this] {
        if (std::exchange(awaits_flow_, false)) report_opened();
        Q_EMIT renamed();
    });
    connect(&terrains_, &TerrainControl::opened, this, [this] {
        if (std::exchange(awaits_terrain_, false)) report_opened();
        Q_EMIT renamed();
    });
    connect(&flows_, &StreamControl::nothing_comes, this, [this] {
        if (std::exchange(awaits_flow_, false)) report_failed();
    });
    connect(&terrains_, &TerrainControl::problem, this, [this] {
        if (std::exchange(awaits_terrain_, false)) report_failed();
    });
    connect(&flows_, &StreamControl::solved, this, [this] {
        if (!remark_.isEmpty()) Q_EMIT remark(std::exchange(remark_, {}));
    });
}

FileControl::~FileControl() = default;

void FileControl::open(const std::vector<std::string>& paths, const Part& part)
{
    try {
        OwnFiles files = own_files(paths);
        if (files.blocks.empty()) files.blocks = part.blocks;
        start(std::move(files));
    } catch (const std::exception& error) {
        return Q_EMIT problem(QString::fromUtf8(error.what()));
    }
    velocity_ = part.velocity;
    built_in_ = {};
    chooses_ = true;
    paths_ = plain_paths(paths);
}

void FileControl::report_opened()
{
    if (awaits_flow_ || awaits_terrain_ || paths_.empty()) return;
    QStringList names;
    for (const std::string& path : paths_) names.append(QString::fromStdString(path));
    Q_EMIT opened(names);
}

void FileControl::report_failed()
{
    has_failed_ = true;
    Q_EMIT renamed();
}

void FileControl::serve(const std::vector<std::string>& paths)
{
    start(own_files(paths));
    paths_ = plain_paths(paths);
    velocity_.clear();
    built_in_ = {};
    chooses_ = false;
}

std::optional<std::vector<std::string>> FileControl::served() const
{
    return is_linked() ? std::optional(paths_) : std::nullopt;
}

void FileControl::open_built_in(const DataChoice& choice)
{
    files_ = {};
    paths_.clear();
    built_in_ = choice;
    chooses_ = true;
    retry();
}

bool FileControl::is_linked() const
{
    return node_ && link_.settings().token == node_->client_settings().token;
}

QString FileControl::name() const
{
    if (!is_linked()) return {};
    const auto text = [](const std::string& name) { return QString::fromStdString(name); };
    if (has_failed_)
        return model_.dataset()   ? text(model_.dataset()->dataset)
               : model_.terrain() ? text(model_.terrain()->terrain)
                                  : tr("nothing open");
    if (!files_.names.empty())
        return files_.names.size() == 1
                   ? text(files_.names.front())
                   : tr("%1 and %2 more").arg(text(files_.names.front())).arg(files_.names.size() - 1);
    if (files_.data_folders.empty()) return tr("built in");
    return text(files_.data_folders.front().filename().string()) + QLatin1Char('/');
}

void FileControl::retry()
{
    try {
        start(files_);
    } catch (const std::exception& error) {
        Q_EMIT problem(QString::fromUtf8(error.what()));
    }
}

void FileControl::start(OwnFiles files)
{
    auto next = std::make_unique<OwnNode>(files.data_folders);
    files_ = std::move(files);
    link_.disconnect_from_node();
    node_ = std::move(next);
    flows_.leave_choice(true);
    awaits_flow_ = awaits_terrain_ = has_failed_ = false;
    link_.connect_to(node_->client_settings());
}

/// Ends an own node that is no longer connected.
void FileControl::take_connection()
{
    has_datasets_ = has_terrains_ = false;
    if (!node_ || is_linked()) return;
    node_.reset();
    chooses_ = false;
    flows_.leave_choice(false);
}

void FileControl::choose()
{
    if (!chooses_ || !has_datasets_ || !has_terrains_) return;
    chooses_ = false;
    if (!built_in_.is_empty()) return show_choice(built_in_);
    DataChoice choice = choose_data(files_, model_.datasets(), model_.terrains());
    choice.velocity = velocity_;
    if (choice.is_empty()) report_failed();
    if (choice.is_empty())
        return Q_EMIT problem(
            tr("Nothing in '%1' is of a kind that Farfield reads")
                .arg(QString::fromStdString(files_.data_folders.front().filename().string())));
    if (choice.flows.empty() && (!velocity_.empty() || !files_.blocks.empty()))
        Q_EMIT problem(tr("'%1' is a terrain, which has no velocity and no blocks")
                           .arg(QString::fromStdString(choice.terrain)));
    const auto files = std::ranges::count(model_.datasets(), "file", &model::DatasetEntry::kind);
    if (files_.names.empty() && files > 1)
        remark_ = tr("%1 datasets: the tab Dataset lists the others").arg(files);
    show_choice(choice);
}

void FileControl::show_choice(const DataChoice& choice)
{
    awaits_flow_ = !choice.flows.empty();
    awaits_terrain_ = !choice.terrain.empty();
    if (!choice.terrain.empty()) terrains_.open_terrain(choice.terrain);
    if (!choice.flows.empty()) flows_.open_first_of(choice.flows, choice.velocity);
}

}  // namespace farfield::app
