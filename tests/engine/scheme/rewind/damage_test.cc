// Tests that recovery ends on any bytes, and reports those that it cannot interpret.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "base/random.h"
#include "run/reply/frame.h"
#include "scheme/rewind/rewind_script.h"
#include "support/effort.h"

namespace afterimage::testing_support {
namespace {

const char kMeeting[] =
    R"([["begin T1", "A := 50", "delete B", "insert D := 5", "signal go", "wait 30us", "commit"],
                           ["await go", "begin T2", "C := 7", "insert E := 1", "delete E", "abort"]])";

// A version of the log after the other.
Script Make(uint32_t version) {
  static constexpr const char* kParams[] = {
      R"({"log_slots": 32, "spare_kb": 1})",
      R"({"log_slots": 32, "spare_kb": 1, "version": "optimized", "bucket_records": 4})",
      R"({"log_slots": 32, "spare_kb": 1, "version": "batch", "bucket_records": 4, "group": 2,
          "policy": "no-force", "clear": "checkpoint"})",
      R"({"log_slots": 32, "spare_kb": 1, "version": "optimized", "bucket_records": 4,
          "layers": 2})"};
  return RewindScript(kMeeting, kParams[version % 4]);
}

// A word that may mean something where it does not belong.
uint64_t Word(Nvm& nvm, Random& random, Address at) {
  switch (random.Below(4)) {
    case 0: return nvm.LoadWord(at) ^ uint64_t { 1 } << random.Below(64);
    case 1: return nvm.LoadWord(random.Below(nvm.size() / 8) * 8);
    case 2: return random.Below(nvm.size() / 64) * 64;
    default: return random.Next();
  }
}

TEST(RewindDamage, RecoveryEndsOnAnyBytes) {
  const uint32_t end = Play(Make(1)).To().session().at();
  uint32_t refused = 0, rounds = 0;
  for (uint32_t seed = 0; seed < Effort(3000); ++seed) {
    Random random(seed);
    Play play(Make(seed));
    play.To(random.Below(end));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    Nvm& nvm = play.session().world().devices().nvm;
    nvm.crash_image().DecideAll();
    for (uint32_t changes = 1 + random.Below(4); changes > 0; --changes) {
      const Address at = random.Below(nvm.size() / 8) * 8;
      const uint64_t word = Word(nvm, random, at);
      nvm.Format(at, &word, sizeof word);
    }
    play.To();
    ASSERT_TRUE(play.session().world().ended()) << "seed " << seed;
    std::string frame;
    WriteFrame(play.session(), &frame);
    refused += play.session().world().report().status == Status::kDamaged;
    ++rounds;
  }
  EXPECT_GT(refused, rounds / 10);
  EXPECT_LT(refused, rounds);
}

// The same holds while recovery runs: a picture of damaged structures must end, too.
TEST(RewindDamage, TheStageShowsAnyBytes) {
  const uint32_t end = Play(Make(1)).To().session().at();
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    Play play(Make(seed));
    play.To(random.Below(end));
    Nvm& nvm = play.session().world().devices().nvm;
    for (uint32_t i = 0; i < 200; ++i) {
      const Address at = random.Below(nvm.size() / 8) * 8;
      const uint64_t word = Word(nvm, random, at);
      nvm.Format(at, &word, sizeof word);
    }
    std::string frame;
    WriteFrame(play.session(), &frame);
    EXPECT_FALSE(frame.empty());
  }
}

TEST(RewindDamage, AnotherLogLengthOrMagicIsRefused) {
  for (const Address at : {heap::kMagicAt, heap::kCapacityAt, heap::kHeapAt,
                           rewind::LogSpace().in_use, heap::RootAt(0), heap::RootAt(0) + 16}) {
    Play play(Make(0));
    play.To();
    ASSERT_TRUE(play.Cut(None()));
    Nvm& nvm = play.session().world().devices().nvm;
    const uint64_t word = nvm.LoadWord(at) + 8;
    nvm.Format(at, &word, sizeof word);
    play.To();
    EXPECT_EQ(play.session().world().report().status, Status::kDamaged) << at;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
