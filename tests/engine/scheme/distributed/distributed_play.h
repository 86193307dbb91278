// Scripts under the schemes that distribute the log.
#ifndef AFTERIMAGE_TESTS_SCHEME_DISTRIBUTED_DISTRIBUTED_PLAY_H_
#define AFTERIMAGE_TESTS_SCHEME_DISTRIBUTED_DISTRIBUTED_PLAY_H_

#include "scheme/shared/log_rings/story.h"
#include "scheme/shared/record_logs/record.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

inline constexpr char kRings[] = "distributed";
inline constexpr char kBuffers[] = "shore-mt";
// Another store of records under the same hooks.
inline constexpr char kScm[] = "scm-logging";
inline constexpr char kChunks[] = "nv-disk-decentralized";

// A scheme with parameters, for tests that ask both the same.
struct Distribution {
  const char* name;
  const char* scheme;
  const char* params;
};
inline std::string NameOf(const testing::TestParamInfo<Distribution>& each) {
  return each.param.name;
}

inline Script Under(const Distribution& distribution, const std::string& threads,
                    const std::string& mutations = "[]") {
  Script script;
  script.threads = threads;
  script.scheme = distribution.scheme;
  script.params = distribution.params;
  script.mutations = mutations;
  return script;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_DISTRIBUTED_DISTRIBUTED_PLAY_H_
