// tool - files and terminals.
#include "files.hpp"

#include "duration_text.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <sys/ioctl.h>
#include <unistd.h>

namespace tool {

namespace {

constexpr std::size_t issues_shown = 10;

struct open_file {
    std::FILE* f;
    ~open_file() {
        if (f != nullptr) std::fclose(f);
    }
};

[[noreturn]] void fail(std::string const& path, char const* what, int error) {
    throw unusable_input{path + ": cannot be " + what + ": " + std::strerror(error)};
}

} // namespace

std::string read_file(std::string const& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw unusable_input{path + ": is a folder, not a file"};
    open_file const in{std::fopen(path.c_str(), "rb")};
    if (in.f == nullptr) fail(path, "read", errno);
    std::string content;
    char part[65'536];
    for (std::size_t n = sizeof part; n == sizeof part;) { // less: the end, or a failure
        n = std::fread(part, 1, sizeof part, in.f);
        content.append(part, n);
    }
    if (std::ferror(in.f) != 0) fail(path, "read", errno);
    return content;
}

void write_file(std::string const& path, std::string_view content) {
    if (path == "-") {
        if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() || std::fflush(stdout) != 0)
            fail("stdout", "written", errno);
        return;
    }
    open_file out{std::fopen(path.c_str(), "wb")};
    if (out.f == nullptr) fail(path, "written", errno);
    bool const written = std::fwrite(content.data(), 1, content.size(), out.f) == content.size();
    if (std::fclose(std::exchange(out.f, nullptr)) != 0 || !written) fail(path, "written", errno);
}

void check_writable(std::string const& path) {
    if (path.empty() || path == "-") return;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw unusable_input{path + ": is a folder, not a file"};
    auto const folder = std::filesystem::path{path}.parent_path();
    std::string const at = std::filesystem::exists(path, ignored) ? path : folder.empty() ? "." : folder.string();
    if (access(at.c_str(), W_OK) != 0) fail(path, "written", errno);
}

void print_issues(std::vector<gangway::trace::issue> const& issues) {
    std::size_t shown = 0;
    for (auto const& i : issues) {
        if (shown == issues_shown) break;
        ++shown;
        auto const where = i.line > 0 ? fmt::format("{}:{}", i.file, i.line) : i.file;
        fmt::print(stderr, "{}: {}: {} ({})\n", where, to_text(i.kind), i.what, i.done);
    }
    if (issues.size() > shown)
        fmt::print(stderr, "{}: {} more issues like these\n", issues.front().file, issues.size() - shown);
}

std::size_t terminal_width() {
    winsize size{};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    if (char const* const columns = std::getenv("COLUMNS"))
        if (auto const n = whole_number_in<unsigned>(columns); n && *n > 0) return *n;
    return 80;
}

bool stderr_is_terminal() { return isatty(STDERR_FILENO) != 0; }

} // namespace tool
