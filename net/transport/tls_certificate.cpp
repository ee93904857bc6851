#include "net/transport/tls_certificate.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509v3.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <boost/asio/ip/address.hpp>

#include "model/files/atomic_file.h"
#include "model/files/plain_file.h"
#include "net/transport/user_folder.h"

namespace farfield::net {

namespace {

constexpr std::uint64_t max_pem_bytes = 1 << 20;

struct FreeBio {
    void operator()(BIO* bio) const noexcept { BIO_free_all(bio); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;

[[noreturn]] void fail_in_tls(const std::string& what)
{
    throw std::runtime_error(what + ": " + tls_words());
}

[[noreturn]] void fail_with_key(const std::filesystem::path& file, const std::string& why)
{
    throw std::runtime_error("key file '" + file.string() + "' " + why);
}

std::string content_of(BIO& bio)
{
    char* text = nullptr;
    const long bytes = BIO_get_mem_data(&bio, &text);
    return {text, static_cast<std::size_t>(bytes)};
}

TlsKey read_key(const std::filesystem::path& file)
{
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) fail_with_key(file, std::system_category().message(errno));
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        fail_with_key(file, "is open to others than its owner; expected mode 600: chmod 600 it");
    const std::string text = model::PlainFile(file, "key", max_pem_bytes).text();
    const Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    TlsKey key(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr) : nullptr);
    if (!key) fail_with_key(file, "holds no key: " + tls_words());
    return key;
}

/// Writes the file as a whole, so that another node that starts now sees all of it or none.
void write_key(const std::filesystem::path& file, const std::string& text)
{
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    const std::string draft = unpredictable_name(file).string();
    const int descriptor =
        ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0) fail_with_key(file, "cannot be made: " + std::system_category().message(errno));
    const bool is_written =
        ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        ::fsync(descriptor) == 0;
    ::close(descriptor);
    const bool is_there = is_written && (::link(draft.c_str(), file.c_str()) == 0 || errno == EEXIST);
    const int why = errno;
    ::unlink(draft.c_str());
    if (!is_there) fail_with_key(file, "cannot be written: " + std::system_category().message(why));
}

std::string alternative_names(const std::vector<std::string>& hosts)
{
    std::string names;
    for (const std::string& host : hosts) {
        boost::system::error_code is_name;
        static_cast<void>(boost::asio::ip::make_address(host, is_name));
        names += (names.empty() ? "" : ",") + std::string(is_name ? "DNS:" : "IP:") + host;
    }
    return names;
}

void add_extension(X509& certificate, int kind, const std::string& value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, &certificate, &certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
    if (extension == nullptr) fail_in_tls("a certificate for " + value + " cannot be made");
    X509_add_ext(&certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

}  // namespace

void FreeKey::operator()(evp_pkey_st* key) const noexcept
{
    EVP_PKEY_free(key);
}

void FreeCertificate::operator()(x509_st* certificate) const noexcept
{
    X509_free(certificate);
}

std::string tls_words()
{
    const unsigned long error = ERR_get_error();
    ERR_clear_error();
    const char* const reason = ERR_reason_error_string(error);
    if (reason != nullptr) return reason;
    return error != 0 && ERR_SYSTEM_ERROR(error) ? std::system_category().message(ERR_GET_REASON(error))
                                                 : "no reason is known";
}

TlsKey make_key()
{
    TlsKey key(EVP_EC_gen("P-256"));
    if (!key) fail_in_tls("no key can be made");
    return key;
}

TlsKey kept_key(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) write_key(file, text_of(*make_key()));
    return read_key(file);
}

std::filesystem::path own_key_file()
{
    return user_folder("XDG_STATE_HOME", ".local/state", "the node's key") / "node-key.pem";
}

TlsCertificate sign_own(evp_pkey_st& key, const std::vector<std::string>& hosts, Validity validity)
{
    TlsCertificate certificate(X509_new());
    X509& made = *certificate;
    X509_set_version(&made, X509_VERSION_3);
    std::array<unsigned char, 16> serial{};
    if (RAND_bytes(serial.data(), serial.size()) != 1) fail_in_tls("no random bytes");
    serial.front() &= 0x7f;  // a serial number is positive
    BIGNUM* const number = BN_bin2bn(serial.data(), serial.size(), nullptr);
    BN_to_ASN1_INTEGER(number, X509_get_serialNumber(&made));
    BN_free(number);
    X509_gmtime_adj(X509_getm_notBefore(&made), static_cast<long>(validity.from.count()));
    X509_gmtime_adj(X509_getm_notAfter(&made), static_cast<long>(validity.until.count()));
    X509_NAME* const name = X509_get_subject_name(&made);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(hosts.front().c_str()), -1, -1, 0);
    X509_set_issuer_name(&made, name);
    X509_set_pubkey(&made, &key);
    add_extension(made, NID_subject_alt_name, alternative_names(hosts));
    add_extension(made, NID_basic_constraints, "critical,CA:TRUE");
    if (X509_sign(&made, &key, EVP_sha256()) == 0) fail_in_tls("a certificate cannot be signed");
    return certificate;
}

std::vector<std::string> own_hosts()
{
    constexpr std::size_t longest_name = 64;  // most bytes of a common name
    std::array<char, longest_name + 1> name{};
    std::vector<std::string> hosts;
    if (::gethostname(name.data(), name.size() - 1) == 0 && name.front() != '\0')
        hosts.emplace_back(name.data());
    hosts.insert(hosts.end(), {"localhost", "127.0.0.1", "::1"});
    return hosts;
}

std::string pin_of(const x509_st& certificate)
{
    unsigned char* der = nullptr;
    const int bytes = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(&certificate), &der);
    if (bytes <= 0) fail_in_tls("a certificate has no public key");
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(der, static_cast<std::size_t>(bytes), digest.data());
    OPENSSL_free(der);
    constexpr std::string_view digits = "0123456789abcdef";
    std::string pin = "sha256:";
    for (const unsigned char byte : digest) {
        pin += digits[byte >> 4];
        pin += digits[byte & 15];
    }
    return pin;
}

std::string text_of(const x509_st& certificate)
{
    const Bio bio(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(bio.get(), &certificate);
    return content_of(*bio);
}

std::string text_of(const evp_pkey_st& key)
{
    const Bio bio(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr);
    return content_of(*bio);
}

}  // namespace farfield::net
