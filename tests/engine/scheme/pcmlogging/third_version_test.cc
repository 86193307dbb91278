// Tests that numbers modulo 4 suffice. They distinguish two versions, not three, so a bit that is
// cleared must be durably so before a third version comes. With 512 slots or fewer all bits are in
// one line of the bitmap, and setting the next bit ensures that as a side effect; here they are in
// two lines.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/explore/verify.h"
#include "scheme/pcmlogging/pcm_play.h"

namespace afterimage::testing_support {
namespace {

// T1's versions of A have five slots each, one version behind the other. The last has the slots
// from 510 on, whose bit is the last one in its line; the next has its bit in the second line.
Script TwoLines(const std::string& then, const std::string& mutations,
                const std::string& more = "") {
  std::string threads = R"([["begin T1")";
  for (int i = 0; i < 103; ++i) threads += R"(, "A := )" + std::to_string(i) + R"(", "steal A")";
  threads += R"(, "commit", )" + then + "]]";
  Script script = OnPcm(
      threads,
      R"({"slots": 1020, "page_slots": 0, "frames": 3, "heap_pages": 2, "page_bytes": 1024, "value_bytes": 256, "transactions": 4)" +
          more + "}",
      mutations);
  script.records = R"({"A": 1, "B": 2})";
  script.overrides = R"({"disk.sector_bytes": 1024})";
  return script;
}

// Tells if a power cut at some point, with some image, shows a client something wrong.
bool Fails(const Script& script) {
  VerifyOptions options;
  options.depth = 0;
  options.first_failure = true;
  Verification verification(ParsedScenario(script.Json()), options);
  while (!verification.Advance(5000)) continue;
  EXPECT_TRUE(verification.exact() || !verification.failures().empty());
  return !verification.failures().empty();
}

void ExpectTrap(const std::string& then, const char* mutation, const std::string& more = "") {
  EXPECT_FALSE(Fails(TwoLines(then, "[]", more)));
  EXPECT_TRUE(Fails(TwoLines(then, R"([")" + std::string(mutation) + R"("])", more))) << mutation;
}

TEST(PcmThirdVersion, NeedsTheBitOfTheFirstOneDurablyClearAfterACommit) {
  ExpectTrap(
      R"("begin T2", "A := 500", "commit", "begin T3", "A := 501", "commit", "begin T4", "A := 502", "commit")",
      "leave-out-commit-5-1");
}

TEST(PcmThirdVersion, NeedsTheBitOfTheFirstOneDurablyClearAfterDestaging) {
  ExpectTrap(R"("checkpoint", "begin T2", "A := 500", "commit")", "leave-out-destage-6-1");
}

// The new place's bit is in another line than the old one's, so that clearing that writes nothing
// else back.
TEST(PcmThirdVersion, AVersionThatMovesToAnotherLineNeedsItsBitDurablySet) {
  ExpectTrap(R"("begin T2", "B := 500", "commit")", "leave-out-swap-5-1", R"(, "swap_delta": 1)");
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
