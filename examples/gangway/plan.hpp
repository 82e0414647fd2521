// tool - the planners behind `gangway plan`: each reads its JSON file and gives what is printed.
#pragma once

#include <string>

namespace tool {

// Every fault of the file is an `unusable_input` that names the file and the place in it.
std::string plan_sts(std::string const& path, bool json);
std::string plan_scrooge(std::string const& path, bool json);
std::string plan_infadapter(std::string const& path, bool json);
std::string plan_dispatch(std::string const& path, bool json);

} // namespace tool
