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

// Kinds up to 15 are the communicators' own. From 48 on they belong to services that are added.
inline constexpr int hello_kind = 16;  ///< threads that this rank takes by itself
inline constexpr KindRange tracing_kinds{17, 32}, terrain_kinds{32, 48};

/// A part of what ranks do together, on one of them.
/// Threads: take() and fail() are called by the messenger's and must not wait.
class RankService {
public:
    virtual ~RankService() = default;

    /// Of the messages that it takes.
    [[nodiscard]] virtual KindRange kinds() const = 0;
    virtual void take(int from, RankMessage message) = 0;
    /// Once: a rank is gone or MPI has failed, in words; on ranks other than 0 also when rank 0 ends, without
    /// words. What waits for other ranks ends.
    virtual void fail(const std::string& text) = 0;
};

/// Makes a service that is added to fields and terrains. On rank 0:
using MakeRootService = std::function<std::unique_ptr<RankService>(Messenger& messenger)>;
/// On the other ranks:
using MakeWorkerService = std::function<std::unique_ptr<RankService>(
    Messenger& messenger, RankTasks& tasks, const std::shared_ptr<FieldReader>& reader)>;

}  // namespace farfield::compute
