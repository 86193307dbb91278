// Whatever the bytes are that recovery is given, it ends, and says so where it cannot make sense of
// them.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "base/random.h"
#include "run/reply/frame.h"
#include "scheme/nv_wsp/wsp_play.h"

namespace afterimage::testing_support {
namespace {

Script Make(bool indexed) {
  Script script = OnNvWsp(
      R"([["begin T1", "A := 50", "delete B", "insert D := 5", "steal A", "signal go", "wait 30us", "commit"],
                              ["await go", "begin T2", "C := 7", "insert E := 1", "delete E", "steal C", "abort"]])",
      std::string(R"({"entries": 32, "marks": 2, "installs": 2, "value_bytes": 24, "frames": 4)") +
          (indexed ? R"(, "placement": "btree", "spare_pages": 12, "page_bytes": 256})" : "}"));
  return script;
}

// A word that may mean something where it does not belong.
uint64_t Word(Nvm& nvm, Random& random, Address at) {
  switch (random.Below(4)) {
    case 0: return nvm.LoadWord(at) ^ uint64_t { 1 } << random.Below(64);
    case 1: return nvm.LoadWord(random.Below(nvm.size() / 8) * 8);
    case 2: return random.Below(64);
    default: return random.Next();
  }
}

class WspDamage : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Placements, WspDamage, testing::Bool(), [](const auto& each) {
  return std::string(each.param ? "btree" : "hash");
});

// Marks, records and journal before the pages more often than chance would have it.
Address Somewhere(Nvm& nvm, Random& random) {
  nvwsp::Layout layout;
  layout.clients = layout.installs = 2;
  layout.records = 32;
  return random.Below((random.Chance(60) ? layout.Image(0) : nvm.size()) / 8) * 8;
}

TEST_P(WspDamage, RecoveryEndsOnAnyBytes) {
  const uint32_t end = Play(Make(GetParam())).To().session().at();
  uint32_t refused = 0, rounds = 0;
  for (uint32_t seed = 0; seed < Effort(2000); ++seed) {
    Random random(seed);
    Play play(Make(GetParam()));
    play.To(random.Below(end));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    Nvm& nvm = play.session().world().devices().nvm;
    nvm.crash_image().DecideAll();
    for (uint32_t changes = 1 + random.Below(4); changes > 0; --changes) {
      const Address at = Somewhere(nvm, random);
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
  EXPECT_GT(refused, rounds / 20);
  EXPECT_LT(refused, rounds);
}

TEST_P(WspDamage, TheStageShowsAnyBytes) {
  const uint32_t end = Play(Make(GetParam())).To().session().at();
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Play play(Make(GetParam()));
    play.To(random.Below(end));
    Nvm& nvm = play.session().world().devices().nvm;
    for (uint32_t i = 0; i < 200; ++i) {
      const Address at = Somewhere(nvm, random);
      const uint64_t word = Word(nvm, random, at);
      nvm.Format(at, &word, sizeof word);
    }
    std::string frame;
    WriteFrame(play.session(), &frame);
    EXPECT_FALSE(frame.empty());
  }
}

TEST(WspSuperBlock, OfAnotherLayoutIsRefused) {
  for (const Address at :
       {nvwsp::Layout::kSuper, nvwsp::Layout::kSuper + 8, nvwsp::Layout::kSuper + 16}) {
    Play play(Make(false));
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
