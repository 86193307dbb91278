// Programs of the user's, in scenarios of two records.
#ifndef AFTERIMAGE_TESTS_SUPPORT_OWN_PROGRAM_H_
#define AFTERIMAGE_TESTS_SUPPORT_OWN_PROGRAM_H_

#include <string>

#include "run/explore/verify.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

inline constexpr char kTransfer[] =
    R"([["begin T1", "A := 50", "B := 70", "commit", "begin T2", "A := 51", "abort"]])";

inline std::string JsonOf(const std::string& program, const std::string& threads = kTransfer) {
  std::string quoted;
  for (const char c : program) {
    if (c == '\n')
      quoted += "\\n";
    else
      quoted += c;
  }
  return R"({"format": 1, "id": "own", "kind": "scenario", "title": {"en": "t", "zh": "t"}, )"
         R"("machine": {"id": "today"}, "scheme": {"id": "user-program", "program": ")" +
         quoted + R"("}, "records": {"A": 100, "B": 20}, "threads": )" + threads + "}";
}

// The mistake of a run, or an empty text.
inline std::string FaultOf(const std::string& program, uint32_t* line) {
  Play play(JsonOf(program));
  play.To();
  const ProgramFault* fault = play.session().world().program_fault();
  *line = fault ? fault->line : 0;
  return fault ? fault->en : "";
}

// The number of pairs of point and image that fail, over all power cuts and one more in each
// recovery.
inline VerdictPairs Verified(const std::string& json, bool* stuck = nullptr) {
  Verification verification(ParsedScenario(json), {});
  while (!verification.Advance(1000)) {
  }
  EXPECT_TRUE(verification.exact());
  if (stuck) *stuck = verification.session().world().stuck();
  VerdictPairs failing;
  for (uint32_t v = 0; v < kVerdicts; ++v) {
    if (!IsFailure(v)) continue;
    failing.direct += verification.verdict(v).direct;
    failing.in_recovery += verification.verdict(v).in_recovery;
  }
  return failing;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_OWN_PROGRAM_H_
