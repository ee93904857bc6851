#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>

#include "app/show/open_data.h"
#include "model/document/document.h"

namespace farfield::app {

class HistogramSlider;
class NodeLink;

/// Values of a layer such as an isosurface, over the histogram of its scalar. Asks the node
/// for the histogram once for each scalar. Threads: the GUI's.
class ValuePanel : public QWidget {
    Q_OBJECT

public:
    explicit ValuePanel(NodeLink& link, QWidget* parent = nullptr);

    /// True for layers of a kind that has values of a scalar.
    [[nodiscard]] static bool is_for(const model::LayerKind& kind);
    void show_layer(const model::Layer& layer, const OpenData& of);

Q_SIGNALS:
    /// Parameters of the layer with the user's edits.
    void edited(const farfield::model::Json& params);

private:
    struct Asked {
        std::string dataset, velocity, scalar;
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    void ask(const Asked& wanted);
    void take_value(std::size_t index, double value);

    NodeLink& link_;
    HistogramSlider* slider_ = nullptr;
    model::Json params_ = model::Json::object();
    std::optional<Asked> asked_;
    std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);  ///< expires before late answers
};

}  // namespace farfield::app
