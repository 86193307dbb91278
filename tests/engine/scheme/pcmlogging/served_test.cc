// Are records that PCM has changed without their pages, and do all see the change?
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcmlogging/pcm_play.h"
#include "support/read_back.h"

namespace afterimage::testing_support {
namespace {

// More records than the four pages that hold them, of which two are in DRAM: not those of C and D,
// which T1 changes first.
Script Elsewhere(const std::string& then, const std::string& other = "") {
  Script script =
      OnPcm(R"([["begin T1", "C := 1", "D := 1", "A := 1", "E := 1", "commit", "signal on", )" +
                then + "]" + other + "]",
            R"({"slots": 32, "page_slots": 0, "heap_pages": 4, "frames": 2})");
  script.records =
      R"({"A": 10, "B": 20, "C": 30, "D": 40, "E": 50, "F": 60, "G": 70, "H": 80, "I": 90,
       "J": 100, "K": 110, "L": 120})";
  return script;
}

struct Outcome {
  std::string records;
  uint64_t from_disk = 0;  // misses
};

Outcome After(const Script& script) {
  Play play(script);
  play.To();
  const EngineCounters counters = play.session().world().engine().counters();
  return {ReadBack(play.session()), counters.page_misses - counters.misses_in_nvm};
}

TEST(PcmServed, AnUpdateOfARecordThatPcmHasReadsNoPage) {
  const Outcome before = After(Elsewhere(R"("begin T2", "commit")"));
  const Outcome after = After(Elsewhere(R"("begin T2", "C := 2", "C := C + 1", "commit")"));
  EXPECT_EQ(after.records, "A=1 B=20 C=3 D=1 E=1 F=60 G=70 H=80 I=90 J=100 K=110 L=120");
  EXPECT_EQ(after.from_disk, before.from_disk);
}

TEST(PcmServed, ARollbackBringsBackWhatWasCommitted) {
  const Outcome after = After(Elsewhere(R"("begin T2", "C := 2", "D := 2", "abort")"));
  EXPECT_EQ(after.records, "A=1 B=20 C=1 D=1 E=1 F=60 G=70 H=80 I=90 J=100 K=110 L=120");
}

// A thread brings the page of C or D before, during and after the change. The disk is faster than
// PCM here, so that the page comes before the new version.
TEST(PcmServed, WhoBringsThePageMeanwhileSeesTheChange) {
  std::set<uint32_t> lengths;
  for (const char* other : {"B", "F", "G", "H", "I", "J", "K", "L"}) {
    for (const char* end : {"commit", "abort"}) {
      for (int ns = 0; ns < 120000; ns += Stride(4000)) {
        const std::string record = other;
        Script script =
            Elsewhere(R"("wait 800ns", "begin T2", "C := 2", "D := 2", "wait 50us", ")" +
                          std::string(end) + "\"",
                      R"(, ["await on", "wait )" + std::to_string(ns) + R"(ns", "begin T3", ")" +
                          record + " := 7\", \"wait 100us\", \"commit\"]");
        script.overrides =
            R"({"disk.read_ns": 100, "disk.write_ns": 100, "nvm.line_write_ns": 20000})";
        Play play(script);
        play.To();
        lengths.insert(play.session().at());
        std::string want = std::string(end) == "commit" ? "A=1 B=20 C=2 D=2 " : "A=1 B=20 C=1 D=1 ";
        want += "E=1 F=60 G=70 H=80 I=90 J=100 K=110 L=120";
        const size_t value = want.find(record + "=") + 2, end_of = want.find(" ", value);
        want.replace(value, std::min(end_of, want.size()) - value, "7");
        ASSERT_EQ(ReadBack(play.session()), want) << record << " " << end << " " << ns;
        Play cut(script);
        cut.To();
        ASSERT_EQ(cut.VerdictAfter(None()), VerdictKind::kConsistent) << record << end << ns;
      }
    }
  }
  EXPECT_GT(lengths.size(), 3u) << "the threads meet in several ways";
}

// Slots are few: the destager frees one, and a thread that waits for room writes there at once. T9
// reads records meanwhile; no transaction has changed C and D since T1. A read takes longer than
// that.
std::set<uint32_t> WhatT9Reads(uint64_t ns, const std::string& mutations) {
  Script script = OnPcm(
      R"([["begin T1", "D := 1", "C := 1", "commit", "signal on", "begin T2", "A := 2", "E := 2", "commit",
            "begin T3", "F := 3", "G := 3", "commit", "begin T4", "H := 4", "I := 4", "commit",
            "begin T5", "J := 5", "K := 5", "commit", "begin T6", "L := 6", "A := 6", "commit"],
          ["await on", "wait )" +
          std::to_string(ns) + R"(ns", "begin T9", "read D", "read D", "read D", "commit"]])",
      R"({"slots": 8, "page_slots": 0, "heap_pages": 4, "frames": 2})", mutations);
  script.records = Elsewhere("").records;
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "nvm.line_read_ns": 3000})";
  Play play(script);
  play.To();
  std::set<uint32_t> read;
  for (const Event& event : play.events) {
    if (event.kind == EventKind::kRead) read.insert(event.b);
  }
  return read;
}

TEST(PcmServed, ASlotThatIsUsedAgainMeanwhileIsNotTakenForTheRecord) {
  uint32_t wrong = 0;
  for (uint64_t ns = 0; ns < 400000; ns += 500) {
    EXPECT_EQ(WhatT9Reads(ns, "[]"), std::set<uint32_t>{1}) << ns;
    wrong += WhatT9Reads(ns, R"(["reused-while-read"])").size() > 1 ? 1 : 0;
  }
  EXPECT_GT(wrong, 0u);
}

TEST(PcmServed, HoldsItsPromiseWhereverThePowerFails) {
  Play play(Elsewhere(
      R"("begin T2", "C := 2", "C := 3", "D := 2", "commit", "begin T3", "C := 4", "abort")"));
  ExpectConsistentEverywhere(play, 1, 300);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
