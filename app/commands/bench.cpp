#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/node_options.h"
#include "bench/link/suites.h"
#include "model/data/near_names.h"

namespace farfield::app {
namespace {

const std::vector<std::string>& suite_names()
{
    static const std::vector<std::string> names{"ingest",  "stream",   "resume", "turns", "sharing",
                                                "display", "entities", "link",   "answer"};
    return names;
}

struct BenchArguments {
    std::vector<std::string> words;  ///< [HOST[:PORT]] [SUITE...]
    std::string congestion_control;
    bool json = false;
    NodeOptions node;
};

bool is_suite(const std::string& word)
{
    return std::ranges::find(suite_names(), word) != suite_names().end();
}

[[noreturn]] void reject_suite(const std::string& word)
{
    throw CLI::ValidationError(fmt::format("no suite '{}'; expected {}; did you mean '{}'?", word,
                                           fmt::join(suite_names(), ", "),
                                           model::closest(word, suite_names())));
}

/// True when the word is a node. Only the first word can be; a word close to a suite's name is rejected.
bool is_node(const std::string& word)
{
    constexpr std::size_t slip = 2;
    if (is_suite(word)) return false;
    if (word.find_first_of(".:") == std::string::npos &&
        model::edit_distance(word, model::closest(word, suite_names())) <= slip)
        reject_suite(word);
    return true;
}

/// The suites to run, in the order asked for. Moves the node, if any, from the words into the options.
std::vector<std::string> read_words(BenchArguments& arguments)
{
    auto words = arguments.words;
    if (!words.empty() && is_node(words.front())) {
        arguments.node.node = words.front();
        words.erase(words.begin());
    }
    for (const auto& word : words)
        if (!is_suite(word)) reject_suite(word);
    const bool has_node = !arguments.node.node.empty();
    if (words.empty()) words = {"ingest", "stream", "resume", "turns", "sharing", "display", "entities"};
    if (arguments.words.size() == 1 && has_node) words.insert(words.end(), {"link", "answer"});
    for (const auto& suite : {"link", "answer"})
        if (!has_node && std::ranges::find(words, suite) != words.end())
            throw CLI::ValidationError(
                fmt::format("the suite {0} needs a node: farfield bench HOST[:PORT] {0}", suite));
    return words;
}

model::Suite run_suite(const std::string& name, const std::optional<SenderProcess>& sender,
                       const BenchArguments& arguments)
{
    if (name == "ingest") return run_ingest_suite(*sender);
    if (name == "stream") return run_stream_suite(*sender);
    if (name == "resume") return run_resume_suite(*sender);
    if (name == "turns") return run_turns_suite();
    if (name == "sharing") return run_sharing_suite();
    if (name == "display") return run_display_suite();
    if (name == "entities") return run_entity_suite();
    if (name == "answer") return run_answer_suite(arguments.node.client_settings());
    return run_link_suite(arguments.node.client_settings());
}

int bench(BenchArguments arguments)
{
    const auto suites = read_words(arguments);
    static_cast<void>(arguments.node.client_settings());  // finds a bad address before the long part
    const auto sends = [](const std::string& name) {
        return name == "ingest" || name == "stream" || name == "resume";
    };
    std::optional<SenderProcess> sender;
    if (std::ranges::any_of(suites, sends)) sender.emplace(ingest_frame_bytes, arguments.congestion_control);
    auto all = nlohmann::json::array();
    for (const auto& suite : suites) {
        const auto result = run_suite(suite, sender, arguments);
        all.push_back(model::suite_json(result));
        if (!arguments.json) fmt::print("{}\n", model::suite_text(result));
        std::fflush(stdout);
    }
    if (arguments.json) fmt::print("{}\n", (all.size() == 1 ? all.front() : all).dump(2));
    return 0;
}

}  // namespace

void add_bench_command(CLI::App& program, Action& action)
{
    auto arguments = std::make_shared<BenchArguments>();
    auto* command = program.add_subcommand("bench", "Measures the viewer's side, and the way to a node");
    command
        ->add_option(
            "what", arguments->words,
            "Suites: ingest (CPU time to take a frame in), stream (throughput on loopback), resume (a "
            "session whose connections are cut), turns (eight sessions with a node of its own), sharing "
            "(eight viewers of one session), display (drawing), entities (drawing them, and while their "
            "updates come), link (the way to the node that is named first), answer (its lines after a moved "
            "rake); all of them when none is named")
        ->type_name("[HOST[:PORT]|unix:PATH|exec:COMMAND|ssh://HOST|SITE] [SUITE...]");
    command
        ->add_option("--congestion-control", arguments->congestion_control,
                     "TCP's congestion control in ingest and stream, on both sides of the comparison; "
                     "the system's by default")
        ->type_name("NAME");
    command->add_flag("--json", arguments->json, "Print one JSON document");
    arguments->node.add_token_to(*command);
    NodeOptions::refuse_listen_in(*command);
    command->footer("Examples:\n  farfield bench ingest stream --json\n  farfield bench 127.0.0.1:7117 link");
    command->callback([arguments, &action] {
        action = [arguments](const auto& rest) {
            arguments->node.arguments = rest;
            return bench(*arguments);
        };
    });
}

}  // namespace farfield::app
