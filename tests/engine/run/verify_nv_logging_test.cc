// Checks every image of every point that the daemon of flush-on-commit and early lock release may
// leave behind.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/explore/verify.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

// An exact verification without further power cuts; how many images were not right.
double Failures(const Script& script) {
  VerifyOptions options;
  options.depth = 0;
  Verification verification(ParsedScenario(script.Json()), options);
  while (!verification.Advance(1000)) continue;
  EXPECT_TRUE(verification.exact());
  EXPECT_GT(verification.pairs(), 100);
  double failures = 0;
  for (uint32_t v = 0; v < kVerdicts; ++v) {
    if (IsFailure(v)) failures += verification.verdict(v).direct;
  }
  return failures;
}

constexpr char kSlowLines[] = R"({"nvm.line_write_ns": 2000})";

// T1 keeps the daemon busy, so that T2's commit and the daemon meet at T2's objects. Each is undone
// to what the one before it wrote: a later one must not be durable alone.
TEST(VerifyNvLogging, ObjectsOfATransactionBecomeDurableInTheirOrder) {
  for (const char* changes : {R"("A := 10", "A := 20")", R"("insert E := 10", "E := 20")",
                              R"("delete A", "insert A := 9")"}) {
    const Script script{
        .records = R"({"A": 0, "B": 0, "C": 0})",
        .threads =
            std::string(
                R"([["begin T1", "B := 1", "B := 2", "B := 3", "B := 4", "commit", "begin T2", "C := 5", )") +
            changes + R"(, "commit"]])",
        .params = R"({"persist": "flush-on-commit"})",
        .overrides = kSlowLines};
    EXPECT_EQ(Failures(script), 0) << changes;
  }
}

// T2's commit becomes durable while T1's has an LSN but has not released its locks: T3, which reads
// what T1 wrote, must wait for T1 all the same.
TEST(VerifyNvLogging, WhoeverReadsBehindAnEarlyReleaseWaitsForTheCommit) {
  for (uint32_t wait = 0; wait < 16000; wait += Stride(50)) {
    const Script script{
        .records = R"({"A": 0, "B": 0})",
        .threads =
            R"([["begin T1", "A := A + 1", "signal s", "wait )" + std::to_string(wait) +
            R"(ns", "commit"], ["begin T2", "B := B + 1", "commit"], ["await s", "begin T3", "read A", "commit"]])",
        .params = R"({"elr": true, "frames": 3, "persist": "flush-on-insert"})",
        .overrides = kSlowLines};
    EXPECT_EQ(Failures(script), 0) << wait;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
