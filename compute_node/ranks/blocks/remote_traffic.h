#pragma once

#include "compute_node/ranks/blocks/line_traffic.h"
#include "compute_node/ranks/orders.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// What has come for one job, on its way from the postman's thread to the job's.
class TrafficArrivals {
public:
    void add(std::vector<TravellingLine> lines);
    void add(LinePieces pieces);
    void fail(const std::string& words);

    /// Throws std::runtime_error after fail().
    [[nodiscard]] LineTraffic::Arrivals take(bool wait);

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    LineTraffic::Arrivals arrivals_;
    std::string failure_;
};

/// Lines to and from the ranks that hold the other blocks: rank i has block i.
class RemoteTraffic final : public LineTraffic {
public:
    RemoteTraffic(Postman& postman, std::uint32_t job, const LatticeBlocks& blocks,
                  std::shared_ptr<TrafficArrivals> arrivals)
        : postman_{postman}, job_{job}, blocks_{blocks}, arrivals_{std::move(arrivals)}
    {}
    ~RemoteTraffic() override;
    RemoteTraffic(const RemoteTraffic&) = delete;
    RemoteTraffic& operator=(const RemoteTraffic&) = delete;

    [[nodiscard]] const LatticeBlocks& blocks() const override { return blocks_; }
    void send(int block, std::vector<TravellingLine> lines) override;
    [[nodiscard]] Arrivals take(bool wait) override { return arrivals_->take(wait); }
    void cancel() override;

private:
    Postman& postman_;
    std::uint32_t job_;
    LatticeBlocks blocks_;
    std::shared_ptr<TrafficArrivals> arrivals_;
};

}  // namespace farfield::compute
