// tool - files in and out, and issues of readers on stderr.
#pragma once

#include <gangway/trace/job.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tool {

/// The content of a file; throws `unusable_input` where there is none.
std::string read_file(std::string const& path);

/// Writes a file, or stdout for "-"; throws `unusable_input` where that fails.
void write_file(std::string const& path, std::string_view content);

/// Says before the work, not after it, that a file cannot be written; nothing for "-" and for no file.
void check_writable(std::string const& path);

/// Prints issues as file:line, the first few of many.
void print_issues(std::vector<gangway::trace::issue> const& issues);

/// Columns of the terminal behind stdout; where there is none, COLUMNS, else 80.
std::size_t terminal_width();
bool stderr_is_terminal();

} // namespace tool
