#pragma once

#include <QObject>
#include <QTimer>

#include "app/show/layer_set.h"
#include "app/viewer/session/session_model.h"

namespace farfield::app {

class FlowView;
class NodeLink;

/// Keeps the layers of the model's document in step with it, and opens data that no dock opens. Threads: the
/// GUI's.
class ShowControl : public QObject {
    Q_OBJECT

public:
    /// relay: of layers of entities.
    ShowControl(SessionModel& model, NodeLink& link, NodeLink& relay, FlowView& view,
                QObject* parent = nullptr);
    ~ShowControl() override;  ///< the view has gone before: it frees what the layers have of OpenGL

    [[nodiscard]] LayerSet& layers() noexcept { return layers_; }
    [[nodiscard]] const LayerSet& layers() const noexcept { return layers_; }
    [[nodiscard]] NodeLink& node() noexcept { return link_; }
    [[nodiscard]] NodeLink& relay() noexcept { return relay_; }
    [[nodiscard]] const NodeLink& relay() const noexcept { return relay_; }
    /// Whether a relay was named.
    [[nodiscard]] bool has_relay() const;
    /// Whether a layer of entities is shown, of a relay or of a recording.
    [[nodiscard]] bool shows_entities() const;
    /// Of the document; null: it is not open.
    [[nodiscard]] const OpenData* data(const std::string& id) const { return data_.find(id); }
    /// Of the layer that the docks edit; null: it runs no program.
    [[nodiscard]] ProgramDriver* particles()
    {
        return layers_.driver(model_.edited().particles, "particles");
    }
    [[nodiscard]] ProgramDriver* lines() { return layers_.driver(model_.edited().lines, "lines"); }
    [[nodiscard]] ProgramDriver* views() { return layers_.driver(model_.edited().terrain, "view"); }

    void redraw();
    /// The view takes the document's camera once the scene's base is open.
    void take_camera();
    /// The view's camera, as a document has it: with its keys until the user moves it.
    [[nodiscard]] model::Camera camera() const;

Q_SIGNALS:
    void problem(const QString& what, const QString& kind);  ///< one line for the user; kind: of the layer
    void solved();                                           ///< what was asked for last has worked
    void ended(const QString& message);                      ///< a program came to its end
    void misfit_changed(const QString& line);                ///< two data do not fit; empty: all do
    void answered();                                         ///< a program was started or changed

private:
    void follow();
    void look();
    void compare_data();
    void look_at_flow_elsewhere();
    void take_answer(const std::string& layer);
    void report(const std::string& layer, const std::string& what);
    [[nodiscard]] Stage stage_of(FlowView& view) const;

    SessionModel& model_;
    NodeLink& link_;
    NodeLink& relay_;
    FlowView& view_;
    DataStore data_;
    LayerSet layers_;
    std::string misfit_;
    bool wants_camera_ = false;
    render::Bounds taken_reach_;
    std::optional<render::CameraView> taken_camera_;  ///< of the document, as the view had it then
    QTimer retry_;
    QTimer missing_;  ///< changes that another member of the session should have sent
};

}  // namespace farfield::app
