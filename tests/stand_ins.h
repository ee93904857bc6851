#pragma once

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace farfield::test {

/// Programs that stand in for others of the same names: a folder that is first in PATH while this lives.
class StandIns {
public:
    StandIns()
    {
        const char* const path = std::getenv("PATH");
        path_ = path != nullptr ? path : "";
        ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
    }
    StandIns(const StandIns&) = delete;
    StandIns& operator=(const StandIns&) = delete;
    ~StandIns() { ::setenv("PATH", path_.c_str(), 1); }

    /// Nothing else can be found then.
    void be_alone() const { ::setenv("PATH", folder_.path().c_str(), 1); }
    /// A script of the shell.
    void add(const std::string& name, const std::string& script) const
    {
        const std::string file = folder_.write(name, "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    /// An ssh that notes its arguments in the file ssh.words, a line each, and runs the rest by a local
    /// shell, after `first` of that shell, which may print a banner.
    void add_ssh(const std::string& first = "") const
    {
        add("ssh", "for word in \"$@\"; do echo \"$word\"; done > '" + folder_.file("ssh.words") + "'\n" +
                       "while :; do case \"$1\" in -T) shift;; -o|-p) shift 2;; *) break;; esac; done\n" +
                       "shift\n" + first + "\nexec /bin/sh -c \"$*\"");
    }
    /// An srun that notes its arguments in srun.words, waits in its queue, which a squeue shows, until there
    /// is the file `begin`, and then runs the rest. Until it ends it has the pipe srun.alive open.
    void add_slurm() const
    {
        ::mkfifo(folder_.file("srun.alive").c_str(), S_IRWXU);
        const std::string begin = folder_.file("begin");
        add("srun", "for word in \"$@\"; do echo \"$word\"; done > '" + folder_.file("srun.words") +
                        "'\nexec 4<> '" + folder_.file("srun.alive") +
                        "'\nwhile :; do case \"$1\" in -t) shift 2;; -*) shift;; *) break;; esac; done\n"
                        "while [ ! -e '" +
                        begin + "' ]; do sleep 0.05; done\nexec \"$@\"");
        add("squeue", "[ -e '" + begin + "' ] || echo 'job 4711 is PENDING (Priority), start N/A'");
    }
    void begin_job() const { folder_.write("begin", ""); }
    /// Whether the job ends, or has ended.
    [[nodiscard]] bool job_ends_within(std::chrono::milliseconds patience) const
    {
        const int pipe = ::open(folder_.file("srun.alive").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        pollfd end{.fd = pipe, .events = POLLIN, .revents = 0};
        char none = 0;
        const bool has_ended =
            ::read(pipe, &none, 1) == 0 || ::poll(&end, 1, static_cast<int>(patience.count())) > 0;
        ::close(pipe);
        return has_ended;
    }
    [[nodiscard]] std::string text_of(const std::string& name) const { return read_text(folder_ / name); }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

private:
    TemporaryFolder folder_;
    std::string path_;
};

}  // namespace farfield::test
