#include "compute_node/readers/ensight/ensight_case.h"

#include "compute_node/readers/common/case_names.h"
#include "compute_node/readers/ensight/ensight_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_line_letters = 255;  ///< VTK's reader takes no more of a line
/// VTK's reader has room for so many numbers of a line.
constexpr std::size_t max_numbers_a_line = 60;
constexpr long max_steps = 1'000'000;

struct Line {
    std::size_t number = 0;
    std::string text;
};

std::vector<std::string> words_of(const std::string& text)
{
    std::istringstream words{text};
    return {std::istream_iterator<std::string>{words}, {}};
}

std::optional<long> number_in(std::string_view word)
{
    long number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional{number} : std::nullopt;
}

bool are_numbers(const std::vector<std::string>& words)
{
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        char* end = nullptr;
        (void)std::strtod(word.c_str(), &end);
        return *end == '\0';
    });
}

/// Between two words is one space, whatever was.
void join_spaces(std::string& text)
{
    const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
    std::replace_if(text.begin(), text.end(), is_space, ' ');
    const auto both_spaces = [](char a, char b) { return a == ' ' && b == ' '; };
    text.erase(std::unique(text.begin(), text.end(), both_spaces), text.end());
}

/// A case's lines but for empty ones and comments, one after another.
class CaseLines {
public:
    explicit CaseLines(const fs::path& file) : file_{file}, in_{file} { advance(); }

    [[nodiscard]] bool at_end() const { return at_end_; }
    [[nodiscard]] bool begins(std::string_view word) const
    {
        return !at_end_ && line_.text.starts_with(word);
    }
    /// Whether the line is a section's name, known or not.
    [[nodiscard]] bool names_section() const
    {
        const auto is_capital = [](unsigned char c) { return std::isupper(c) != 0 || c == '_'; };
        const std::string_view text = line_.text;
        const std::string_view word = text.substr(0, text.find(' '));
        return !at_end_ && !word.empty() && std::all_of(word.begin(), word.end(), is_capital);
    }
    [[noreturn]] void fail(std::string_view expected) const
    {
        if (at_end_)
            throw std::runtime_error(
                fmt::format("cannot read '{}': expected {}, found the file's end; is it truncated?",
                            file_.string(), expected));
        throw std::runtime_error(fmt::format("cannot read '{}': expected {} in line {}, found '{}'",
                                             file_.string(), expected, line_.number, line_.text));
    }
    void advance()
    {
        const auto passed_over = [](const std::string& text) {
            return text.starts_with('#') || text.find_first_not_of(" \t\r") == std::string::npos;
        };
        do {
            at_end_ = !std::getline(in_, line_.text);
            ++line_.number;
        } while (!at_end_ && passed_over(line_.text));
        if (at_end_) return;
        if (line_.text.size() > max_line_letters || line_.text.find('\0') != std::string::npos) {
            line_.text = line_.text.substr(0, 40) + "...";
            fail(fmt::format("text of at most {} letters", max_line_letters));
        }
        join_spaces(line_.text);
    }
    /// The words of a line behind the one that it must begin with.
    std::vector<std::string> take(std::string_view key)
    {
        if (!begins(key)) fail(fmt::format("'{}'", key));
        return words_of(line_.text.substr(key.size()));
    }
    /// The number of a line that must begin so, from `least` on.
    long take_number(std::string_view key, long least)
    {
        const std::vector<std::string> words = take(key);
        const auto number = words.empty() ? std::nullopt : number_in(words.front());
        if (!number || *number < least || *number > max_steps)
            fail(fmt::format("'{}' and a number from {} to {}", key, least, max_steps));
        advance();
        return *number;
    }
    /// At least so many numbers, on the line that must begin so and those after it.
    void take_numbers(std::string_view key, long count)
    {
        long found = 0;
        for (auto words = take(key); are_numbers(words); words = words_of(line_.text)) {
            if (words.size() > max_numbers_a_line)
                fail(fmt::format("at most {} numbers", max_numbers_a_line));
            found += static_cast<long>(words.size());
            advance();
            if (at_end_) break;
        }
        if (found < count) fail(fmt::format("{} more numbers behind '{}'", count - found, key));
    }

private:
    const fs::path& file_;
    std::ifstream in_;
    Line line_;
    bool at_end_ = false;
};

/// Files that a line names, with their time set and their file set, 1 where none is named.
struct Reference {
    long time = 1, file = 1;
    bool names_file_set = false;
    std::vector<std::string> words;
};

/// Files of which each holds several steps, one behind the other.
struct FileSet {
    struct Part {
        std::optional<long> index;  ///< the number for the asterisks in a file's name
        long steps = 0;
    };
    long number = 1;
    std::vector<Part> parts;
};

class CaseCheck {
public:
    explicit CaseCheck(const fs::path& file) : file_{file}, lines_{file} {}

    void run()
    {
        (void)lines_.take("FORMAT");
        lines_.advance();
        const std::vector<std::string> type = lines_.take("type:");
        if (type.empty() || type.front() != "ensight") lines_.fail("'type: ensight' or 'type: ensight gold'");
        lines_.advance();
        while (!lines_.at_end()) check_section();
        if (!has_model_) lines_.fail("a section GEOMETRY with 'model:' and a file");
        check_sets();
    }

private:
    void check_section()
    {
        const auto enter = [&](std::string_view name) {
            const bool is_it = lines_.begins(name);
            if (is_it) lines_.advance();
            return is_it;
        };
        if (enter("GEOMETRY"))
            check_geometry();
        else if (enter("VARIABLE"))
            check_variables();
        else if (enter("TIME"))
            check_times();
        else if (enter("FILE"))
            check_file_sets();
        else
            lines_.fail("a section GEOMETRY, VARIABLE, TIME or FILE");
    }

    void check_geometry()
    {
        constexpr std::array kinds{"model:", "measured:", "match:", "boundary:", "rigid_body:"};
        const auto is_begun_by = [&](const char* kind) { return lines_.begins(kind); };
        for (;;) {
            const auto* kind = std::find_if(kinds.begin(), kinds.end(), is_begun_by);
            if (kind == kinds.end()) return;
            check_reference(lines_.take(*kind), 1, "a file");
            has_model_ = has_model_ || kind == kinds.begin();
            lines_.advance();
        }
    }

    /// Checks the part after the colon, of "scalar per node: 1 1 pressure a.scl" for example.
    void check_variables()
    {
        for (;; lines_.advance()) {
            if (lines_.begins("constant per case")) continue;
            const auto named = variable_kind();
            if (!named) return;
            const bool complex = named->starts_with("complex");
            const auto words = lines_.take(*named);
            check_reference(words, complex ? 3 : 2, complex ? "a name and two files" : "a name and a file");
            every_variable_names_file_set_ = every_variable_names_file_set_ && used_.back().names_file_set;
        }
    }
    std::optional<std::string> variable_kind() const
    {
        for (const char* rank :
             {"scalar", "vector", "tensor symm", "tensor asym", "tensor", "complex scalar", "complex vector"})
            for (const char* place : {"node:", "element:", "measured node:"})
                if (const std::string kind = fmt::format("{} per {}", rank, place); lines_.begins(kind))
                    return kind;
        return std::nullopt;
    }

    /// Up to two numbers of sets, then at least so many names.
    void check_reference(const std::vector<std::string>& words, std::size_t names, std::string_view what)
    {
        std::array<long, 2> numbers{1, 1};
        std::size_t count = 0;
        while (count < std::min(numbers.size(), words.size()) && number_in(words[count])) {
            numbers[count] = *number_in(words[count]);
            ++count;
        }
        if (words.size() < count + names) lines_.fail(what);
        const bool names_file_set = count == 2;
        if (names > 1) ++count;  // the variable's
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(count);
        used_.push_back({numbers[0], numbers[1], names_file_set, {first, words.end()}});
    }

    void check_times()
    {
        while (lines_.begins("time set:")) {
            time_sets_.push_back(lines_.take_number("time set:", 1));
            const long steps = lines_.take_number("number of steps:", 1);
            if (lines_.begins("filename start")) {
                (void)lines_.take_number("filename start number:", 0);
                (void)lines_.take_number("filename increment:", 0);
            } else if (lines_.begins("filename")) {
                lines_.take_numbers("filename numbers:", steps);
            }
            lines_.take_numbers("time values:", steps);
            pass_over_unknown_sections();
        }
        if (time_sets_.empty()) lines_.fail("'time set:'");
    }

    /// VTK passes over MATERIAL, SCRIPTS and others behind a time set, up to what it knows; elsewhere it
    /// refuses them or goes round for ever.
    void pass_over_unknown_sections()
    {
        constexpr std::array known{"time set", "FORMAT", "GEOMETRY", "VARIABLE", "TIME", "FILE"};
        const auto is_begun_by = [&](const char* words) { return lines_.begins(words); };
        if (!lines_.names_section()) return;
        while (!lines_.at_end() && std::none_of(known.begin(), known.end(), is_begun_by)) lines_.advance();
    }

    void check_file_sets()
    {
        while (lines_.begins("file set:")) {
            FileSet set{lines_.take_number("file set:", 1), {}};
            if (!lines_.begins("filename index:"))
                set.parts.push_back({{}, lines_.take_number("number of steps:", 1)});
            while (lines_.begins("filename index:")) {
                const long index = lines_.take_number("filename index:", 0);
                set.parts.push_back({index, lines_.take_number("number of steps:", 1)});
            }
            file_sets_.push_back(std::move(set));
        }
        if (file_sets_.empty()) lines_.fail("'file set:'");
    }

    void check_sets() const
    {
        const auto fail = [&](long used, const char* kind) {
            throw std::runtime_error(fmt::format(
                "cannot read '{}': a file is of {} set {}, which is not there", file_.string(), kind, used));
        };
        for (const Reference& used : used_) {
            if (!time_sets_.empty() && std::ranges::find(time_sets_, used.time) == time_sets_.end())
                fail(used.time, "time");
            const auto set = std::ranges::find(file_sets_, used.file, &FileSet::number);
            if (!file_sets_.empty() && set == file_sets_.end()) fail(used.file, "file");
        }
        if (!file_sets_.empty() && !(every_variable_names_file_set_ && !time_sets_.empty()))
            throw std::runtime_error(
                fmt::format("cannot read '{}': expected a time set and a file set of each "
                            "variable, since there is a section FILE",
                            file_.string()));
        check_marks();
    }

    /// VTK looks for the steps of a file set's files beyond their ends.
    void check_marks() const
    {
        for (const Reference& used : used_)
            for (const FileSet& set : file_sets_)
                if (set.number == used.file) check_marks(used, set);
    }
    void check_marks(const Reference& used, const FileSet& set) const
    {
        for (const FileSet::Part& part : set.parts)
            for (const std::string& word : used.words) {
                const std::string name = part.index ? numbered_name(word, *part.index) : word;
                if (const auto file = file_named_in(file_, name)) check_ensight_marks(*file, part.steps);
            }
    }

    const fs::path& file_;
    CaseLines lines_;
    std::vector<Reference> used_;
    std::vector<long> time_sets_;
    std::vector<FileSet> file_sets_;
    bool has_model_ = false, every_variable_names_file_set_ = true;
};

}  // namespace

void check_ensight_case(const fs::path& case_file)
{
    CaseCheck{case_file}.run();
}

}  // namespace farfield::compute
