// Room that one transaction's erasures have left in a leaf, taken by another: neither log order nor
// locks say that the erasures are durable first, and without them redo would find the leaf full.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>

#include "run/explore/verify.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

struct Refilled {
  const char* scheme;
  const char* params;
};

class Refill : public testing::TestWithParam<Refilled> {};
INSTANTIATE_TEST_SUITE_P(
    Systems, Refill,
    testing::Values(
        Refilled{"nv-logging",
                 R"("persist": "flush-on-commit", "entries": 256, "checkpoint_after": 128)"},
        Refilled{"distributed", R"("ring_kb": 64, "checkpoint_kb": 24)"},
        Refilled{"nv-disk-decentralized",
                 R"("log_on": "disk", "partition_kb": 32, "checkpoint_kb": 24)"},
        Refilled{"base", R"("durable": "commit", "heap_kb": 64, "checkpoint_kb": 24)"},
        Refilled{"scm-logging", R"("ring_kb": 64, "checkpoint_kb": 24)"}),
    [](const auto& each) {
      std::string name = each.param.scheme;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

// T1 has much that is not durable when it erases Y from a full leaf, and T2 commits soon after it
// has filled the leaf again.
TEST_P(Refill, IsNotDurableBeforeTheErasureThatMadeRoom) {
  std::string changes;
  for (int round = 2; round < 4; ++round) {
    for (char name = 'A'; name <= 'M'; ++name)
      changes += std::string("\"") + name + " := " + std::to_string(round) + "\", ";
  }
  Script script;
  script.scheme = GetParam().scheme;
  script.params = std::string(R"({"placement": "btree", "page_bytes": 256, "frames": 8, )") +
                  GetParam().params + "}";
  script.records =
      R"({"A": 1, "B": 1, "C": 1, "D": 1, "E": 1, "F": 1, "G": 1, "H": 1, "Y": 1, "Z": 1})";
  script.threads =
      R"([["begin T0", "insert I := 1", "insert J := 1", "insert K := 1", "insert L := 1", "insert M := 1", "commit",
           "checkpoint", "begin T1", )" +
      changes + R"("delete Y", "signal erased", "await filled", "abort"],
          ["await erased", "begin T2", "insert N := 4", "commit", "signal filled"]])";
  script.overrides = R"({"disk.sector_bytes": 256, "nvm.slowdown": 300})";
  VerifyOptions options;
  options.depth = 0;
  options.sampling.images = 2;  // without the rule any image is wrong, from T2's commit on
  Verification verification(ParsedScenario(script.Json()), options);
  while (!verification.Advance(5000)) continue;
  EXPECT_TRUE(verification.failures().empty());
  EXPECT_EQ(verification.checked().broken, 0u);
  Play play(script);
  play.To();
  EXPECT_EQ(play.session().world().engine().counters().structure_changes, 3u)
      << "each thread takes a page for its new records; the leaf splits only for Y, at the end";
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
