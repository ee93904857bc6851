#include <utility>

#include "app/viewer/session/session_document.h"
#include "app/viewer/session/session_model.h"
#include "net/message/clock.h"

/// SessionModel: the document as a whole, opened, undone, or changed by others.
namespace farfield::app {

void SessionModel::select_layer(const std::string& id)
{
    if (selected_layer_ == id) return;
    selected_layer_ = id;
    take_document(model::Document(document_));
}

void SessionModel::change_document(const char* label, const model::Document& to)
{
    const auto before = document_;
    take_document(to);
    record(label, before);
}

std::string SessionModel::new_layer_id(const std::string& kind) const
{
    return model::new_id(model::write(document_), undo_stack_.history(), "layers", kind);
}

void SessionModel::take_document(const model::Document& document)
{
    if (is_watching_ && document != document_) {
        emit_all();
        return refuse_change();
    }
    take_document_at(document, net::now_ns());
}

void SessionModel::take_document_at(const model::Document& document, std::uint64_t acted_ns)
{
    document_ = document;
    acted_ns_ = acted_ns;
    if (!document_.layers.contains(selected_layer_)) selected_layer_.clear();
    edited_ = edited_of(document_, selected_layer_);
    if (const auto ground = document_.layers.find(edited_.terrain); ground != document_.layers.end())
        read(ground->second, terrain_settings_);
    read(document_.clock, playback_);
    const auto flow = document_.data.find(edited_.flow);
    const auto ground = document_.data.find(edited_.ground);
    const std::string dataset = flow == document_.data.end() ? "" : flow->second.name;
    const std::string velocity = flow == document_.data.end() ? "" : flow->second.velocity;
    const std::string terrain = ground == document_.data.end() ? "" : ground->second.name;
    awaits_dataset_ = !dataset.empty() &&
                      !(dataset_ && dataset_->dataset == dataset && dataset_->velocity_name() == velocity);
    awaits_terrain_ = !terrain.empty() && !(terrain_ && terrain_->terrain == terrain);
    read_flow();
    Q_EMIT data_wanted(dataset, velocity, terrain);
    emit_all();
}

void SessionModel::take_undone(const model::Document& document)
{
    take_document(document);
    if (undo_stack_.history().was_partial()) Q_EMIT undone_in_part();
}

void SessionModel::take_others(model::Document document, const model::Json& patch)
{
    document.camera = document_.camera;
    document.output = document_.output;
    undo_stack_.others_changed(patch);
    const std::uint64_t acted_before = acted_ns_;
    others_acted_ = true;
    take_document_at(document, acted_before);
}

void SessionModel::set_watching(bool watches)
{
    if (std::exchange(is_watching_, watches) != watches) Q_EMIT watching_changed();
}

void SessionModel::refuse_change()
{
    Q_EMIT change_refused();
}

void SessionModel::break_gesture()
{
    Q_EMIT gesture_broken();
    end_gesture();
}

void SessionModel::touch_held(std::size_t rake)
{
    if (rake < flow_.rake_ids.size()) Q_EMIT held_touched(flow_.rake_ids[rake]);
}

void SessionModel::set_held_rakes(std::map<std::string, QColor> held)
{
    if (std::exchange(held_rakes_, std::move(held)) != held_rakes_) Q_EMIT held_changed();
}

const QColor* SessionModel::holder_of(std::size_t rake) const
{
    if (rake >= flow_.rake_ids.size()) return nullptr;
    const auto found = held_rakes_.find(flow_.rake_ids[rake]);
    return found == held_rakes_.end() ? nullptr : &found->second;
}

std::string SessionModel::selected_rake_id() const
{
    return selected_rake_ && *selected_rake_ < flow_.rake_ids.size() ? flow_.rake_ids[*selected_rake_]
                                                                     : std::string();
}

}  // namespace farfield::app
