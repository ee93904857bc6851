#include "app/display.h"

#include <cstdlib>
#include <stdexcept>

namespace farfield::app {
namespace {

bool is_set(const char* variable)
{
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

}  // namespace

void demand_display(const std::string& who)
{
    if (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("QT_QPA_PLATFORM")) return;
    throw std::runtime_error(
        who + " needs a display, but neither DISPLAY nor WAYLAND_DISPLAY is set; without one, use "
              "`farfield play SCRIPT.toml --report DIR --headless`");
}

}  // namespace farfield::app
