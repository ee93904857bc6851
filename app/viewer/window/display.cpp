#include "app/viewer/window/display.h"

#include <QtGlobal>
#include <cstdlib>
#include <fmt/format.h>
#include <stdexcept>

namespace farfield::app {
namespace {

constexpr auto way_out = "without one, use `farfield play SCRIPT.toml --report DIR --headless`";

std::string value_of(const char* variable)
{
    const char* value = std::getenv(variable);
    return value == nullptr ? std::string() : std::string(value);
}

std::string named_display()
{
    for (const char* variable : {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"})
        if (const auto value = value_of(variable); !value.empty())
            return fmt::format("{}={}", variable, value);
    return {};
}

// Qt's warnings name its plugins; its last message is fatal and advises to reinstall the program.
void end_at_fatal_message(QtMsgType type, const QMessageLogContext& /*context*/, const QString& /*text*/)
{
    if (type != QtFatalMsg) return;
    fmt::print(stderr, "farfield: cannot open the display {}; {}\n", named_display(), way_out);
    std::_Exit(1);
}

}  // namespace

DisplayDemand::DisplayDemand(const std::string& program)
{
    if (named_display().empty())
        throw std::runtime_error(fmt::format(
            "{} needs a display, but neither DISPLAY nor WAYLAND_DISPLAY is set; {}", program, way_out));
    qInstallMessageHandler(end_at_fatal_message);
}

DisplayDemand::~DisplayDemand()
{
    qInstallMessageHandler(nullptr);
}

}  // namespace farfield::app
