#include "compute_node/writers/line_writer.h"
#include "model/files/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <stdexcept>

namespace farfield::compute {

namespace {

class CsvWriter final : public LineWriter {
public:
    CsvWriter(const std::filesystem::path& name, LineContent content, glm::dvec3 origin)
        : file_{name}, out_{std::fopen(file_.part().c_str(), "wb")}, content_{content}, origin_{origin}
    {
        if (out_ == nullptr) fail();
        text_ = content == LineContent::Points ? "seed,t,x,y,z,s\n" : "seed,x,y,z,t,steps,reason\n";
    }

    void add(const LineBlock& block, std::span<const double> starts) override
    {
        for (std::size_t i = 0; i < block.lines.size(); ++i) {
            const std::size_t seed = block.first_seed + i;
            const double start = starts[seed];
            if (content_ == LineContent::Points)
                add_points(seed, start, block.lines[i], block);
            else
                add_end(seed, start, block.lines[i], block);
            if (text_.size() > enough) write();
        }
    }

    void finish() override
    {
        write();
        if (std::fclose(out_.release()) != 0) fail();
        file_.keep();
    }

private:
    static constexpr std::size_t enough = 1 << 20;

    struct Close {
        void operator()(std::FILE* file) const { (void)std::fclose(file); }
    };

    /// Text of a time. Digits beyond those that binary32 holds of `elapsed` would only be noise.
    static std::string time_text(double start, float elapsed)
    {
        constexpr int digits_of_binary32 = 7, digits_of_binary64 = 15;
        const double time = start + elapsed;
        const auto digits_before_point = [](double value) {
            return value == 0.0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
        };
        const int decimals =
            elapsed == 0.0F ? digits_of_binary64 : digits_of_binary32 - digits_before_point(elapsed);
        const int digits = std::max(decimals, 0) + digits_before_point(time);
        return fmt::format("{:.{}g}", time, std::clamp(digits, 1, digits_of_binary64));
    }

    /// Adds x, y and z, each with as many digits as it takes to read it back.
    void add_place(const glm::vec4& p)
    {
        for (int axis = 0; axis < 3; ++axis)
            if (origin_[axis] == 0.0)
                fmt::format_to(std::back_inserter(text_), "{},", p[axis]);
            else
                fmt::format_to(std::back_inserter(text_), "{},", origin_[axis] + p[axis]);
    }

    void add_points(std::size_t seed, double start, const Line& line, const LineBlock& block)
    {
        for (std::size_t i = line.first_point; i < line.first_point + line.points; ++i) {
            const glm::vec4& p = block.points[i];
            fmt::format_to(std::back_inserter(text_), "{},{},", seed, time_text(start, block.elapsed[i]));
            add_place(p);
            fmt::format_to(std::back_inserter(text_), "{}\n", p.w);
        }
    }

    void add_end(std::size_t seed, double start, const Line& line, const LineBlock& block)
    {
        const std::size_t last = line.first_point + line.points - 1;
        fmt::format_to(std::back_inserter(text_), "{},", seed);
        add_place(block.points[last]);
        fmt::format_to(std::back_inserter(text_), "{},{},{}\n", time_text(start, block.elapsed[last]),
                       line.steps, to_string(line.reason));
    }

    void write()
    {
        if (std::fwrite(text_.data(), 1, text_.size(), out_.get()) != text_.size()) fail();
        text_.clear();
    }

    [[noreturn]] void fail() const
    {
        throw std::runtime_error(
            fmt::format("cannot write '{}': {}", file_.name().string(), std::strerror(errno)));
    }

    AtomicFile file_;
    std::unique_ptr<std::FILE, Close> out_;
    LineContent content_;
    glm::dvec3 origin_;
    std::string text_;
};

}  // namespace

std::unique_ptr<LineWriter> csv_writer(const std::filesystem::path& file, LineContent content,
                                       glm::dvec3 origin)
{
    return std::make_unique<CsvWriter>(file, content, origin);
}

}  // namespace farfield::compute
