// Schedules with delays: what one schedule does not show.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/explore/verify_schedules.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

// T2 reads what T1 has written and unlocked early. In the default schedule T1 is durable before T2
// is acknowledged.
Script Reader(const char* scheme, const char* params, const char* mutation, bool slow) {
  Script script;
  script.scheme = scheme;
  script.params = params;
  script.records = R"({"A": 1, "B": 0, "C": 0, "D": 0, "E": 0})";
  script.threads =
      R"([["begin T1", "B := 5", "C := 6", "D := 7", "E := 8", "A := 2", "signal x", "commit"],
          ["await x", "begin T2", "read A", "commit"]])";
  script.mutations = *mutation ? std::string("[\"") + mutation + "\"]" : "[]";
  script.overrides = slow ? R"({"nvm.slowdown": 20})" : "{}";
  return script;
}

struct Found {
  SchedulesVerdict verdict;
  Delays delays;  // of the first that fails
  bool plain_fails = false;
  VerdictKind kind = VerdictKind::kConsistent;
};

Found Explore(const std::string& json, uint32_t bound) {
  VerifyOptions options;
  options.depth = 0;
  Found found;
  found.verdict =
      VerifySchedules(ParsedScenario(json), options, bound,
                      [&](const Delays& delays, const Verification& verification) {
                        if (verification.failures().empty()) return true;
                        if (delays.empty()) found.plain_fails = true;
                        if (found.kind == VerdictKind::kConsistent) {
                          found.kind = static_cast<VerdictKind>(verification.failures()[0].verdict);
                          found.delays = delays;
                        }
                        return true;
                      });
  EXPECT_TRUE(found.verdict.exact);
  EXPECT_TRUE(found.verdict.set.all);
  return found;
}

constexpr char kNvLogging[] = R"({"entries": 32, "checkpoint_after": 32, "elr": true})";
constexpr char kDistributed[] = R"({"elr": true})";

TEST(Schedules, ADelayShowsAReaderOfWhatIsNotDurable) {
  for (const auto& [scheme, params, mutation] :
       {std::tuple{"nv-logging", kNvLogging, "no-early-release-wait"},
        std::tuple{"distributed", kDistributed, "no-dependency-wait"}}) {
    const Found broken = Explore(Reader(scheme, params, mutation, false).Json(), 1);
    EXPECT_FALSE(broken.plain_fails) << scheme;
    EXPECT_EQ(broken.delays.size(), 1u) << scheme;
    EXPECT_EQ(broken.kind, VerdictKind::kNeverExisted) << scheme;
    EXPECT_GT(broken.verdict.set.schedules.size(), 1u) << scheme;
  }
}

TEST(Schedules, WithTheRuleNoDelayShowsIt) {
  for (const auto& [scheme, params] :
       {std::pair{"nv-logging", kNvLogging}, std::pair{"distributed", kDistributed}}) {
    const Found right = Explore(Reader(scheme, params, "", false).Json(), 1);
    EXPECT_EQ(right.verdict.failing, 0u) << scheme;
    EXPECT_GT(right.verdict.pairs, 100) << scheme;
  }
}

// Two threads have only latches in common: equivalent orders are tried once.
TEST(Schedules, AreTriedOnceEach) {
  Script script;
  script.params = R"({"entries": 16, "checkpoint_after": 16})";
  script.threads = R"([["begin T1", "A := 1", "commit"], ["begin T2", "B := 1", "commit"]])";
  const Scenario scenario = ParsedScenario(script.Json());
  const ScheduleSet one = SchedulesOf(scenario, 1);
  EXPECT_LE(one.operations, kMostOperationsForTwo);
  EXPECT_GT(one.schedules.size(), 5u);
  EXPECT_TRUE(one.schedules[0].empty());
  for (size_t i = 1; i < one.schedules.size(); ++i) EXPECT_EQ(one.schedules[i].size(), 1u);
  const ScheduleSet two = SchedulesOf(scenario, 2);
  EXPECT_EQ(two.bound, 2u);
  EXPECT_GT(two.schedules.size(), one.schedules.size());
  EXPECT_GT(two.equal, one.equal);
  EXPECT_EQ(SchedulesOf(scenario, 0).schedules.size(), 1u);
}

TEST(Schedules, OfALongStoryOnlyOneDelayIsTried) {
  const Scenario scenario = ParsedScenario(Reader("distributed", kDistributed, "", false).Json());
  const ScheduleSet set = SchedulesOf(scenario, 2);
  EXPECT_GT(set.operations, kMostOperationsForTwo);
  EXPECT_EQ(set.bound, 1u);
}

// A failure keeps its delays: they are in the file, and a session that goes on from anywhere does
// the same.
TEST(Schedules, ADelayIsPartOfTheFile) {
  std::string json = Reader("distributed", kDistributed, "no-dependency-wait", false).Json();
  const Found broken = Explore(json, 1);
  ASSERT_EQ(broken.delays.size(), 1u);
  const ThreadDelay delay = broken.delays[0];
  json.insert(1, R"("delays": [{"thread": )" + std::to_string(delay.thread + 1) +
                     R"(, "operation": )" + std::to_string(delay.operation) + R"(, "until": )" +
                     std::to_string(delay.until + 1) + R"(, "next": )" +
                     std::to_string(delay.next) + "}],");
  EXPECT_TRUE(Explore(json, 0).plain_fails);
  Session session(ParsedScenario(json), nullptr);
  session.Advance(~0u, false);
  EXPECT_EQ(session.world().kernel().schedule().outcome(0), DelayOutcome::kOver);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif  // AFTERIMAGE_TRACED
