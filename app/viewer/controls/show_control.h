#pragma once

#include <QObject>
#include <QTimer>

#include "app/show/layer_set.h"
#include "app/viewer/session/session_model.h"

namespace farfield::app {

class FlowView;
class NodeLink;

/// Opens the data of the model's document, and keeps its layers in step with it. Threads: the GUI's.
class ShowControl : public QObject {
    Q_OBJECT

public:
    /// relay: for layers of entities.
    ShowControl(SessionModel& model, NodeLink& link, NodeLink& relay, FlowView& view,
                QObject* parent = nullptr);
    ~ShowControl() override;  ///< the view is destroyed before: it frees the OpenGL objects of the layers

    [[nodiscard]] LayerSet& layers() noexcept { return layers_; }
    [[nodiscard]] const LayerSet& layers() const noexcept { return layers_; }
    [[nodiscard]] NodeLink& node() noexcept { return link_; }
    [[nodiscard]] NodeLink& relay() noexcept { return relay_; }
    [[nodiscard]] const NodeLink& relay() const noexcept { return relay_; }
    /// True when a relay was named.
    [[nodiscard]] bool has_relay() const;
    /// True when a layer of entities is shown, from a relay or a recording.
    [[nodiscard]] bool shows_entities() const;
    /// Open data of the document; null: not open.
    [[nodiscard]] const OpenData* data(const std::string& id) const { return data_.find(id); }
    /// The document's data.
    [[nodiscard]] DataStore& data() noexcept { return data_; }
    [[nodiscard]] const DataStore& data() const noexcept { return data_; }
    /// Drivers of the layers that the docks edit; null: the layer runs no program.
    [[nodiscard]] ProgramDriver* particles()
    {
        return layers_.driver(model_.edited().particles, "particles");
    }
    [[nodiscard]] ProgramDriver* lines() { return layers_.driver(model_.edited().lines, "lines"); }
    [[nodiscard]] ProgramDriver* views() { return layers_.driver(model_.edited().terrain, "view"); }

    void redraw();
    /// Gives the document's camera to the view once the scene's base is open.
    void take_camera();
    /// The view's camera for a document: with the document's keys until the user moves it.
    [[nodiscard]] model::Camera camera() const;

Q_SIGNALS:
    void problem(const QString& what, const QString& kind);  ///< one line for the user; kind: of the layer
    void solved();                                           ///< the last request has worked
    void ended(const QString& message);                      ///< a program ended by itself
    void misfit_changed(const QString& line);                ///< two data do not fit; empty: all fit
    void answered();                                         ///< a program was started or changed
    void opening_changed();
    void described();                 ///< the node may have opened data that the docks edit
    void refused(const QString& id);  ///< the node could not open these data of the document

private:
    void follow();
    void look();
    void compare_data();
    void look_at_flow_elsewhere();
    void take_answer(const std::string& layer);
    void report(const std::string& layer, const std::string& what);
    void report_refused(const std::string& id, const std::string& why);
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
    std::optional<render::CameraView> taken_camera_;  ///< document's camera, as the view then had it
    QTimer retry_;
    QTimer missing_;  ///< for changes that another member should have sent
};

}  // namespace farfield::app
