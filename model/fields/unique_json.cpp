#include "model/fields/unique_json.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace farfield::model {
namespace {

/// Builds the value. Json::parse() with a callback does so too, but scans an array or object again at the end
/// of each object in it, which takes hours for a megabyte of empty objects.
class UniqueJson final : public nlohmann::json_sax<Json> {
public:
    explicit UniqueJson(std::size_t max_depth) : max_depth_{max_depth} {}

    [[nodiscard]] Json take() { return std::move(root_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(Json::binary(std::move(value))); }
    bool start_object(std::size_t /*elements*/) override { return open(Json::object()); }
    bool start_array(std::size_t /*elements*/) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override
    {
        const auto [member, is_new] = open_.back()->get_ref<Json::object_t&>().try_emplace(name);
        if (!is_new) throw std::runtime_error("an object has the member '" + name + "' twice");
        member_ = &member->second;
        return true;
    }
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const Json::exception& error) override
    {
        // The error is thrown as its own type, so that the position is not lost.
        if (const auto* syntax = dynamic_cast<const Json::parse_error*>(&error)) throw *syntax;
        if (const auto* range = dynamic_cast<const Json::out_of_range*>(&error)) throw *range;
        throw std::runtime_error(error.what());
    }

private:
    template <typename Value>
    bool add(Value&& value)
    {
        (void)place(Json(std::forward<Value>(value)));
        return true;
    }
    bool open(Json value)
    {
        if (open_.size() >= max_depth_)
            throw std::runtime_error("nested deeper than " + std::to_string(max_depth_) + " levels");
        open_.push_back(&place(std::move(value)));
        return true;
    }
    bool close()
    {
        open_.pop_back();
        return true;
    }
    Json& place(Json value)
    {
        if (open_.empty()) return root_ = std::move(value);
        if (open_.back()->is_array()) return open_.back()->emplace_back(std::move(value));
        return *member_ = std::move(value);
    }

    const std::size_t max_depth_;
    Json root_;
    std::vector<Json*>
        open_;  ///< arrays and objects, the outermost in front; a growing array moves none of them
    Json* member_ = nullptr;  ///< member of the innermost open object for the next value
};

}  // namespace

Json parse_unique(std::string_view text, std::size_t max_depth)
{
    UniqueJson json{max_depth};
    (void)Json::sax_parse(text, &json);
    return json.take();
}

}  // namespace farfield::model
