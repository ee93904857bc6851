#include "compute_node/readers/ensight/ensight_case.h"

#include "compute_node/readers/common/text_number.h"
#include "compute_node/support/formats/beginning.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
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

constexpr std::size_t max_line_letters = 4096;
constexpr long max_steps = 1'000'000;
constexpr std::string_view complex = "complex ";

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
    return std::ranges::all_of(words, [](const std::string& word) { return whole_number(word).has_value(); });
}

/// Reduces the space between two words to one blank.
void join_spaces(std::string& text)
{
    const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
    std::replace_if(text.begin(), text.end(), is_space, ' ');
    const auto both_spaces = [](char a, char b) { return a == ' ' && b == ' '; };
    text.erase(std::unique(text.begin(), text.end(), both_spaces), text.end());
}

/// The lines of a case, one after another, without empty ones and comments.
class CaseLines {
public:
    explicit CaseLines(const fs::path& file) : file_{file}, in_{file} { advance(); }

    [[nodiscard]] bool at_end() const { return at_end_; }
    [[nodiscard]] bool begins(std::string_view word) const
    {
        return !at_end_ && line_.text.starts_with(word);
    }
    /// True when the line is a section's name, known or not.
    [[nodiscard]] bool names_section() const
    {
        const auto is_capital = [](unsigned char c) { return std::isupper(c) != 0 || c == '_'; };
        const std::string_view word = first_word();
        return !at_end_ && !word.empty() && std::all_of(word.begin(), word.end(), is_capital);
    }
    [[nodiscard]] std::string_view first_word() const
    {
        return std::string_view{line_.text}.substr(0, line_.text.find(' '));
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
            if (++line_.number == 1) line_.text = without_utf8_mark(line_.text);
        } while (!at_end_ && passed_over(line_.text));
        if (at_end_) return;
        if (line_.text.size() > max_line_letters || line_.text.find('\0') != std::string::npos) {
            line_.text = line_.text.substr(0, 40) + "...";
            fail(fmt::format("text of at most {} letters", max_line_letters));
        }
        join_spaces(line_.text);
    }
    /// Takes the words of a line behind the key that it must begin with.
    std::vector<std::string> take(std::string_view key)
    {
        if (!begins(key)) fail(fmt::format("'{}'", key));
        return words_of(line_.text.substr(key.size()));
    }
    /// Takes the number, at least `least`, of a line that must begin with the key.
    long take_number(std::string_view key, long least)
    {
        const std::vector<std::string> words = take(key);
        const auto number = words.empty() ? std::nullopt : number_in(words.front());
        if (!number || *number < least || *number > max_steps)
            fail(fmt::format("'{}' and a number from {} to {}", key, least, max_steps));
        advance();
        return *number;
    }
    /// Takes at least `count` numbers, on the line that must begin with the key and on those after it.
    std::vector<double> take_numbers(std::string_view key, long count)
    {
        std::vector<double> found;
        for (auto words = take(key); are_numbers(words); words = words_of(line_.text)) {
            for (const std::string& word : words) found.push_back(*whole_number(word));
            advance();
            if (at_end_) break;
        }
        const long missing = count - static_cast<long>(found.size());
        if (missing > 0) fail(fmt::format("{} more numbers behind '{}'", missing, key));
        return found;
    }

private:
    const fs::path& file_;
    std::ifstream in_;
    Line line_;
    bool at_end_ = false;
};

class CaseReading {
public:
    explicit CaseReading(const fs::path& file) : lines_{file} { found_.file = file; }

    EnsightCase read()
    {
        (void)lines_.take("FORMAT");
        lines_.advance();
        const std::vector<std::string> type = lines_.take("type:");
        if (type.empty() || type.front() != "ensight") lines_.fail("'type: ensight' or 'type: ensight gold'");
        found_.is_gold = type.size() > 1 && type[1] == "gold";
        lines_.advance();
        while (!lines_.at_end()) take_section();
        if (found_.model.file.empty()) lines_.fail("a section GEOMETRY with 'model:' and a file");
        check_sets();
        return std::move(found_);
    }

private:
    void take_section()
    {
        const auto enter = [&](std::string_view name) {
            const bool is_it = lines_.begins(name);
            if (is_it) lines_.advance();
            return is_it;
        };
        if (enter("GEOMETRY"))
            take_geometry();
        else if (enter("VARIABLE"))
            take_variables();
        else if (enter("TIME"))
            take_times();
        else if (enter("FILE"))
            take_file_sets();
        else if (lines_.names_section() && !lines_.begins("FORMAT"))
            pass_over_section();
        else
            lines_.fail("a section GEOMETRY, VARIABLE, TIME or FILE");
    }
    /// Skips a section: MATERIAL, SCRIPTS, BLOCK_CONTINUATION and others.
    void pass_over_section()
    {
        found_.remarks.push_back(fmt::format("The case's section {} is passed over.", lines_.first_word()));
        do lines_.advance();
        while (!lines_.at_end() && !lines_.names_section());
    }

    void take_geometry()
    {
        struct Passed {
            std::string_view kind, remark;
        };
        constexpr std::array passed{
            Passed{"measured:", "Measured particles ('{}') are left out."},
            Passed{"match:", "'match: {}' does not count."},
            Passed{"boundary:", "Boundaries between parts ('{}') are left out."},
            Passed{"rigid_body:", "Motion of rigid bodies ('{}') is not applied: parts stay where the "
                                  "geometry has them."}};
        for (;; lines_.advance()) {
            if (lines_.begins("model:")) {
                found_.model = entry("model:", 1, "a file");
                check_model();
                continue;
            }
            const auto* kind =
                std::ranges::find_if(passed, [&](const Passed& one) { return lines_.begins(one.kind); });
            if (kind == passed.end()) return;
            const EnsightEntry one = entry(kind->kind, 1, "a file");
            found_.remarks.push_back(fmt::format(fmt::runtime(kind->remark), one.file));
        }
    }
    void check_model()
    {
        for (const std::string& word : found_.model.more)
            if (word.starts_with("change_coords_only"))
                lines_.fail("a geometry with all of each step; files of coordinates alone are not read");
    }

    /// Takes lines such as "scalar per node: 1 1 pressure a.scl".
    void take_variables()
    {
        for (;; lines_.advance()) {
            if (lines_.begins("constant per case")) continue;
            const auto kind = variable_kind();
            if (!kind) return;
            const bool is_complex = kind->starts_with(complex);
            EnsightEntry one =
                entry(*kind, is_complex ? 3 : 2, is_complex ? "a name and two files" : "a name and a file");
            if (is_complex)
                add_parts_of(one);
            else
                found_.variables.push_back(std::move(one));
        }
    }
    /// Adds both parts of "complex scalar per node: 1 1 sound re.scl im.scl 440".
    void add_parts_of(const EnsightEntry& whole)
    {
        EnsightEntry real = whole;
        real.kind.erase(0, complex.size());
        EnsightEntry imaginary = real;
        real.name += ":real";
        imaginary.name += ":imaginary";
        imaginary.file = whole.more.front();
        found_.remarks.push_back(fmt::format("The complex '{}' is read as its parts, '{}' and '{}'.",
                                             whole.name, real.name, imaginary.name));
        found_.variables.insert(found_.variables.end(), {std::move(real), std::move(imaginary)});
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

    /// Parses a line: up to two numbers of sets, then so many names, of which a variable's begin with its
    /// own, and further words.
    EnsightEntry entry(std::string_view kind, std::size_t names, std::string_view what)
    {
        const std::vector<std::string> words = lines_.take(kind);
        EnsightEntry one;
        one.kind = kind;
        std::size_t at = 0;
        for (auto* set : {&one.time_set, &one.file_set})
            if (at < words.size() && number_in(words[at])) *set = number_in(words[at++]);
        if (words.size() < at + names) lines_.fail(what);
        if (names > 1) one.name = words[at++];
        one.file = words[at++];
        one.more.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
        return one;
    }

    void take_times()
    {
        while (lines_.begins("time set:")) {
            EnsightTimeSet set{lines_.take_number("time set:", 1), {}, {}};
            const long steps = lines_.take_number("number of steps:", 1);
            if (lines_.begins("filename start")) {
                const long start = lines_.take_number("filename start number:", 0);
                const long step = lines_.take_number("filename increment:", 0);
                for (long i = 0; i < steps; ++i) set.numbers.push_back(start + i * step);
            } else if (lines_.begins("filename")) {
                for (const double number : numbers_of(set, "filename numbers:", steps))
                    set.numbers.push_back(to_file_number(number));
            }
            set.times = numbers_of(set, "time values:", steps);
            found_.time_sets.push_back(std::move(set));
        }
        if (found_.time_sets.empty()) lines_.fail("'time set:'");
    }
    std::vector<double> numbers_of(const EnsightTimeSet& set, std::string_view key, long steps)
    {
        std::vector<double> numbers = lines_.take_numbers(key, steps);
        if (const std::size_t more = numbers.size() - static_cast<std::size_t>(steps); more > 0)
            found_.remarks.push_back(
                fmt::format("Time set {} has {} steps; the last {} of the numbers behind '{}' are left out.",
                            set.number, steps, more, key));
        numbers.resize(static_cast<std::size_t>(steps));
        return numbers;
    }
    long to_file_number(double number) const
    {
        constexpr double most = 1e15;
        if (!(number >= 0.0) || number > most || number != std::floor(number))
            lines_.fail(fmt::format("whole numbers of files from 0 on, not {}, before this", number));
        return static_cast<long>(number);
    }

    void take_file_sets()
    {
        const auto steps = [&] {
            return static_cast<std::size_t>(lines_.take_number("number of steps:", 1));
        };
        while (lines_.begins("file set:")) {
            EnsightFileSet set{lines_.take_number("file set:", 1), {}};
            if (!lines_.begins("filename index:")) set.parts.push_back({{}, steps()});
            while (lines_.begins("filename index:")) {
                const long index = lines_.take_number("filename index:", 0);
                set.parts.push_back({index, steps()});
            }
            found_.file_sets.push_back(std::move(set));
        }
        if (found_.file_sets.empty()) lines_.fail("'file set:'");
    }

    void check_sets() const
    {
        check_sets(found_.model);
        for (const EnsightEntry& variable : found_.variables) check_sets(variable);
    }
    void check_sets(const EnsightEntry& used) const
    {
        const auto fail = [&](long number, const char* kind) {
            throw std::runtime_error(
                fmt::format("cannot read '{}': a file is of {} set {}, which is not there",
                            found_.file.string(), kind, number));
        };
        const bool has_times = !found_.time_sets.empty(), has_files = !found_.file_sets.empty();
        if (used.time_set && has_times && found_.time_set(*used.time_set) == nullptr)
            fail(*used.time_set, "time");
        if (used.file_set && has_files && found_.file_set(*used.file_set) == nullptr)
            fail(*used.file_set, "file");
    }

    CaseLines lines_;
    EnsightCase found_;
};

}  // namespace

const EnsightTimeSet* EnsightCase::time_set(long number) const
{
    const auto found = std::ranges::find(time_sets, number, &EnsightTimeSet::number);
    return found == time_sets.end() ? nullptr : &*found;
}

const EnsightFileSet* EnsightCase::file_set(long number) const
{
    const auto found = std::ranges::find(file_sets, number, &EnsightFileSet::number);
    return found == file_sets.end() ? nullptr : &*found;
}

EnsightCase read_ensight_case(const fs::path& case_file)
{
    return CaseReading{case_file}.read();
}

}  // namespace farfield::compute
