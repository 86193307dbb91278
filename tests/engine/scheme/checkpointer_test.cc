// Does a checkpoint come by the clock where that is wanted, as long after the last one and no
// sooner?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

uint64_t Checkpoints(const char* scheme, const std::string& params, const std::string& threads) {
  Session session(ParsedScenario(ScriptOn(scheme, threads, params, "[]").Json()), nullptr);
  session.Advance(~0u, true);
  EXPECT_TRUE(session.world().ended());
  return session.world().engine().counters().checkpoints;
}

TEST(Checkpointer, GoesByTheClockWhereItIsToldTo) {
  const std::string idle =
      R"([["begin T1", "A := 1", "commit", "wait 1000ms", "wait 1000ms", "wait 1000ms", "wait 500ms"]])";
  // The client's own in the middle of a second puts off the next one.
  const std::string own =
      R"([["begin T1", "A := 1", "commit", "wait 1000ms", "wait 500ms", "checkpoint", "wait 1000ms", "wait 900ms"]])";
  for (const char* scheme : {"pcm-wal", "scm-logging"}) {
    EXPECT_EQ(Checkpoints(scheme, R"({"checkpoint_s": 1})", idle), 3u) << scheme;
    EXPECT_EQ(Checkpoints(scheme, R"({"checkpoint_s": 2})", idle), 1u) << scheme;
    EXPECT_EQ(Checkpoints(scheme, "{}", idle), 0u) << scheme;
    EXPECT_EQ(Checkpoints(scheme, R"({"checkpoint_s": 1})", own), 3u) << scheme;
    EXPECT_EQ(Checkpoints(scheme, "{}", own), 1u) << scheme;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
