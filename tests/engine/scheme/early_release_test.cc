// Systems that can release locks early say so where they do it, and not where they do not.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <string_view>

#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

std::string_view LineOf(const SchemeInfo& scheme, uint16_t label) {
  for (uint32_t i = 0; i < scheme.listings.size(); ++i) {
    const Listing& listing = scheme.listings[i];
    for (uint32_t line = 0; line < listing.count; ++line) {
      if (listing.lines[line].label == label) return listing.lines[line].text.en;
    }
  }
  return "";
}

// The line at which T1 releases the lock that it has.
std::string_view ReleasingLine(const SchemeInfo& scheme, bool early) {
  Play play(
      Script{.threads = R"([["begin T1", "A := 50", "commit"], ["begin T2", "read A", "commit"]])",
             .params = early ? R"({"elr": true})" : "{}",
             .scheme = scheme.id});
  play.To();
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kLockRelease && e.txn == 1) return LineOf(scheme, e.label);
  }
  return "";
}

bool ReleasesEarly(const SchemeInfo& scheme) {
  for (uint32_t i = 0; i < scheme.params.size(); ++i) {
    if (std::string_view(scheme.params[i].id) == "elr") return true;
  }
  return false;
}

TEST(EarlyRelease, EverySystemThatHasItReleasesAtALineThatSaysSo) {
  uint32_t systems = 0;
  for (uint32_t i = 0; i < kSchemeCount; ++i) {
    const SchemeInfo& scheme = *kSchemes[i];
    if (!ReleasesEarly(scheme)) continue;
    ++systems;
    EXPECT_EQ(ReleasingLine(scheme, true).substr(0, 18), "early lock release") << scheme.id;
    EXPECT_EQ(ReleasingLine(scheme, false), "release the locks of T") << scheme.id;
  }
  EXPECT_GE(systems, 4u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
