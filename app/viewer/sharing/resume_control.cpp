#include "app/viewer/sharing/resume_control.h"

#include <QDateTime>
#include <QDebug>
#include <algorithm>
#include <utility>

#include "app/viewer/widgets/foreign_text.h"
#include "model/fields/json_fields.h"

namespace farfield::app {
namespace {

/// Time after which the document of the session is shown, and its layers have found their programs.
constexpr std::chrono::seconds time_for_programs{20};
constexpr std::chrono::milliseconds time_between_looks{100};
constexpr int looks_for_claim = 50;

std::uint64_t now()
{
    return static_cast<std::uint64_t>(QDateTime::currentSecsSinceEpoch());
}

/// Text of a time: "13:02", or "25 Nov, 13:02" on another day.
QString time_text(std::uint64_t seconds)
{
    const auto time = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(seconds));
    const bool is_today = time.date() == QDate::currentDate();
    return time.toString(is_today ? QStringLiteral("hh:mm") : QStringLiteral("d MMM, hh:mm"));
}

/// True for a node that ends with its connection, or that connects by itself.
bool keeps_nothing(const net::ClientSettings& node)
{
    return node.listener || (node.way && node.way->is_command());
}

const net::SessionStats* find(const net::SessionList& list, const SessionRecord& record)
{
    if (list.epoch != record.claim.epoch) return nullptr;
    const auto found = std::ranges::find_if(list.sessions, [&](const net::SessionStats& one) {
        return record.claim.session.starts_with(one.session);
    });
    return found == list.sessions.end() ? nullptr : &*found;
}

}  // namespace

ResumeControl::ResumeControl(NodeLink& link, QObject* parent) : QObject(parent), link_(link)
{
    leave_left_.setSingleShot(true);
    leave_left_.setInterval(time_for_programs);
    connect(&leave_left_, &QTimer::timeout, this, [this] { link_.link().leave_left(); });
    connect(&link_, &NodeLink::connected, this, &ResumeControl::connected);
    connect(&link_, &NodeLink::session_changed, this,
            [this](const std::string& event, const net::Json& params) {
                if (event == "session.taken")
                    taken_by_ = plain_text(model::text_or(params, "by", "another viewer"));
            });
    // Queued: the window first reports that the session is lost.
    connect(&link_, &NodeLink::lost, this, &ResumeControl::report_taken, Qt::QueuedConnection);
}

void ResumeControl::connect_to(const net::ClientSettings& node)
{
    wanted_ = node;
    file_.reset();
    resumed_.reset();
    taken_by_.clear();
    lock_.reset();
    if (std::exchange(is_chosen_, false)) return go_on();
    offer_.reset();
    if (!asks_ || keeps_nothing(node)) return link_.connect_to(node);
    if (node.join) return open_new();
    std::vector<FoundSession> left;
    try {
        left = find_sessions(own_sessions_folder(), node.node());
    } catch (const std::exception&) {
        return open_new();  // which reports the failure
    }
    std::erase_if(left, [](const FoundSession& one) { return is_viewed(one.record); });
    left.empty() ? open_new() : look_for(std::move(left));
}

/// Asks the node which sessions exist. If it cannot be asked, connecting reports the reason.
void ResumeControl::look_for(std::vector<FoundSession> left)
{
    link_.link().ask(wanted_, "session.list", net::Json::object(),
                     [this, left = std::move(left)](const auto& error, const net::Json& answer) {
                         if (error) return open_new();
                         try {
                             take_list(left, model::read_answer<net::SessionList>(answer));
                         } catch (const model::FieldError&) {
                             open_new();
                         }
                     });
}

void ResumeControl::take_list(const std::vector<FoundSession>& left, const net::SessionList& list)
{
    for (const FoundSession& session : left) {
        const net::SessionStats* const there = find(list, session.record);
        if (there == nullptr) remove_session(session);
        if (there == nullptr || offer_) continue;
        lock_ = lock_session(session);
        if (!lock_) continue;  // another window offers it, or has resumed it by now
        offer_ = session;
        is_offer_kept_ = there->state == net::SessionState::Kept;
    }
    if (!offer_) return open_new();
    const QString line = tr("Your session of %1 at %2 is still there.")
                             .arg(time_text(offer_->record.opened), plain_text(wanted_.node()));
    qInfo().noquote() << line;
    Q_EMIT offered(line);
}

void ResumeControl::open_new()
{
    offer_.reset();
    try {
        open(free_session_file(own_sessions_folder(), wanted_.node()), now(), std::nullopt);
    } catch (const std::exception& fault) {
        say(QString::fromUtf8(fault.what()));
        link_.connect_to(wanted_);
    }
}

void ResumeControl::open(std::filesystem::path file, std::uint64_t opened,
                         std::optional<net::SessionClaim> claim)
{
    const auto problem = [this](const std::string& line) {  // on the client's thread
        QMetaObject::invokeMethod(
            this, [this, line] { say(plain_text(line)); }, Qt::QueuedConnection);
    };
    taken_by_.clear();
    file_ = std::make_shared<SessionFile>(std::move(file), wanted_.node(), opened, problem, claim);
    auto settings = wanted_;
    settings.claim_store = file_;
    settings.claim = std::move(claim);
    if (settings.claim) settings.join.reset();
    link_.connect_to(settings);
}

void ResumeControl::go_on()
{
    if (file_ && !offer_)
        if (auto newer = file_->newer()) offer_ = {file_->file(), std::move(*newer)};
    if (!offer_) return open_new();
    const FoundSession session = *std::exchange(offer_, std::nullopt);
    resumed_ = session;
    open(session.file, session.record.opened, session.record.claim);
}

void ResumeControl::start_over()
{
    const auto offer = std::exchange(offer_, std::nullopt);
    if (!offer) {
        link_.disconnect_from_node();
        if (file_) file_->drop();
        wanted_.join.reset();  // it has been used
        return open_new();
    }
    // A viewer that has the session keeps its file: only a session without one is ended.
    const bool is_left = is_offer_kept_ && remove_session(*offer);
    lock_.reset();
    if (!is_left) return open_new();
    link_.link().ask(wanted_, "session.end", {{"session", offer->record.claim.session}},
                     [this](const auto&, const auto&) { open_new(); });
}

bool ResumeControl::may_leave_running() const
{
    return file_ && link_.settings().claim_store == file_ && link_.state() == NodeLink::State::Connected &&
           model::number_or(link_.session(), "grace_ms", 0) > 0;
}

void ResumeControl::leave_running()
{
    link_.link().leave_running();
}

void ResumeControl::connected()
{
    wanted_.join.reset();  // it has been used
    lock_.reset();         // the file now shows that this window has it
    const bool is_resumed = link_.session().value("resumed", false);
    if (is_resumed) leave_left_.start();
    if (const auto session = std::exchange(resumed_, std::nullopt); session && !is_resumed)
        say(line_of_refusal(*session));
    for (const QString& line : std::exchange(remarks_, {})) Q_EMIT remark(line);
}

QString ResumeControl::line_of_refusal(const FoundSession& session)
{
    const QString line = was_taken(session)
                             ? tr("Another viewer has resumed the session of %1; a new one was opened.")
                             : tr("The session of %1 is not there any more; a new one was opened.");
    return line.arg(time_text(session.record.opened));
}

/// Reports a lost session. The other viewer writes its claim at about the same time, so look for it.
void ResumeControl::report_taken()
{
    const auto is_over = [this] { return taken_by_.isEmpty() || link_.state() != NodeLink::State::Lost; };
    const auto may_go_on = [this] { return file_ && file_->newer().has_value(); };
    if (is_over()) return;
    const QString line = tr("Another viewer has taken the session: %1.").arg(taken_by_);
    Q_EMIT taken(line, may_go_on());
    if (may_go_on()) return;
    auto* look = new QTimer(this);
    connect(look, &QTimer::timeout, this, [this, look, is_over, may_go_on, line, looks = 0]() mutable {
        const bool is_known = may_go_on();
        if (is_known || is_over() || ++looks == looks_for_claim) look->deleteLater();
        if (is_known && !is_over()) Q_EMIT taken(line, true);
    });
    look->start(time_between_looks);
}

/// Shows a line once connected: while connecting it would be overlooked.
void ResumeControl::say(const QString& line)
{
    qWarning().noquote() << line;
    if (link_.state() == NodeLink::State::Connected)
        Q_EMIT remark(line);
    else
        remarks_.append(line);
}

}  // namespace farfield::app
