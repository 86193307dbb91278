// Tests if a client that only reads may be acknowledged before what it has read is durable. With
// early lock release the system must remember whose the locks were.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>
#include <string_view>

#include "run/file/setup_fields.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

class EarlyReaders : public testing::TestWithParam<const SchemeInfo*> {};

// T1 lets go of A while T2's commit is on its way to the device, and becomes durable after it. T3
// comes at every time, also when T2 has said how far the log is durable.
TEST_P(EarlyReaders, WaitForThoseTheyHaveReadFrom) {
  if (FindParam(GetParam()->params, "elr") < 0) GTEST_SKIP() << "it keeps locks to the end";
  uint32_t early = 0;  // reads
  for (uint32_t first = 0; first <= 24; first += 8) {
    for (uint32_t third = first; third <= first + 70; third += 5) {
      const auto wait = [](uint32_t us) { return R"("wait )" + std::to_string(us) + R"(us", )"; };
      Script script =
          ScriptOn(GetParam()->id,
                   "[[" + wait(first) +
                       R"("begin T1", "A := 1", "commit"], ["begin T2", "B := 2", "commit"], [)" +
                       wait(third) + R"("begin T3", "read A", "commit"]])",
                   R"({"elr": true})", "[]");
      script.overrides =
          R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "nvm.line_write_ns": 5000})";
      Play play(script);
      bool seen = false;
      while (play.session().oracle().state(3) != ClientState::kAcknowledged &&
             !play.session().world().ended()) {
        play.To(play.session().at() + 1);
        if (seen || play.events.empty() || play.events.back().kind != EventKind::kRead) continue;
        seen = true;
        early += play.session().oracle().state(1) != ClientState::kAcknowledged;
      }
      ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent) << first << " " << third;
    }
  }
  // Two systems commit by one word, so no other transaction comes in between.
  const std::string_view id = GetParam()->id;
  if (id != "base" && id != "scm-logging") EXPECT_GT(early, 0u);
}

INSTANTIATE_TEST_SUITE_P(, EarlyReaders, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace afterimage::testing_support
#endif
