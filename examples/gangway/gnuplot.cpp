// tool - runs gnuplot in a folder of its own.
#include "gnuplot.hpp"

#include "error.hpp"
#include "files.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tool {

namespace {

/// A folder that is gone at the end.
class scratch_folder {
  public:
    scratch_folder() {
        std::error_code failed;
        auto const parent = std::filesystem::temp_directory_path(failed);
        path_ = ((failed ? std::filesystem::path{"/tmp"} : parent) / "gangway-XXXXXX").string();
        if (mkdtemp(path_.data()) == nullptr)
            throw unusable_input{path_ + ": cannot be made: " + std::strerror(errno) + "; TMPDIR says where"};
    }
    scratch_folder(scratch_folder const&) = delete;
    scratch_folder& operator=(scratch_folder const&) = delete;
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string const& path() const { return path_; }

  private:
    std::string path_;
};

/// Exit status of a program, run in a folder; -1 where it did not end by itself.
int run_in(std::string const& folder, std::string const& program, std::vector<std::string> arguments) {
    std::vector<char*> words;
    for (auto& a : arguments) words.push_back(a.data());
    words.push_back(nullptr);
    // Numbers with a point, and of the user's only where programs and libraries are found.
    std::vector<std::string> variables{"LC_ALL=C"};
    for (char const* const name : {"PATH", "LD_LIBRARY_PATH"})
        if (char const* const value = std::getenv(name)) variables.push_back(std::string{name} + "=" + value);
    std::vector<char*> environment;
    for (auto& v : variables) environment.push_back(v.data());
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "errors", O_WRONLY | O_CREAT, 0600);
    pid_t child = 0;
    int const failed = posix_spawn(&child, program.c_str(), &actions, nullptr, words.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw unusable_input{program + ": cannot be run: " + std::strerror(failed)};
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

std::string find_gnuplot() {
    char const* const set = std::getenv("PATH");
    std::string_view rest = set != nullptr ? set : "/usr/bin:/bin";
    while (!rest.empty()) {
        auto const end = std::min(rest.find(':'), rest.size());
        auto const at = std::string{rest.substr(0, end)} + "/gnuplot";
        if (end > 0 && at[0] == '/' && access(at.c_str(), X_OK) == 0) return at;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    throw unusable_input{"--report draws with gnuplot, which is not on PATH; on Debian: apt-get install gnuplot-nox"};
}

std::vector<std::string> run_gnuplot(std::string const& script, std::vector<std::string> const& files) {
    auto const program = find_gnuplot();
    scratch_folder const folder;
    write_file(folder.path() + "/script", script);
    int const status = run_in(folder.path(), program, {"gnuplot", "-d", "script"});
    auto const said = read_file(folder.path() + "/errors");
    if (status != 0)
        throw unusable_input{program + ": failed" + (said.empty() ? "" : "; it says: " + said.substr(0, 500))};
    std::vector<std::string> out;
    for (auto const& f : files) out.push_back(read_file(folder.path() + "/" + f));
    return out;
}

} // namespace tool
