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

/// The values of a layer that has any, such as an isosurface, over the histogram of its scalar. Asks the node
/// for the histogram once for each scalar. Threads: the GUI's.
class ValuePanel : public QWidget {
    Q_OBJECT

public:
    explicit ValuePanel(NodeLink& link, QWidget* parent = nullptr);

    /// Whether a layer of that kind has values of a scalar.
    [[nodiscard]] static bool is_for(const model::LayerKind& kind);
    void show_layer(const model::Layer& layer, const OpenData& of);

Q_SIGNALS:
    /// The layer's parameters as the user has them now.
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
    std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);  ///< gone before an answer comes
};

}  // namespace farfield::app
