#include "net/service/token.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <unistd.h>

#include "tests/catch.h"

using namespace farfield::net;
namespace fs = std::filesystem;

namespace {

/// A token file that only its owner may read, removed at the end.
class TokenFile {
public:
    explicit TokenFile(const std::string& content)
        : path_(fs::temp_directory_path() /
                ("farfield-token-" + std::to_string(::getpid()) + "-" + random_hex(4)))
    {
        std::ofstream(path_, std::ios::binary) << content;
        fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
    }
    ~TokenFile() { fs::remove(path_); }
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

}  // namespace

TEST_CASE("same_secret: only equal texts of equal length are the same", "[token]")
{
    CHECK(same_secret("abc", "abc"));
    CHECK(same_secret("", ""));
    CHECK_FALSE(same_secret("abc", "abd"));
    CHECK_FALSE(same_secret("abc", "abcd"));
    CHECK_FALSE(same_secret("abc", ""));
    CHECK_FALSE(same_secret(std::string("a\0b", 3), std::string("a\0c", 3)));
}

TEST_CASE("random_hex: two digits a byte, and never the same twice", "[token]")
{
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) {
        const std::string text = random_hex(16);
        CHECK(text.size() == 32);
        CHECK(text.find_first_not_of("0123456789abcdef") == std::string::npos);
        seen.insert(text);
    }
    CHECK(seen.size() == 1000);
}

TEST_CASE("read_token_file: one newline at the end is not part of the token", "[token]")
{
    CHECK(read_token_file(TokenFile("s3cret\n").path()) == "s3cret");
    CHECK(read_token_file(TokenFile("s3cret\r\n").path()) == "s3cret");
    CHECK(read_token_file(TokenFile("s3cret").path()) == "s3cret");
    CHECK(read_token_file(TokenFile(" with blanks ").path()) == " with blanks ");
}

TEST_CASE("read_token_file: empty, too long and many-lined files are refused", "[token]")
{
    CHECK_THROWS_WITH(read_token_file(TokenFile("").path()), Catch::Matchers::ContainsSubstring("is empty"));
    CHECK_THROWS_WITH(read_token_file(TokenFile("\n").path()),
                      Catch::Matchers::ContainsSubstring("is empty"));
    CHECK_THROWS_WITH(read_token_file(TokenFile("a\nb\n").path()),
                      Catch::Matchers::ContainsSubstring("more than one line"));
    const std::string longest(max_token_bytes, 'x');
    CHECK(read_token_file(TokenFile(longest + "\n").path()) == longest);
    CHECK_THROWS_WITH(read_token_file(TokenFile(longest + "x").path()),
                      Catch::Matchers::ContainsSubstring("too long"));
}

TEST_CASE("read_token_file: a file that everybody may read is refused", "[token]")
{
    const TokenFile file("s3cret");
    fs::permissions(file.path(), fs::perms::others_read, fs::perm_options::add);
    CHECK_THROWS_WITH(read_token_file(file.path()), Catch::Matchers::ContainsSubstring("chmod 600"));
}

TEST_CASE("read_token_file: a missing file and a folder are named", "[token]")
{
    CHECK_THROWS_WITH(read_token_file("/no/such/token"),
                      Catch::Matchers::ContainsSubstring("'/no/such/token' does not exist"));
    CHECK_THROWS_WITH(read_token_file("/"), Catch::Matchers::ContainsSubstring("is not a file"));
}
