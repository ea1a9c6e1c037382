#include "arguments/outputs.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "arguments/log_name.hpp"
#include "output/remark.hpp"
#include "output/studio_page.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::cli {
namespace {

namespace fs = std::filesystem;

struct Named {
  std::string flag, path;

  fs::path whole() const {
    std::error_code none;
    return fs::weakly_canonical(fs::absolute(path, none), none);
  }
  [[noreturn]] void fail(const std::string& message) const { throw UsageError(flag + ": " + path + ": " + message); }
};

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first{}, second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

std::vector<Named> named(const Command& command, ValueKind kind) {
  std::vector<Named> files;
  for (const auto& [flag, path] : command.given(kind))
    if (!path.empty() && path != "-") files.push_back({flag, kind == ValueKind::file ? log_path(path) : path});
  return files;
}

void require_other(const Named& file, const Command& command) {
  for (const ValueKind kind : {ValueKind::file, ValueKind::robot})
    for (const Named& input : named(command, kind))
      if (is_same_file(file.path, input.path))
        file.fail("expected another file than the ones that are read, found that of " + input.flag);
}

void require_folder(const Named& file) {
  std::error_code none;
  const fs::path path(file.path), folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!fs::is_directory(folder, none)) throw WriteError(file.path, "expected a folder that is there, found none");
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw WriteError(file.path, "expected a folder that can be written to");
}

/// A program that was killed left them; nobody else would say so.
void name_abandoned(const Named& file, bool json) {
  for (const fs::path& abandoned : abandoned_files(file.path))
    remark(Severity::note, abandoned.string() + " is left over from a run that was killed; it can be removed", json);
}

void require_page(const Named& page) {
  if (!page.path.ends_with(".html") && !page.path.ends_with(".htm"))
    throw UsageError(page.flag + ": expected a name that ends in .html or .htm, found " + page.path);
}

void look_at(const Command& command, bool force) {
  const std::vector<Named> outputs = named(command, ValueKind::output);
  for (auto file = outputs.begin(); file != outputs.end(); ++file) {
    require_other(*file, command);
    for (auto other = outputs.begin(); other != file; ++other)
      if (file->whole() == other->whole()) file->fail("expected a file of its own, found that of " + other->flag);
    require_folder(*file);
    require_regular_file_or_none(file->path);
    std::error_code none;
    if (!force && fs::exists(fs::symlink_status(file->path, none)))
      file->fail("expected a file that is not there yet, found one; --force writes over it");
    name_abandoned(*file, command.given("--json"));
  }
  for (const auto& [flag, path] : command.given(ValueKind::output)) {
    if (flag == "--report" || flag == "--studio") require_page({flag, path});
    if (flag == "--studio") built_studio_page();  // now, and not after a long computation
  }
}

}  // namespace

void Outputs::add_force(Command& command, const std::string& help) {
  command_ = command;
  command.flag("--force", force_, help);
}

Option Outputs::add_to(Command& command, const std::string& flag, std::string& path, const std::string& help) {
  Option option = command.option(flag, path, help).output();
  if (command_) return option;
  add_force(command);
  command.before_run([this, command] { look_at(command, force_); });
  return option;
}

void Outputs::require_yaml(const std::string& path, const std::string& flag) {
  if (path.empty() || path.ends_with(".yaml") || path.ends_with(".yml")) return;
  throw UsageError(flag + ": expected a name that ends in .yaml or .yml, found " + path +
                   "; `torsor convert` makes URDF and MJCF of what is written");
}

void Outputs::require_not_read(const std::string& path) const { require_other({"--output", path}, *command_); }

void Outputs::write(const std::string& path, std::string_view text) {
  if (!path.empty()) write_with(path, [&] { write_file(path, text, existing()); });
}

void Outputs::write_with(const std::string& path, const std::function<void()>& write) {
  attempt([&] {
    write();
    written_.push_back(path);
  });
}

void Outputs::open(const std::string& path) {
  open_path_ = path;
  attempt([&] { open_file_ = std::make_unique<OutputFile>(path, existing()); });
}

void Outputs::append(std::string_view bytes) {
  if (open_file_) attempt([&] { open_file_->write(bytes); });
}

void Outputs::write_start(std::string_view bytes) {
  if (open_file_) attempt([&] { open_file_->write_start(bytes); });
}

void Outputs::close() {
  if (!open_file_) return;
  attempt([&] {
    open_file_->finish();
    written_.push_back(open_path_);
  });
  open_file_.reset();
}

void Outputs::attempt(const std::function<void()>& write) {
  try {
    write();
  } catch (const WriteError&) {
    if (!problem_) problem_ = std::current_exception();
    open_file_.reset();
  } catch (const UsageError&) {  // somebody else was faster
    if (!problem_) problem_ = std::current_exception();
    open_file_.reset();
  }
}

void Outputs::require_written() const {
  if (problem_) std::rethrow_exception(problem_);
}

}  // namespace torsor::cli
