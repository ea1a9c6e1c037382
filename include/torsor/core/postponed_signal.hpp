#pragma once

namespace torsor {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP does not end the program: whoever works asks for it, and comes
/// to an end that is worth keeping. The next one ends the program. One at a time; for programs, not for libraries.
class PostponedSignal {
 public:
  PostponedSignal();
  ~PostponedSignal();
  PostponedSignal(const PostponedSignal&) = delete;
  PostponedSignal& operator=(const PostponedSignal&) = delete;

  /// The signal that came, or 0.
  int received() const;
};

}  // namespace torsor
