#pragma once

#include "net/memory_budget.h"

namespace farfield::compute {

using net::MemoryBudget;

}  // namespace farfield::compute
