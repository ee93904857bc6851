#include "app/viewer/sharing/sharing_control.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "app/viewer/widgets/foreign_text.h"
#include "model/document/patch.h"
#include "model/fields/json_fields.h"
#include "model/layers/layer_kinds.h"
#include "net/client/events_lost.h"
#include "net/client/sharing/invitation.h"

namespace farfield::app {
namespace {

constexpr std::string_view rakes = "rakes/";
/// The node releases a hold after 10 s without a patch (docs/protocol.md, section 19).
constexpr std::chrono::milliseconds time_to_hold_again{5'000};

/// Distinct from each other and from the rakes' own yellow, also for eyes that see no red or no green.
constexpr std::array<QRgb, 8> member_colours{0xff56b4e9, 0xffcc79a7, 0xff009e73, 0xffd55e00,
                                             0xffb2abd2, 0xff66c2a5, 0xfffb8072, 0xff80b1d3};

/// Version of the document; 0 from a node that gives none.
std::uint64_t version_in(const net::Json& params)
{
    return static_cast<std::uint64_t>(model::number_or(params, "version", 0));
}

}  // namespace

SharingControl::SharingControl(SessionModel& model, NodeLink& link, QObject* parent)
    : QObject(parent), model_(model), link_(link)
{
    connect(&link_, &NodeLink::connected, this, &SharingControl::begin);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() == NodeLink::State::Connected) return;
        is_begun_ = false;
        note_left();
        members_.clear();
        colours_.clear();
        holds_.clear();
        held_.clear();
        show_holds();
        show_role();
        Q_EMIT members_changed();
    });
    connect(&link_, &NodeLink::resumed, this, [this] {
        if (!held_.empty()) ask_to_hold();  // the node has released it meanwhile
    });
    connect(&link_, &NodeLink::session_changed, this, &SharingControl::take_event);
    connect(&model_, &SessionModel::document_changed, this, &SharingControl::follow);
    // Queued until the data are open: a camera on other data may not see them.
    const auto look = [this] {
        if (std::exchange(shows_other_data_, false)) Q_EMIT other_data_shown();
    };
    connect(&model_, &SessionModel::dataset_changed, this, look, Qt::QueuedConnection);
    connect(&model_, &SessionModel::terrain_changed, this, look, Qt::QueuedConnection);
    connect(&model_, &SessionModel::undone_in_part, this,
            [this] { Q_EMIT remark(tr("What others have changed since stays as it is.")); });
    connect(&model_, &SessionModel::gesture_began, this, &SharingControl::hold);
    connect(&model_, &SessionModel::gesture_ended, this, &SharingControl::release);
    connect(&model_, &SessionModel::held_touched, this, &SharingControl::say_who_holds);
    connect(&model_, &SessionModel::change_refused, this,
            [this] { Q_EMIT remark(tr("You watch this session: what all see is changed by others.")); });
}

void SharingControl::begin()
{
    is_begun_ = false;
    refused_ = nullptr;
    members_.clear();
    colours_.clear();
    const net::Json session = link_.session();
    say_if_alone(session);
    if (!link_.link().has_feature("share")) return;
    try {
        own_ = static_cast<std::uint32_t>(model::number_or(session, "member", 0));
        for (const net::Json& member : session.at("members"))
            members_.push_back(model::read_answer<net::MemberInfo>(member));
    } catch (const std::exception&) {
        members_.clear();  // from a node that violates the protocol
        return;
    }
    give_colours();
    Q_EMIT members_changed();
    if (model::number_or(session, "version", 0) == 0) {
        copy_.begin(net::Json::object(), 0);
        is_begun_ = true;
        return follow();
    }
    ask_for_document();
}

/// Notes that a shared session broke off; a session that the user leaves needs no report.
void SharingControl::note_left()
{
    if (!is_shared()) return;
    left_.reset();
    if (link_.state() == NodeLink::State::Lost)
        left_ = Left{link_.settings().node(), model::text_or(link_.session(), "epoch", "")};
}

void SharingControl::say_if_alone(const net::Json& session)
{
    const auto left = std::exchange(left_, std::nullopt);
    if (!left || left->node != link_.settings().node() || session.value("resumed", false)) return;
    const bool is_same_run = model::text_or(session, "epoch", "") == left->epoch;
    const QString why = is_same_run ? tr("The session has ended") : tr("The node has started anew");
    Q_EMIT others_lost(
        tr("%1: this is a new session, and the others are not in it. They need a new invitation.").arg(why));
}

void SharingControl::ask_for_document()
{
    link_.call("session.document", net::Json::object(), [this](const auto& error, const net::Json& answer) {
        if (!error) take_shared(answer);
    });
}

/// Begins anew after the node could not keep all events for a viewer that was away.
void SharingControl::begin_anew(const net::Json& params)
{
    members_.clear();
    for (const net::Json& member : params.value("members", net::Json::array())) take_member(member);
    give_colours();
    Q_EMIT members_changed();
    ask_for_document();
}

/// Replaces the window's document by the session's.
void SharingControl::take_shared(const net::Json& answer)
{
    const auto document = answer.find("document");
    if (document == answer.end() || !document->is_object()) return;
    copy_.begin(*document, version_in(answer));
    is_begun_ = true;
    show_document(*document, model::difference(shared_sections(model_.document()), *document));
    holds_.clear();
    for (const net::Json& hold : answer.value("holds", net::Json::array()))
        holds_[model::text_or(hold, "what", "")] =
            static_cast<std::uint32_t>(model::number_or(hold, "by", 0));
    show_holds();
    show_role();
}

// The document.

void SharingControl::follow()
{
    if (!is_begun_ || link_.state() != NodeLink::State::Connected || role() == net::MemberRole::Watch) return;
    const net::Json local = shared_sections(model_.document());
    if (local == refused_) return;
    const auto patch = copy_.change(local);
    if (!patch) return;
    if (!held_.empty() && held_since_.hasExpired(time_to_hold_again.count())) ask_to_hold();
    send(*patch);
}

void SharingControl::send(const net::Json& patch)
{
    link_.call("session.patch", {{"patch", patch}}, [this](const auto& error, const net::Json& answer) {
        if (error) return refused(*error);
        if (!copy_.accepted(version_in(answer))) return ask_for_document();
        follow();
    });
}

void SharingControl::refused(const net::RpcError& error)
{
    copy_.refused();
    if (error.code == net::RpcCode::Held) {
        Q_EMIT remark(tr("%1 holds this just now: the change was taken back.").arg(holder_in(error)));
        return take_back();
    }
    const QString why = plain_text(std::string(error.what()));
    if (is_shared() && !copy_.shared().empty()) {
        Q_EMIT remark(tr("The change was taken back: %1").arg(why));
        return take_back();
    }
    refused_ = shared_sections(model_.document());
    if (is_shared()) Q_EMIT remark(tr("The others do not see this change: %1").arg(why));
}

void SharingControl::take_back()
{
    const net::Json local = shared_sections(model_.document());
    show_document(copy_.shared(), model::difference(local, copy_.shared()));
}

void SharingControl::take_patch(const net::Json& params)
{
    if (!is_begun_) return;
    const net::Json patch = params.value("patch", net::Json::object());
    const net::Json local = shared_sections(model_.document());
    const net::Json merged = copy_.take(patch, version_in(params), local);
    if (merged != local) show_document(merged, patch);
}

void SharingControl::show_document(net::Json sections, const net::Json& patch)
{
    const auto read = [](net::Json whole) {
        whole["farfield"] = model::document_version;
        return model::read_document(whole, model::layer_kinds());
    };
    const std::string shown = base_data();
    try {
        model_.take_others(read(std::move(sections)), patch);
    } catch (const std::exception&) {
        // The user's own change depends on a member that another viewer has removed.
        try {
            model_.take_others(read(copy_.shared()), patch);
        } catch (const std::exception& fault) {
            Q_EMIT remark(tr("cannot show what another viewer has changed: %1")
                              .arg(plain_text(std::string(fault.what()))));
        }
    }
    shows_other_data_ = shows_other_data_ || base_data() != shown;
}

/// Name of the data of the scene's base.
std::string SharingControl::base_data() const
{
    const auto& data = model_.document().data;
    const auto base = data.find(model::base_of(model_.document()));
    return base == data.end() ? std::string() : base->second.name;
}

// Holds.

void SharingControl::hold(const std::string& rake)
{
    if (!is_begun_ || !is_shared() || rake.empty()) return;
    held_ = std::string(rakes) + rake;
    ask_to_hold();
}

void SharingControl::ask_to_hold()
{
    held_since_.start();
    link_.call("session.hold", {{"what", held_}}, [this, what = held_](const auto& error, const auto&) {
        if (!error || error->code != net::RpcCode::Held || what != held_) return;
        held_.clear();
        Q_EMIT remark(tr("%1 holds this just now.").arg(holder_in(*error)));
        model_.break_gesture();
    });
}

void SharingControl::release()
{
    if (const std::string what = std::exchange(held_, {}); !what.empty())
        link_.call("session.release", {{"what", what}}, [](const auto&, const auto&) {});
}

void SharingControl::show_holds()
{
    std::map<std::string, QColor> held;
    for (const auto& [what, by] : holds_)
        if (what.starts_with(rakes)) held[what.substr(rakes.size())] = colour_of(by);
    model_.set_held_rakes(std::move(held));
}

void SharingControl::say_who_holds(const std::string& rake)
{
    if (const auto hold = holds_.find(std::string(rakes) + rake); hold != holds_.end())
        Q_EMIT remark(tr("%1 holds this rake just now.").arg(name_of(hold->second)));
}

QString SharingControl::holder_in(const net::RpcError& error) const
{
    return name_of(static_cast<std::uint32_t>(model::number_or(error.data, "by", 0)));
}

// Members.

void SharingControl::take_event(const std::string& event, const net::Json& params)
{
    if (event == "session.patched") return take_patch(params);
    if (event == net::events_lost) return begin_anew(params);
    if (event == "session.held") {
        const std::string what = model::text_or(params, "what", "");
        const auto by = static_cast<std::uint32_t>(model::number_or(params, "by", 0));
        if (by == 0)
            holds_.erase(what);
        else
            holds_[what] = by;
        return show_holds();
    }
    const auto number = static_cast<std::uint32_t>(model::number_or(params, "member", 0));
    if (event == "session.joined") {
        take_member(params);
        Q_EMIT remark(tr("%1 has joined the session.").arg(name_of(number)));
    } else if (event == "session.left") {
        Q_EMIT remark(tr("%1 has left the session.").arg(name_of(number)));
        std::erase_if(members_, [number](const net::MemberInfo& one) { return one.member == number; });
    } else if (event == "session.role" || (event == "session.back" && params.contains("name"))) {
        take_member(params);
    } else if (auto* const member = find(number)) {
        member->here = event != "session.away";
    }
    show_role();
    give_colours();
    Q_EMIT members_changed();
}

void SharingControl::take_member(const net::Json& params)
{
    try {
        const auto member = model::read_answer<net::MemberInfo>(params);
        if (auto* const known = find(member.member))
            *known = member;
        else
            members_.push_back(member);
    } catch (const std::exception&) {
        return;  // from a newer node
    }
}

void SharingControl::invite(const net::InviteCall& call, Invited done)
{
    link_.call("session.invite", model::write(call),
               [this, done = std::move(done)](const auto& error, const net::Json& answer) {
                   if (error) return done({}, plain_text(std::string(error->what())));
                   // The invitation names the node by the address that this viewer uses, where it has one.
                   if (link_.settings().way)
                       return done(plain_text(model::text_or(answer, "invitation", "")), {});
                   const std::string pin = model::text_or(answer, "pin", "");
                   const net::Invitation invitation{
                       {link_.settings().host, link_.settings().port},
                       {model::text_or(answer, "session", ""), model::text_or(answer, "secret", "")},
                       net::is_pin(pin) ? pin : std::string()};
                   done(QString::fromStdString(to_string(invitation)), {});
               });
}

void SharingControl::show_role()
{
    model_.set_watching(is_begun_ && role() == net::MemberRole::Watch);
}

net::MemberRole SharingControl::role() const
{
    for (const auto& member : members_)
        if (member.member == own_) return member.role;
    return net::MemberRole::Watch;
}

/// Gives each member its usual colour, or the next free one; members keep their colours while they stay.
void SharingControl::give_colours()
{
    std::erase_if(colours_, [this](const auto& given) { return find(given.first) == nullptr; });
    const auto is_taken = [this](std::size_t colour) {
        return std::ranges::any_of(colours_, [=](const auto& given) { return given.second == colour; });
    };
    for (const net::MemberInfo& member : members_) {
        if (colours_.contains(member.member)) continue;
        std::size_t colour = (member.member + member_colours.size() - 1) % member_colours.size();
        for (std::size_t tried = 0; tried < member_colours.size() && is_taken(colour); ++tried)
            colour = (colour + 1) % member_colours.size();
        colours_[member.member] = colour;
    }
}

QColor SharingControl::colour_of(std::uint32_t member) const
{
    const auto found = colours_.find(member);
    return QColor::fromRgb(member_colours[found == colours_.end() ? 0 : found->second]);
}

net::MemberInfo* SharingControl::find(std::uint32_t number)
{
    const auto found = std::ranges::find(members_, number, &net::MemberInfo::member);
    return found == members_.end() ? nullptr : &*found;
}

QString SharingControl::name_of(std::uint32_t member) const
{
    const auto found = std::ranges::find(members_, member, &net::MemberInfo::member);
    const QString name = found == members_.end() ? tr("another viewer") : plain_text(found->name).trimmed();
    return name.isEmpty() ? tr("a viewer") : name;
}

}  // namespace farfield::app
