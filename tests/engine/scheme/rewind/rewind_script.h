// Scripts over three records on REWIND.
#ifndef AFTERIMAGE_TESTS_SCHEME_REWIND_REWIND_SCRIPT_H_
#define AFTERIMAGE_TESTS_SCHEME_REWIND_REWIND_SCRIPT_H_

#include "scheme/shared/heap/engine.h"
#include "scheme/systems/rewind/log.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

inline Script RewindScript(const std::string& threads, const std::string& params = "{}") {
  return {.records = R"({"A": 100, "B": 20, "C": 5})",
          .threads = threads,
          .params = params,
          .scheme = "rewind"};
}

inline const heap::Engine& EngineOf(Play& play) {
  return static_cast<const heap::Engine&>(play.session().world().engine());
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_REWIND_REWIND_SCRIPT_H_
