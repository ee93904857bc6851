#pragma once

#include <QComboBox>
#include <string>

namespace farfield::app {

class EntityLayer;
class SessionModel;
class ShowControl;

/// Choice of the layer that the dock shows: the one that the user chose last, here or in the list of layers,
/// else the lowest. Hidden where there is no choice.
class EntityLayerChoice : public QComboBox {
    Q_OBJECT

public:
    EntityLayerChoice(SessionModel& model, ShowControl& control, QWidget* parent = nullptr);

    /// Id of the chosen layer; empty: there is none.
    [[nodiscard]] std::string layer_id() const;
    /// The chosen layer; null: there is none.
    [[nodiscard]] EntityLayer* layer() const;
    /// Brings the choices in step with the document.
    void show_layers();

Q_SIGNALS:
    void other_chosen();  ///< layer_id() has changed

private:
    [[nodiscard]] QString title_of(const std::string& id) const;
    void follow_selection();

    SessionModel& model_;
    ShowControl& control_;
    std::string chosen_;    ///< may no longer exist
    std::string selected_;  ///< in the list of layers, at the last look
    std::string shown_;     ///< reported last
};

}  // namespace farfield::app
