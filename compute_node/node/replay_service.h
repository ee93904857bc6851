#pragma once

#include "model/calls/opening.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/layers/shared_document.h"
#include "net/recording/recording.h"
#include "net/service/service.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace farfield::node {

struct ReplaySettings {
    std::optional<double> rate;  ///< frames a second; 0: as fast as credits allow; absent: the recorded pace
    bool loop = false;           ///< after the last frame the first follows; otherwise the program ends
};

/// A recording, served as the compute node served it: the stand-in node. Payloads are those of the file, read
/// when their turn comes; only their headers are new. When the file is changed meanwhile, programs that meet
/// the change end as failed.
///
/// A start of a program on data gets a recorded stream of that program and data: one with the same parameters
/// where there is one, and of several in turn. Calls have their recorded answers. Threads: any.
class ReplayService final : public net::Service {
public:
    /// Throws std::runtime_error when the recording holds no frame, or its head is unusable.
    ReplayService(std::shared_ptr<const net::Recording> recording, const ReplaySettings& settings);

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                       const net::CallContext& context) override;
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override;
    void check(const net::Json& document) override { model::check_shared_document(document); }

private:
    [[nodiscard]] model::DatasetInfo open_dataset(const model::DatasetOpenCall& call) const;
    [[nodiscard]] const net::Json& open_terrain(const std::string& name) const;
    [[nodiscard]] net::CallResult recorded_answer(std::string_view name, const net::Json& params) const;
    /// Index of the stream for a start.
    [[nodiscard]] std::size_t stream_for(const net::ProgramStart& start);

    std::shared_ptr<const net::Recording> recording_;
    ReplaySettings settings_;
    std::vector<model::DatasetInfo> datasets_;
    std::map<std::string, net::Json> terrains_;  ///< descriptions by name
    std::mutex mutex_;
    std::map<std::vector<std::size_t>, std::size_t> starts_;  ///< number of choices made among these streams
};

}  // namespace farfield::node
