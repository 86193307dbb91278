// Tests how recovery treats what it finds (section 4.6), and what happens when it is interrupted
// itself.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>
#include <set>
#include <string>

#include "scheme/nv_logging/nv_story.h"
#include "scheme/systems/nv_logging/layout.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

// The LSNs of the events of one kind, in order.
std::vector<uint32_t> Keys(const Play& play, EventKind kind) {
  std::vector<uint32_t> keys;
  for (const Event& e : play.events) {
    if (e.kind == kind) keys.push_back(e.key);
  }
  return keys;
}
// Plays to the first event for which `stop` holds.
template <class Stop>
void ToEvent(Play& play, Stop stop) {
  for (uint32_t at = 1; !play.session().world().ended(); ++at) {
    play.To(at);
    if (!play.events.empty() && stop(play.events.back())) return;
  }
  FAIL() << "never";
}
void ToAcknowledge(Play& play, TxnLabel txn) {
  ToEvent(play,
          [txn](const Event& e) { return e.kind == EventKind::kAcknowledge && e.txn == txn; });
}

TEST(Recovery, ReadsOnAcrossEntriesWhoseBitIsNotSet) {
  // Two busy threads keep both cores: the daemon persists nothing, and T1's object is only in DRAM.
  Play play(Script{
      .threads =
          R"([["begin T1", "A := 1", "read A", "read A", "read A", "commit"], ["begin T2", "read C", "C := 6", "commit"]])",
      .overrides = R"({"cpu.cores": 2, "path.statement": 100000, "disk.read_ns": 10})"});
  ToAcknowledge(play, 2);
  EXPECT_EQ(NvStory(play.events, 2), "") << "the daemon has had no core";
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 100);
  EXPECT_EQ(play.Number("C"), 6);
  std::vector<uint32_t> bits;
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kCheck && e.structure == nvlog::kRing) bits.push_back(e.a);
  }
  EXPECT_EQ(bits, (std::vector<uint32_t>{0, 1, 1}));
}

TEST(Recovery, RedoesInLsnOrderJustWhatThePageDoesNotHave) {
  Play play(Script{
      .threads =
          R"([["begin T1", "A := 1", "B := 2", "commit", "steal A", "begin T2", "A := 3", "C := 4", "commit"]])"});
  ToAcknowledge(play, 2);
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(Keys(play, EventKind::kRedoSkip), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(Keys(play, EventKind::kRedo), (std::vector<uint32_t>{4, 5}));
  EXPECT_TRUE(Keys(play, EventKind::kUndo).empty());
}

TEST(Recovery, UndoesTheUpdatesOfLosersNewestFirst) {
  Play play(Script{
      .threads =
          R"([["begin T1", "A := 1", "B := 2", "signal on", "wait 1ms", "commit"], ["await on", "begin T2", "C := 3", "wait 1ms", "commit"],
                                  ["await on", "begin T3", "insert D := 4", "commit"]])"});
  ToAcknowledge(play, 3);
  EXPECT_EQ(play.VerdictAfter(All()), VerdictKind::kConsistent);
  std::vector<uint32_t> undone = Keys(play, EventKind::kUndo);
  EXPECT_EQ(undone.size(), 3u);
  EXPECT_TRUE(std::is_sorted(undone.rbegin(), undone.rend()));
  EXPECT_EQ(play.Number("A"), 100);
  EXPECT_EQ(play.Number("B"), 20);
  EXPECT_EQ(play.Number("C"), 5);
  EXPECT_EQ(play.Number("D"), 4);
}

constexpr char kThreeUpdates[] =
    R"([["begin T0", "C := 8", "commit", "begin T1", "A := 1", "B := 2", "A := 3", "abort"]])";

// An update that a durable CLR has undone is not undone again, wherever in the rollback the power
// failed.
TEST(Recovery, DoesNotUndoWhatAClrHasUndone) {
  const uint32_t end = Play(Script{.threads = kThreeUpdates}).To().session().at();
  uint32_t partly = 0;
  for (uint32_t at = 0; at <= end; ++at) {
    Play play(Script{.threads = kThreeUpdates});
    play.To(at);
    const std::vector<uint32_t> before = Keys(play, EventKind::kUndo);
    std::set<uint32_t> clrs;
    for (const Event& e : play.events) {
      if (e.kind == EventKind::kLogInsert && e.a == static_cast<uint32_t>(nvlog::Kind::kClr))
        clrs.insert(e.key);
    }
    ASSERT_EQ(play.VerdictAfter(All()), VerdictKind::kConsistent) << at;
    const std::vector<uint32_t> after = Keys(play, EventKind::kUndo);
    for (const uint32_t lsn : after)
      EXPECT_EQ(std::count(before.begin(), before.end(), lsn), 0) << at;
    if (before.empty()) continue;
    partly += !after.empty();
    size_t found = 0;
    for (const uint32_t lsn : Keys(play, EventKind::kRedo)) found += clrs.count(lsn);
    // Each of the three updates is undone by a CLR that recovery found, or by recovery itself.
    EXPECT_EQ(found + after.size(), 3u) << at;
  }
  EXPECT_GT(partly, 20u);
}

// Nothing in NVM but entries says which objects count; the ring is small, so that entries and
// objects are used again.
TEST(Recovery, WithABitInTheEntryAloneHoldsAfterEveryEvent) {
  for (const char* policy : {"flush-on-insert", "flush-on-commit"}) {
    Play play(Script{
        .threads =
            R"([["begin T1", "A := 1", "B := 2", "commit", "begin T2", "A := 3", "steal A", "abort"],
                ["begin T3", "C := 4", "commit", "checkpoint", "begin T4", "C := 5", "commit"]])",
        .params = R"({"state_bits": "entry", "entries": 16, "checkpoint_after": 4, "persist": ")" +
                  std::string(policy) + "\"}"});
    ExpectConsistentEverywhere(play, 1, 64);
  }
}

// If a crash left the bit of an entry set, the content of the object is durable.
TEST(Recovery, WithABitInTheEntryAloneReadsNoBitOfTheObject) {
  Play play(
      Script{.threads = R"([["begin T1", "A := 1", "commit", "begin T2", "B := 2", "commit"]])",
             .params = R"({"state_bits": "entry", "persist": "flush-on-insert"})"});
  ToEvent(play, [](const Event& e) { return e.kind == EventKind::kLogDurable && e.key == 3; });
  DeviceSet& devices = play.session().world().devices();
  const nvlog::Layout layout{64, 128, false};
  for (Lsn lsn = 1; lsn <= 3; ++lsn) {
    nvlog::ObjectHeader header;
    uint64_t entry = 0;
    devices.nvm.LoadDurable(layout.Object(lsn), &header, sizeof header);
    devices.nvm.LoadDurable(layout.Entry(lsn), &entry, sizeof entry);
    EXPECT_EQ(header.lsn, lsn);
    EXPECT_EQ(header.state, 0u);
    EXPECT_EQ(entry, layout.EntryWord(lsn, true));
  }
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 1);
  EXPECT_EQ(play.Number("B"), 20);
}

TEST(Recovery, WithABitInTheEntryAloneTheContentMustComeFirst) {
  for (const char* mutation : {"state-bit-first", "delay-persist-2-1"}) {
    Play play(Script{.threads = R"([["begin T1", "A := 1", "wait 1ms", "commit"]])",
                     .params = R"({"state_bits": "entry", "persist": "flush-on-insert"})",
                     .mutations = "[\"" + std::string(mutation) + "\"]"});
    uint32_t bad = 0;
    for (uint32_t at = 0; !play.session().world().ended(); ++at) {
      play.To(at);
      const Outlook outlook = LookAhead(play.session(), 64);
      bad += outlook.verdicts[0].runs < outlook.runs;
    }
    EXPECT_GT(bad, 0u) << mutation;
  }
}

TEST(Recovery, OfARecoveryGoesOnWhereTheFirstOneStopped) {
  Script script{.threads = R"([["begin T1", "A := 1", "B := 2", "C := 3", "wait 1ms", "commit"]])"};
  const auto first = [&] {
    Play play(script);
    ToEvent(play, [](const Event& e) { return e.kind == EventKind::kLogDurable && e.key == 3; });
    EXPECT_TRUE(play.Cut(All()));
    return play;
  };
  const uint32_t start = first().session().at();
  const uint32_t end = first().To().session().at();
  uint32_t partly = 0;
  for (uint32_t at = start; at <= end; ++at) {
    Play play = first();
    play.To(at);
    const std::vector<uint32_t> before = Keys(play, EventKind::kUndo);
    ASSERT_EQ(play.VerdictAfter(All()), VerdictKind::kConsistent) << at;
    const std::vector<uint32_t> after = Keys(play, EventKind::kUndo);
    for (const uint32_t lsn : after)
      EXPECT_EQ(std::count(before.begin(), before.end(), lsn), 0) << at;
    partly += !before.empty() && !after.empty();
  }
  EXPECT_GT(partly, 20u);
}

TEST(Recovery, LeavesAnEmptyLogAndEverythingOnDisk) {
  Play play(Script{
      .threads =
          R"([["begin T1", "A := 1", "commit", "begin T2", "B := 2", "steal B", "wait 1ms", "commit"]])"});
  ToEvent(play, [](const Event& e) { return e.kind == EventKind::kPageWrite; });
  ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  DeviceSet& devices = play.session().world().devices();
  uint64_t head = 0, tail = 0;
  devices.nvm.LoadDurable(nvlog::Layout::kHead, &head, 8);
  devices.nvm.LoadDurable(nvlog::Layout::kTail, &tail, 8);
  EXPECT_EQ(head, tail);
  for (Address entry = nvlog::Layout::kEntries; entry < nvlog::Layout::kEntries + 64 * 8;
       entry += 8) {
    uint64_t word = 0;
    devices.nvm.LoadDurable(entry, &word, 8);
    EXPECT_EQ(word & nvlog::kEntryStateBit, 0u) << entry;
  }
  // The next recovery therefore finds nothing to do.
  ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(NvStory(play.events), "recovered");
  EXPECT_EQ(play.Number("A"), 1);
  EXPECT_EQ(play.Number("B"), 20);
}

// --- Cut short, and cut short again --------------------------------------------------------------

TEST(Recovery, IsConsistentWhereverItAndTheNextOneAreCut) {
  for (const char* persist : {"flush-on-insert", "flush-on-commit"}) {
    Script script{
        .threads =
            R"([["begin T1", "A := 1", "insert D := 7", "steal A", "delete B", "wait 1ms", "commit"],
                                 ["begin T2", "C := 9", "commit"]])",
        .params =
            std::string(R"({"entries": 9, "checkpoint_after": 9, "persist": ")") + persist + "\"}"};
    Play play(script);
    play.To(Play(script).To().session().at() * 3 / 4);
    ASSERT_TRUE(play.Cut(All()));
    const uint32_t start = play.session().at();
    const uint32_t end = play.To().session().at();
    ASSERT_GT(end - start, 60u);
    for (uint32_t at = start; at < end; ++at) {
      Play again(script);
      again.To(start);
      ASSERT_TRUE(again.Cut(All()));
      again.To(at);
      ASSERT_TRUE(again.Cut({SurvivePolicy::kRandom, at, {}}));
      ExpectConsistentEverywhere(again, 13, 16);
      if (testing::Test::HasFailure()) return;
    }
  }
}

// --- Objects that take several entries -----------------------------------------------------------

struct Sizes {
  uint32_t value, object, entries;
};
class Spans : public testing::TestWithParam<Sizes> {};
INSTANTIATE_TEST_SUITE_P(Objects, Spans,
                         testing::Values(Sizes{64, 64, 24}, Sizes{64, 128, 16}, Sizes{96, 64, 33},
                                         Sizes{128, 128, 26}, Sizes{256, 64, 75},
                                         Sizes{256, 128, 45}),
                         [](const auto& each) {
                           return std::to_string(each.param.value) + "in" +
                                  std::to_string(each.param.object) + "of" +
                                  std::to_string(each.param.entries);
                         });

TEST_P(Spans, SurviveCrashesAlsoWhereTheRingEnds) {
  const auto [value, object, entries] = GetParam();
  for (const char* persist : {"flush-on-insert", "flush-on-commit"}) {
    Script script{
        .threads =
            R"([["begin T1", "A := A + 1", "commit", "begin T2", "A := A + 1", "B := B + 1", "commit", "begin T3", "insert D := 4",
                                  "delete C", "abort", "begin T4", "A := A * 2", "C := 1", "commit", "checkpoint", "begin T5", "B := 7", "A := 0",
                                  "commit", "begin T6", "C := 3", "commit"], ["begin T7", "insert E := 1", "commit", "begin T8", "delete E", "commit"]])",
        .params = "{\"value_bytes\": " + std::to_string(value) + ", \"object_bytes\": " +
                  std::to_string(object) + ", \"entries\": " + std::to_string(entries) +
                  ", \"checkpoint_after\": " + std::to_string(entries / 2) +
                  ", \"page_bytes\": 4096, \"persist\": \"" + persist + "\"}",
        .overrides = R"({"disk.sector_bytes": 4096, "disk.write_ns": 4000, "disk.read_ns": 1000})"};
    Play whole(script);
    whole.To();
    uint32_t last = 0;
    for (const Event& e : whole.events) {
      if (e.kind == EventKind::kLogInsert) last = e.key;
    }
    EXPECT_GT(last, entries) << "the ring must wrap";
    const uint32_t end = whole.session().at();
    Play play(script);
    for (uint32_t at = 0; at <= end; at += 11) {
      play.To(at);
      const Outlook outlook = LookAhead(play.session(), 8);
      ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs) << persist << " at event " << at;
    }
  }
}

// --- Damage --------------------------------------------------------------------------------------

// Pages of two sectors may be torn, and nothing here protects them; pages of one sector may not.
TEST(Damage, OfATornPageIsToldAndOnlyLargePagesCanBeTorn) {
  for (const bool large : {true, false}) {
    Play play(Script{
        .threads = R"([["begin T1", "A := 1", "B := 2", "commit", "steal A"]])",
        .params = R"({"page_bytes": 1024})",
        .overrides = large ? R"({"disk.sector_bytes": 512})" : R"({"disk.sector_bytes": 1024})"});
    ToEvent(play, [](const Event& e) { return e.kind == EventKind::kPageWriteStart; });
    const Outlook outlook = LookAhead(play.session(), 1000);
    EXPECT_TRUE(outlook.exact);
    EXPECT_EQ(outlook.verdicts[static_cast<int>(VerdictKind::kDamaged)].runs > 0, large);
    EXPECT_GT(outlook.verdicts[static_cast<int>(VerdictKind::kConsistent)].runs, 0u);
    EXPECT_EQ(outlook.runs, outlook.verdicts[0].runs +
                                outlook.verdicts[static_cast<int>(VerdictKind::kDamaged)].runs);
  }
}

TEST(Damage, OfTheAnchorsIsNoticed) {
  const struct {
    Address address;
    uint64_t word;
  } cases[] = {{nvlog::Layout::kSuper, 1},
               {nvlog::Layout::kSuper + 8, 1},
               {nvlog::Layout::kHead, 0},
               {nvlog::Layout::kHead, 1000},
               {nvlog::Layout::kTail, 0},
               {nvlog::Layout::kTail, 1000},
               {nvlog::Layout::kTail, ~uint64_t{0}},
               {nvlog::Layout::kHead, ~uint64_t{0}}};
  for (const auto& [address, word] : cases) {
    Play play(Script{.threads = R"([["begin T1", "A := 1", "commit", "wait 1ms"]])"});
    ToAcknowledge(play, 1);
    play.session().world().devices().nvm.Format(address, &word, 8);
    EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kDamaged) << address << " " << word;
    EXPECT_EQ(play.session().Verdict().findings.size(), 1u);
  }
}

TEST(Damage, OfTheCatalogOrAPageIsNoticed) {
  for (const uint32_t page : {0u, 1u}) {
    Play play(Script{.threads = R"([["begin T1", "A := 1", "commit", "wait 1ms"]])"});
    ToAcknowledge(play, 1);
    const uint8_t byte = 0x55;
    play.session().world().devices().disk.Format(page * 512 + 300, &byte, 1);
    EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kDamaged) << page;
  }
}

// Garbage behind a set bit must not be followed out of bounds.
TEST(Damage, OfAnObjectIsSkippedOrTold) {
  Play good(Script{.threads = R"([["begin T1", "A := 1", "commit", "wait 1ms"]])"});
  ToAcknowledge(good, 1);
  const nvlog::Layout layout{64, 128};
  for (uint32_t at = 0; at < 80; ++at) {
    for (const uint8_t byte : {0x00, 0xff, 0x80}) {
      Play play(Script{.threads = R"([["begin T1", "A := 1", "commit", "wait 1ms"]])"});
      ToAcknowledge(play, 1);
      play.session().world().devices().nvm.Format(layout.Object(1) + at, &byte, 1);
      play.VerdictAfter(None());  // any verdict will do: it must end
      EXPECT_TRUE(play.session().world().ended());
    }
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
