#include "app/viewer/controls/viewshed_saver.h"

#include <QDir>
#include <algorithm>
#include <utility>

#include "app/viewer/session/node_link.h"
#include "model/files/atomic_file.h"

namespace farfield::app {

ViewshedSaver::ViewshedSaver(NodeLink& link, QObject* parent) : QObject(parent), link_(link)
{
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected && !file_.isEmpty()) fail(tr("the node is gone"));
    });
}

void ViewshedSaver::save(const model::ViewshedFileCall& viewshed, const QString& file)
{
    ++saves_;
    call_ = viewshed;
    file_ = file;
    bytes_.clear();
    if (link_.state() != NodeLink::State::Connected) return fail(tr("the node is gone"));
    ask_part(0);
}

void ViewshedSaver::ask_part(std::uint32_t part)
{
    call_.part = part;
    link_.call("terrain.viewshed_file", model::write(call_),
               [this, part, save = saves_](const auto& error, const net::Json& answer) {
                   if (save != saves_) return;
                   try {
                       if (error) throw *error;
                       take_part(part, answer);
                   } catch (const std::runtime_error& fault) {
                       fail(QString::fromUtf8(fault.what()));
                   }
               });
}

void ViewshedSaver::take_part(std::uint32_t part, const net::Json& answer)
{
    const auto taken = model::viewshed_file_part(answer);
    bytes_.append(reinterpret_cast<const char*>(taken.bytes.data()),
                  static_cast<qsizetype>(taken.bytes.size()));
    if (part + 1 < std::min(taken.parts, model::max_viewshed_parts)) return ask_part(part + 1);
    write();
}

void ViewshedSaver::write()
{
    try {
        write_atomically(file_.toStdString(), {bytes_.constData(), static_cast<std::size_t>(bytes_.size())});
    } catch (const std::exception& fault) {
        return fail(QString::fromUtf8(fault.what()));
    }
    bytes_.clear();
    Q_EMIT saved(std::exchange(file_, {}));
}

void ViewshedSaver::fail(const QString& why)
{
    ++saves_;
    bytes_.clear();
    const auto file = QDir::toNativeSeparators(std::exchange(file_, {}));
    Q_EMIT problem(tr("Cannot save the viewshed as '%1': %2").arg(file, why));
}

}  // namespace farfield::app
