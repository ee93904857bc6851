#pragma once

#include "net/message/memory_budget.h"

namespace farfield::compute {

using net::MemoryBudget;

}  // namespace farfield::compute
