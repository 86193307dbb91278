// Tests that recovery ends on any bytes, and reports those that it cannot interpret.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/nv_wsp/wsp_play.h"
#include "support/spoil_words.h"

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

class WspDamage : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Placements, WspDamage, testing::Bool(), [](const auto& each) {
  return std::string(each.param ? "btree" : "hash");
});

// Marks, records and journal before the pages.
ChooseWord Somewhere() {
  nvwsp::Layout layout;
  layout.clients = layout.installs = 2;
  layout.records = 32;
  return MostlyBelow(layout.Image(0), 60);
}

TEST_P(WspDamage, RecoveryEndsOnAnyBytes) {
  ExpectRecoveryEnds(Make(GetParam()), 2000, 20, Somewhere());
}

TEST_P(WspDamage, TheStageShowsAnyBytes) { ExpectDrawn(Make(GetParam()), 60, Somewhere()); }

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
