#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

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
    [[nodiscard]] std::string text_of(const std::string& name) const { return read_text(folder_ / name); }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

private:
    TemporaryFolder folder_;
    std::string path_;
};

}  // namespace farfield::test
