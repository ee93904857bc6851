#pragma once

#include "net/message/memory_budget.h"

namespace farfield::node {

/// Memory that all sessions share, counted before it is taken: net/message/memory_budget.h.
using net::MemoryBudget;

}  // namespace farfield::node
