#pragma once

#include "compute_node/ranks/messenger.h"

#include <functional>
#include <memory>
#include <string>

namespace farfield::compute {

class FieldReader;
class RankTasks;

/// Kinds of messages from `first` on, up to but not `end`.
struct KindRange {
    int first = 0, end = 0;
    [[nodiscard]] bool contains(int kind) const { return kind >= first && kind < end; }
};

// Kinds up to 15 are the communicators' own, those from 48 on belong to added services.
inline constexpr int hello_kind = 16;  ///< number of threads that this rank takes by itself
inline constexpr KindRange tracing_kinds{17, 32}, terrain_kinds{32, 48};

/// A service that ranks provide together, on one of them.
/// Threads: take() and fail() are called by the messenger's thread and must not wait.
class RankService {
public:
    virtual ~RankService() = default;

    /// Kinds of the messages that it takes.
    [[nodiscard]] virtual KindRange kinds() const = 0;
    virtual void take(int from, RankMessage message) = 0;
    /// Called once: a rank is gone or MPI has failed, in words; on ranks other than 0 also when rank 0 ends,
    /// without words. Ends all waiting for other ranks.
    virtual void fail(const std::string& text) = 0;
};

/// Makers of a service that is added to fields and terrains. On rank 0:
using MakeRootService = std::function<std::unique_ptr<RankService>(Messenger& messenger)>;
/// On the other ranks:
using MakeWorkerService = std::function<std::unique_ptr<RankService>(
    Messenger& messenger, RankTasks& tasks, const std::shared_ptr<FieldReader>& reader)>;

}  // namespace farfield::compute
