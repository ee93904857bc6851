#pragma once

#include "net/recording/recording.h"
#include "net/session/node_service.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::node {

struct ReplaySettings {
    std::optional<double> rate;  ///< frames a second; 0: as fast as credits allow; absent: the recorded pace
    bool loop = false;           ///< from the last frame on to the first; otherwise the program ends
};

/// A recording, served as the compute node served it: the stand-in node. Payloads are those of the
/// file, read when their turn comes; only their headers are new. A file that others change ends the programs
/// that meet the change, as failed. Threads: any.
class ReplayService final : public net::NodeService {
public:
    /// Throws std::runtime_error when the recording holds no frame.
    ReplayService(std::shared_ptr<const net::Recording> recording, const ReplaySettings& settings);

    [[nodiscard]] net::DatasetList list_datasets() override;
    [[nodiscard]] net::DatasetInfo open_dataset(const std::string& name, const std::string& velocity,
                                                const std::stop_token& gone) override;
    [[nodiscard]] std::unique_ptr<net::FrameSource> start_program(const net::ProgramStart& start,
                                                                  const std::stop_token& gone) override;

private:
    void expect_recorded(const std::string& dataset) const;

    std::shared_ptr<const net::Recording> recording_;
    ReplaySettings settings_;
};

}  // namespace farfield::node
