#include "compute_node/readers/xdmf/xdmf_paths.h"

#include "compute_node/readers/xdmf/xdmf_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace farfield::compute {

namespace {

using Elements = std::vector<vtkXMLDataElement*>;

bool is_named(vtkXMLDataElement& element, std::string_view name)
{
    return element.GetName() != nullptr && std::string_view{element.GetName()} == name;
}

/// The elements that an xpointer, or a Reference, selects by a path.
class PathReading {
public:
    /// said: for errors, "Reference '/Xdmf/Domain/Grid[2]'".
    PathReading(vtkXMLDataElement& root, std::string_view path, std::string said)
        : root_{root}, left_{path}, said_{std::move(said)}
    {}

    Elements selected()
    {
        Elements found = along_path();
        while (take("|"))
            for (vtkXMLDataElement* more : along_path())
                if (std::ranges::find(found, more) == found.end()) found.push_back(more);
        skip_space();
        if (!left_.empty()) fail();
        return found;
    }

private:
    struct Condition {
        enum class Kind { Position, Last, Attribute, Name };
        Kind kind = Kind::Position;
        std::string_view name;                  ///< of an attribute or an element
        std::optional<std::string_view> value;  ///< of an attribute; none: any
        std::size_t position = 0;               ///< from 1
    };
    using AllOf = std::vector<Condition>;
    using Predicate = std::vector<AllOf>;  ///< any of these

    [[noreturn]] void fail() const
    {
        constexpr std::size_t shown = 40;
        XdmfItems::fail(fmt::format("{} is not understood at '{}'; expected a path such as "
                                    "//Grid[@Name='mesh'][1]/*[self::Topology or self::Geometry]",
                                    said_, left_.substr(0, shown)));
    }
    void skip_space() { left_.remove_prefix(std::min(left_.find_first_not_of(" \t\r\n"), left_.size())); }
    bool take(std::string_view token)
    {
        skip_space();
        const bool is_next = left_.starts_with(token);
        if (is_next) left_.remove_prefix(token.size());
        return is_next;
    }
    void expect(std::string_view token)
    {
        if (!take(token)) fail();
    }
    std::string_view take_up_to(std::size_t end)
    {
        const std::string_view taken = left_.substr(0, std::min(end, left_.size()));
        left_.remove_prefix(taken.size());
        return taken;
    }
    std::string_view take_name()
    {
        skip_space();
        const std::string_view name = take_up_to(left_.find_first_of(" \t\r\n/[]()@=|*,'\"!<>"));
        if (name.empty() || name.find("::") != std::string_view::npos || name.starts_with('.')) {
            left_ = {name.data(), name.size() + left_.size()};
            fail();
        }
        return name;
    }
    std::string_view take_literal()
    {
        skip_space();
        const std::size_t end = left_.empty() ? std::string_view::npos : left_.find(left_.front(), 1);
        if (end == std::string_view::npos || (left_.front() != '\'' && left_.front() != '"')) fail();
        return take_up_to(end + 1).substr(1, end - 1);
    }
    std::size_t take_number()
    {
        skip_space();
        std::size_t number = 0;
        const auto read = std::from_chars(left_.data(), left_.data() + left_.size(), number);
        if (read.ec != std::errc{}) fail();
        left_.remove_prefix(static_cast<std::size_t>(read.ptr - left_.data()));
        return number;
    }

    Condition take_condition()
    {
        using Kind = Condition::Kind;
        if (take("@")) {
            Condition attribute{Kind::Attribute, take_name(), {}, 0};
            if (take("=")) attribute.value = take_literal();
            return attribute;
        }
        if (take("self::")) return {Kind::Name, take_name(), {}, 0};
        if (take("name()") || take("local-name()")) {
            expect("=");
            return {Kind::Name, take_literal(), {}, 0};
        }
        if (take("position()")) expect("=");
        if (take("last()")) return {Kind::Last, {}, {}, 0};
        return {Kind::Position, {}, {}, take_number()};
    }
    Predicate take_predicate()
    {
        Predicate any;
        do {
            any.emplace_back();
            do any.back().push_back(take_condition());
            while (take("and"));
        } while (take("or"));
        expect("]");
        return any;
    }
    static bool holds(const Condition& condition, vtkXMLDataElement& element, std::size_t position,
                      std::size_t last)
    {
        switch (condition.kind) {
        case Condition::Kind::Position:
            return position == condition.position;
        case Condition::Kind::Last:
            return position == last;
        case Condition::Kind::Name:
            return is_named(element, condition.name);
        case Condition::Kind::Attribute:
            break;
        }
        const char* value = element.GetAttribute(std::string{condition.name}.c_str());
        return value != nullptr && (!condition.value || *condition.value == value);
    }
    static Elements those_of(const Elements& all, const Predicate& predicate)
    {
        Elements those;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (std::ranges::any_of(predicate, [&](const AllOf& conditions) {
                    return std::ranges::all_of(conditions, [&](const Condition& condition) {
                        return holds(condition, *all[i], i + 1, all.size());
                    });
                }))
                those.push_back(all[i]);
        return those;
    }

    /// The elements within one, or the root of the document, which a null pointer stands for.
    Elements within(vtkXMLDataElement* element) const
    {
        if (element == nullptr) return {&root_};
        Elements nested;
        for (int i = 0; i < element->GetNumberOfNestedElements(); ++i)
            nested.push_back(element->GetNestedElement(i));
        return nested;
    }
    /// Adds an element and all that are in it, at any depth, in order, each once.
    void add_all_of(vtkXMLDataElement* element, Elements& all,
                    std::unordered_set<vtkXMLDataElement*>& seen) const
    {
        Elements next{element};
        while (!next.empty()) {
            vtkXMLDataElement* const one = next.back();
            next.pop_back();
            if (!seen.insert(one).second) continue;
            all.push_back(one);
            const Elements nested = within(one);
            next.insert(next.end(), nested.rbegin(), nested.rend());
        }
    }
    Elements step_from(const Elements& from)
    {
        (void)take("child::");
        const std::string_view name = take("*") ? "*" : take_name();
        std::vector<Predicate> predicates;
        while (take("[")) predicates.push_back(take_predicate());
        Elements found;
        for (vtkXMLDataElement* parent : from) {
            Elements those;
            std::ranges::copy_if(within(parent), std::back_inserter(those), [&](vtkXMLDataElement* element) {
                return name == "*" || is_named(*element, name);
            });
            for (const Predicate& predicate : predicates) those = those_of(those, predicate);
            found.insert(found.end(), those.begin(), those.end());
        }
        return found;
    }
    Elements along_path()
    {
        Elements at{nullptr};
        bool is_deep = take("//");
        if (!is_deep) (void)take("/");
        for (;;) {
            if (is_deep) {
                std::unordered_set<vtkXMLDataElement*> seen;
                Elements all;
                for (vtkXMLDataElement* one : at) add_all_of(one, all, seen);
                at = std::move(all);
            }
            at = step_from(at);
            is_deep = take("//");
            if (!is_deep && !take("/")) return at;
        }
    }

    vtkXMLDataElement& root_;
    std::string_view left_;
    std::string said_;
};

/// The element at "/1/1/2": numbers of elements from the root down. Nothing where that is not such numbers.
std::optional<Elements> at_sequence(vtkXMLDataElement& root, std::string_view sequence)
{
    vtkXMLDataElement* at = nullptr;
    bool is_there = true;
    do {
        std::size_t number = 0;
        const char* const end = sequence.data() + sequence.size();
        if (!sequence.starts_with('/')) return std::nullopt;
        const auto read = std::from_chars(sequence.data() + 1, end, number);
        if (read.ec != std::errc{}) return std::nullopt;
        sequence.remove_prefix(static_cast<std::size_t>(read.ptr - sequence.data()));
        if (!is_there) continue;
        const auto count = at == nullptr ? 1 : static_cast<std::size_t>(at->GetNumberOfNestedElements());
        is_there = number >= 1 && number <= count;
        if (is_there) at = at == nullptr ? &root : at->GetNestedElement(static_cast<int>(number - 1));
    } while (!sequence.empty());
    return is_there ? Elements{at} : Elements{};
}

/// A part of a pointer, "SCHEME(DATA)".
struct PointerPart {
    std::string_view scheme;
    std::string data;  ///< without the ^ before brackets that are not paired
};

/// Takes the first part off a pointer. Nothing where that is none.
std::optional<PointerPart> take_part(std::string_view& pointer)
{
    const std::size_t begin = pointer.find('(');
    if (begin == std::string_view::npos) return std::nullopt;
    PointerPart part{pointer.substr(0, begin), {}};
    int depth = 1;
    for (std::size_t at = begin + 1; at < pointer.size(); ++at) {
        const bool is_escaped = pointer[at] == '^' && at + 1 < pointer.size();
        if (is_escaped) ++at;
        if (!is_escaped && pointer[at] == '(') ++depth;
        if (!is_escaped && pointer[at] == ')' && --depth == 0) {
            pointer.remove_prefix(at + 1);
            pointer.remove_prefix(std::min(pointer.find_first_not_of(" \t\r\n"), pointer.size()));
            return part;
        }
        part.data += pointer[at];
    }
    return std::nullopt;
}

}  // namespace

Elements xdmf_selected(vtkXMLDataElement& root, std::string_view path)
{
    return PathReading{root, path, fmt::format("Reference '{}'", path)}.selected();
}

Elements xdmf_pointed(vtkXMLDataElement& root, std::string_view pointer)
{
    const std::string said = fmt::format("xpointer '{}'", pointer);
    pointer.remove_prefix(std::min(pointer.find_first_not_of(" \t\r\n"), pointer.size()));
    if (pointer.starts_with('/')) return PathReading{root, pointer, said}.selected();
    bool is_understood = false;
    while (!pointer.empty()) {
        const auto part = take_part(pointer);
        if (!part) break;
        std::optional<Elements> found;
        if (part->scheme == "xpointer" || part->scheme == "xpath1")
            found = PathReading{root, part->data, said}.selected();
        if (part->scheme == "element") found = at_sequence(root, part->data);
        if (found && !found->empty()) return *found;
        is_understood = is_understood || found;
    }
    if (!is_understood)
        XdmfItems::fail(said + " is not understood; expected xpointer(PATH) or element(/1/1/2)");
    return {};
}

}  // namespace farfield::compute
