#include "app/viewer/view/flight_keys.h"

#include <Qt>
#include <algorithm>
#include <array>

namespace farfield::app {
namespace {

constexpr std::array movers{Qt::Key_W,    Qt::Key_S,     Qt::Key_A,      Qt::Key_D,
                            Qt::Key_E,    Qt::Key_Q,     Qt::Key_Up,     Qt::Key_Down,
                            Qt::Key_Left, Qt::Key_Right, Qt::Key_PageUp, Qt::Key_PageDown};
constexpr std::array modifiers{Qt::Key_Shift, Qt::Key_Control};

}  // namespace

bool FlightKeys::knows(int key)
{
    return std::ranges::find(movers, key) != movers.end() ||
           std::ranges::find(modifiers, key) != modifiers.end();
}

bool FlightKeys::press(int key)
{
    if (knows(key)) held_.insert(key);
    return knows(key);
}

bool FlightKeys::release(int key)
{
    held_.erase(key);
    return knows(key);
}

bool FlightKeys::holds(std::initializer_list<int> keys) const
{
    return std::ranges::any_of(keys, [this](int key) { return held_.contains(key); });
}

bool FlightKeys::any() const
{
    return std::ranges::any_of(movers, [this](int key) { return held_.contains(key); });
}

float FlightKeys::along(std::initializer_list<int> forward, std::initializer_list<int> back) const
{
    return (holds(forward) ? 1.0F : 0.0F) - (holds(back) ? 1.0F : 0.0F);
}

glm::vec3 FlightKeys::direction() const
{
    constexpr float fast = 4.0F, slow = 0.25F;
    const float pace = holds({Qt::Key_Shift}) ? fast : holds({Qt::Key_Control}) ? slow : 1.0F;
    return pace * glm::vec3(along({Qt::Key_D, Qt::Key_Right}, {Qt::Key_A, Qt::Key_Left}),
                            along({Qt::Key_W, Qt::Key_Up}, {Qt::Key_S, Qt::Key_Down}),
                            along({Qt::Key_E, Qt::Key_PageUp}, {Qt::Key_Q, Qt::Key_PageDown}));
}

}  // namespace farfield::app
