#include "compute_node/readers/plot3d/function_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 1U << 16U;

std::string trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\"'";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return std::string{text.substr(first, text.find_last_not_of(blanks) - first + 1)};
}

/// A line of a file of names.
struct Line {
    std::vector<std::string> names;  ///< at least one
    std::string vector;              ///< vector that they are parts of; empty: none
};

std::vector<Line> lines_in(const fs::path& file)
{
    std::vector<Line> lines;
    std::ifstream in{file};
    for (std::string text; std::getline(in, text);) {
        const std::size_t mark = std::min(text.find(';'), text.size());
        Line line;
        line.vector = mark < text.size() ? trimmed(std::string_view{text}.substr(mark + 1)) : std::string{};
        std::istringstream parts{text.substr(0, mark)};
        for (std::string part; std::getline(parts, part, ',');)
            if (std::string name = trimmed(part); !name.empty()) line.names.push_back(std::move(name));
        if (!line.names.empty()) lines.push_back(std::move(line));
    }
    return lines;
}

/// The file of names beside a file; empty where there is none.
fs::path names_beside(const fs::path& file)
{
    for (const fs::path& name : {fs::path{file}.replace_extension(".nam"), file.parent_path() / "fun.nam"}) {
        std::error_code error;
        if (name != file && fs::is_regular_file(name, error) && fs::file_size(name, error) <= most_bytes)
            return name;
    }
    return {};
}

/// Gives the names to functions in their order.
class Naming {
public:
    Naming(std::size_t functions, bool planar) : functions_{functions}, parts_{planar ? 2U : 3U} {}

    void take(const Line& line)
    {
        const bool is_complete = line.names.size() == parts_;
        if (!line.vector.empty() && (is_complete || line.names.size() == 1) && within_ == 0 &&
            next_ + parts_ <= functions_) {
            arrays_.push_back({unused(line.vector), next_, parts_});
            next_ += line.names.size();
            named_ += line.names.size();
            within_ = parts_ - line.names.size();
            return;
        }
        for (const std::string& name : line.names) take_name(name);
    }

    FunctionNames finish(const fs::path& names)
    {
        FunctionNames all{std::move(arrays_), {}};
        const std::size_t end = next_ + within_;
        for (std::size_t n = std::min(end, functions_); n < functions_; ++n)
            all.arrays.push_back({fmt::format("Function {}", n + 1), n, 1});
        if (!names.empty() && named_ != functions_)
            all.remark = fmt::format("'{}' has {} names for {} functions.", names.filename().string(), named_,
                                     functions_);
        return all;
    }

private:
    void take_name(const std::string& name)
    {
        ++named_;
        if (next_ >= functions_) return;
        if (within_ > 0)
            --within_;  // of the vector that began before
        else
            arrays_.push_back({unused(name), next_, 1});
        ++next_;
    }

    /// Makes a name unique among the arrays.
    std::string unused(const std::string& name) const
    {
        std::string free = name;
        for (int n = 2; std::ranges::find(arrays_, free, &NamedFunctions::name) != arrays_.end(); ++n)
            free = fmt::format("{} {}", name, n);
        return free;
    }

    std::size_t functions_, parts_;
    std::size_t next_ = 0, named_ = 0;
    std::size_t within_ = 0;  ///< parts of a vector still to come
    std::vector<NamedFunctions> arrays_;
};

}  // namespace

FunctionNames function_names(const fs::path& file, std::size_t functions, bool planar)
{
    Naming naming{functions, planar};
    const fs::path names = names_beside(file);
    if (!names.empty())
        for (const Line& line : lines_in(names)) naming.take(line);
    return naming.finish(names);
}

}  // namespace farfield::compute
