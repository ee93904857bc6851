// Spoilt files, read by farfield-node as a process that reads: no crash of a library may reach this process,
// nothing from outside of the data folder may come out, and what comes out can be used.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/companions.h"
#include "compute_node/readers/process/reader_processes.h"
#include "compute_node/support/archive.h"
#include "compute_node/support/formats/known_formats.h"
#include "tests/fuzz/field_files.h"
#include "tests/fuzz/mutator.h"
#include "tests/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace farfield::compute;
using namespace farfield;
using farfield::fuzz::Mutator;

constexpr std::string_view canary = "canary-1f6b2c7e-beside-the-data";

std::vector<std::byte> bytes_of(const fs::path& file)
{
    const std::string text = farfield::test::read_text(file);
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

/// A small file as it is, and files that it names beside it.
struct Sample {
    std::string name;  ///< as the catalogue has it
    std::vector<fs::path> files;
};

/// Every dataset of a folder that is small enough to be read often.
std::vector<Sample> samples_of(const fs::path& folder, std::uint64_t max_bytes)
{
    std::vector<Sample> samples;
    const DatasetCatalogue catalogue{{folder}};
    for (const CatalogueEntry& entry : catalogue.list()) {
        if (is_analytic_name(entry.name) || entry.bytes > max_bytes ||
            entry.name.find('*') != std::string::npos)
            continue;
        Sample sample{entry.name, catalogue.resolve(entry.name)};
        for (const fs::path& file : with_companions(sample.files.front()))
            if (file != sample.files.front()) sample.files.push_back(file);
        std::erase_if(sample.files, [](const fs::path& file) { return fs::is_directory(file); });
        samples.push_back(std::move(sample));
    }
    return samples;
}

class ReaderFuzz {
public:
    ReaderFuzz(const fs::path& node, const fs::path& folder) : seeds_{fs::canonical(folder)}
    {
        fs::create_directory(data());
        folder_.write("secret", std::string{canary} + "\n");
        readers_ = std::make_shared<ReaderProcesses>(ReaderSettings{.program = node,
                                                                    .data_folders = {data()},
                                                                    .max_bytes = std::uint64_t{2} << 30U,
                                                                    .max_time = std::chrono::seconds{20}});
    }

    void run(const Sample& sample, Mutator& mutator)
    {
        copy(sample, mutator);
        try {
            const DatasetCatalogue catalogue{{data()}, {}, readers_};
            (void)catalogue.open(sample.name).field();
            ++read_;
            ReadRequest request{.what = ReadRequest::What::Step,
                                .dataset = sample.name,
                                .files = catalogue.resolve(sample.name),
                                .max_nodes = 1'000'000};
            ArchiveWriter archive;
            archive(readers_->read(request));
            const std::vector<std::byte> bytes = archive.take_bytes();
            check_clean({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        } catch (const Leak&) {
            throw;
        } catch (const std::exception& error) {
            check_clean(error.what());
            ++errors_[kind_of(error.what())];
        }
    }

    void report() const
    {
        std::printf("  %llu read", static_cast<unsigned long long>(read_));
        for (const auto& [kind, count] : errors_)
            std::printf(", %llu %s", static_cast<unsigned long long>(count), kind.c_str());
        std::printf("\n");
    }

private:
    struct Leak : std::runtime_error {
        using std::runtime_error::runtime_error;
    };
    [[nodiscard]] fs::path data() const { return folder_ / "data"; }

    /// One of the files spoilt, or given the secret's name in place of a part.
    void copy(const Sample& sample, Mutator& mutator) const
    {
        fs::remove_all(data());
        fs::create_directory(data());
        const std::size_t spoilt = mutator.below(sample.files.size());
        for (std::size_t i = 0; i < sample.files.size(); ++i) {
            const fs::path target = data() / sample.files[i].lexically_relative(seeds_);
            fs::create_directories(target.parent_path());
            std::vector<std::byte> bytes = bytes_of(sample.files[i]);
            if (i == spoilt) mutator.spoil(bytes);
            if (i == spoilt && mutator.one_in(4)) name_secret(bytes, mutator);
            std::ofstream{target, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                          static_cast<std::streamsize>(bytes.size()));
        }
    }
    void name_secret(std::vector<std::byte>& bytes, Mutator& mutator) const
    {
        const std::string name = mutator.one_in(2) ? "../secret" : (folder_ / "secret").string();
        if (bytes.size() < name.size()) return;
        const std::size_t at = mutator.below(bytes.size() - name.size());
        for (std::size_t i = 0; i < name.size(); ++i) bytes[at + i] = static_cast<std::byte>(name[i]);
    }
    static void check_clean(std::string_view text)
    {
        if (text.find(canary) != std::string_view::npos)
            throw Leak{"a byte from outside of the data folder came out"};
    }
    static std::string kind_of(std::string_view error)
    {
        for (const char* kind : {"failed (", "takes longer", "more memory", "cannot be", "outside the data"})
            if (error.find(kind) != std::string_view::npos) return std::string{"'"} + kind + "'";
        return "refused";
    }

    farfield::test::TemporaryFolder folder_;
    fs::path seeds_;
    std::shared_ptr<ReaderProcesses> readers_;
    std::uint64_t read_ = 0;
    std::map<std::string, std::uint64_t> errors_;
};

}  // namespace

int main(int argc, char** argv)
{
    std::string node, folder;
    std::uint64_t seed = 1, max_bytes = 2'000'000;
    double seconds = 60.0;
    CLI::App app{"Spoils files and reads them by processes of farfield-node"};
    app.add_option("NODE", node, "The program farfield-node")->required();
    app.add_option("FOLDER", folder, "Files to spoil copies of; some are made where none is named");
    app.add_option("--seed", seed)->capture_default_str();
    app.add_option("--seconds", seconds, "For each dataset of the folder")->capture_default_str();
    app.add_option("--max-bytes", max_bytes, "Larger datasets are passed over")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        const farfield::test::TemporaryFolder made;
        if (folder.empty()) {
            farfield::fuzz::write_field_files(made.path());
            folder = made.path().string();
        }
        ReaderFuzz fuzz{fs::absolute(node), folder};
        for (const Sample& sample : samples_of(fs::canonical(folder), max_bytes)) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>{seconds};
            std::printf("%s\n", sample.name.c_str());
            std::fflush(stdout);
            while (std::chrono::steady_clock::now() < end) {
                Mutator mutator{seed++};
                fuzz.run(sample, mutator);
            }
        }
        fuzz.report();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "after seed %llu: %s\n", static_cast<unsigned long long>(seed - 1),
                     error.what());
        return 1;
    }
    return 0;
}
