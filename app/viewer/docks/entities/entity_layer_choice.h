#pragma once

#include <QComboBox>
#include <string>

namespace farfield::app {

class EntityLayer;
class SessionModel;
class ShowControl;

/// Which layer of entities the dock shows: the one that the user chose last, here or in the list of layers,
/// else the lowest. Hidden where there is nothing to choose.
class EntityLayerChoice : public QComboBox {
    Q_OBJECT

public:
    EntityLayerChoice(SessionModel& model, ShowControl& control, QWidget* parent = nullptr);

    /// Empty: there is none.
    [[nodiscard]] std::string layer_id() const;
    /// Null: there is none.
    [[nodiscard]] EntityLayer* layer() const;
    /// Brings what there is to choose in step with the document.
    void show_layers();

Q_SIGNALS:
    void other_chosen();  ///< layer_id() is another

private:
    [[nodiscard]] QString title_of(const std::string& id) const;
    void follow_selection();

    SessionModel& model_;
    ShowControl& control_;
    std::string chosen_;    ///< may be gone
    std::string selected_;  ///< in the list of layers, when it was last looked at
    std::string shown_;     ///< that was reported last
};

}  // namespace farfield::app
