// The state at the playhead, as the interface is given it.
#include <algorithm>

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/reply/describe.h"
#include "run/reply/frame.h"
#include "support/effort.h"
#include "support/parsed_json.h"
#include "support/scenarios.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

JsonValue FrameOf(Play& play) {
  std::string text;
  WriteFrame(play.session(), &text);
  return ParsedJson(text);
}
const JsonValue& Structure(const JsonValue& frame, const std::string& id) {
  for (const JsonValue& structure : frame.Find("structures")->elements) {
    if (structure.Find("id")->string == id) return structure;
  }
  ADD_FAILURE() << "no structure " << id;
  return frame;
}

TEST(Frame, IsGoodJsonAtEveryEventAlsoInRecovery) {
  for (uint32_t seed = 0; seed < Effort(8, 1); ++seed) {
    const std::string json = WideScenario(seed);
    const uint32_t end = Play(json).To().session().at();
    Play play(json);
    for (uint32_t at = 0; at <= end; at += 1 + end / 20) {
      play.To(at);
      const JsonValue frame = FrameOf(play);
      EXPECT_EQ(frame.Find("at")->integer, at);
      EXPECT_EQ(frame.Find("phase")->integer, 0);
    }
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    const uint32_t start = play.session().at();
    for (uint32_t at = start; !play.session().world().ended(); at += 15) {
      play.To(at);
      EXPECT_EQ(FrameOf(play).Find("phase")->integer, 1);
    }
  }
}

TEST(Frame, DoesNotChangeWhatItShows) {
  const std::string json = WideScenario(3);
  Play looked(json), whole(json);
  whole.To();
  for (uint32_t at = 0; at <= whole.session().at(); at += Stride(3, 1)) {
    looked.To(at);
    FrameOf(looked);
  }
  looked.To();
  EXPECT_EQ(looked.session().StateDigest(), whole.session().StateDigest());
}

TEST(Frame, ShowsAnUnflushedValueWithItsDurableOneBesideIt) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "commit"]])"});
  while (play.Count(EventKind::kLogInsert) == 0) play.To(play.session().at() + 1);
  const JsonValue frame = FrameOf(play);
  const JsonValue& tail =
      Structure(frame, "log-anchor").Find("items")->elements[1].Find("fields")->elements[0];
  EXPECT_EQ(tail.Find("value")->string, "2");
  EXPECT_EQ(tail.Find("durableValue")->string, "1");
  EXPECT_EQ(tail.Find("durability")->string, "volatile");
  ASSERT_EQ(frame.Find("cacheLines")->elements.size(), 1u);
  EXPECT_EQ(frame.Find("cacheLines")->elements[0].Find("address")->integer, 128);
  EXPECT_EQ(frame.Find("transactions")->elements[0].Find("state")->string, "active");
  EXPECT_EQ(Structure(frame, "lock").Find("items")->elements.size(), 1u);
}

TEST(Frame, ShowsTheDatabasesLockBesideThoseOfATableAndARecord) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "commit"]])",
                   .params = R"({"table_locks": true})"});
  while (play.Count(EventKind::kLogInsert) == 0) play.To(play.session().at() + 1);
  const JsonValue frame = FrameOf(play);
  const std::vector<JsonValue>& locks = Structure(frame, "lock").Find("items")->elements;
  ASSERT_EQ(locks.size(), 3u);
  EXPECT_EQ(locks[0].Find("label")->string, "db");
  EXPECT_EQ(locks[0].Find("key")->integer, 256);
  const std::vector<JsonValue>& tags = locks[0].Find("tags")->elements;
  EXPECT_EQ(tags[0].Find("en")->string, "the whole database");
  EXPECT_EQ(tags[0].Find("zh")->string, "整个数据库");
  EXPECT_EQ(tags[1].Find("en")->string, "intends to change");
  EXPECT_EQ(locks[1].Find("key")->integer, 0);
  EXPECT_EQ(locks[2].Find("label")->string, "A");
}

TEST(Frame, ShowsTheDatabasesLockAloneWhereItIsAllThatIsLocked) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "commit"]])",
                   .params = R"({"placement": "btree", "locks": "database"})",
                   .scheme = "stasis"});
  while (play.Count(EventKind::kLogInsert) == 0) play.To(play.session().at() + 1);
  const JsonValue frame = FrameOf(play);
  const std::vector<JsonValue>& locks = Structure(frame, "lock").Find("items")->elements;
  ASSERT_EQ(locks.size(), 1u);
  EXPECT_EQ(locks[0].Find("label")->string, "db");
  const std::vector<JsonValue>& tags = locks[0].Find("tags")->elements;
  EXPECT_EQ(tags[0].Find("en")->string, "the whole database");
  EXPECT_EQ(tags[1].Find("en")->string, "exclusive");
}

std::vector<int64_t> BanksOf(const JsonValue& frame) {
  std::vector<int64_t> requests;
  if (const JsonValue* banks = frame.Find("banks")) {
    for (const JsonValue& each : banks->elements)
      requests.push_back(static_cast<int64_t>(each.elements.size()));
  }
  return requests;
}

// A line that is on its way to the NVM is a request of its bank, or waits behind others there.
TEST(Frame, ShowsWhatHangsInAChainBeforeRecoveryHasReadAnything) {
  Play play(ScriptOn("base", R"([["begin T1", "A := 50", "commit", "begin T2", "B := 7"]])",
                     R"({"heap_pages": 4, "frames": 3})", "[]"));
  const auto hanging = [&play](const char* id) {
    const JsonValue frame = FrameOf(play);
    std::string text;
    for (const JsonValue& header : Structure(frame, id).Find("items")->elements) {
      if (const JsonValue* records = header.Find("items")) {
        for (const JsonValue& record : records->elements) {
          text += record.Find("label")->string + " ";
        }
      }
    }
    return text;
  };
  play.To();
  EXPECT_EQ(hanging("redo-chain"), "1 2 ");
  EXPECT_EQ(hanging("undo-chain"), "2 ");
  ASSERT_TRUE(play.Cut(None()));
  EXPECT_EQ(hanging("redo-chain"), "1 2 ");
  EXPECT_EQ(hanging("undo-chain"), "2 ");
}

TEST(Frame, SaysHowManyRequestsEachBankHasAtEveryPosition) {
  Script script{
      .threads =
          R"([["begin T1", "A := 1", "commit"], ["begin T2", "B := 2", "commit"], ["begin T3", "C := 3", "commit"]])"};
  EXPECT_TRUE(BanksOf(FrameOf(Play(script).To(20))).empty()) << "no limit";
  script.overrides = R"({"nvm.banks": 2, "nvm.line_write_ns": 20000})";
  Play play(script);
  int64_t most = 0, idle = 0;
  for (uint32_t at = 0; !play.session().world().ended(); ++at) {
    play.To(at);
    const JsonValue frame = FrameOf(play);
    const std::vector<int64_t> told = BanksOf(frame);
    ASSERT_EQ(told.size(), 2u);
    int64_t under_way = 0;
    for (const JsonValue& line : frame.Find("cacheLines")->elements)
      under_way += line.Find("state")->string == "in-flight" ? 1 : 0;
    EXPECT_GE(told[0] + told[1], under_way) << at;
    for (const int64_t requests : told) {
      most = std::max(most, requests);
      idle += requests == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(most, 1) << "somebody waits";
  EXPECT_GT(idle, 0);
}

TEST(Frame, SaysWhatAWaitingThreadWaitsFor) {
  Play play(Script{
      .threads =
          R"([["begin T1", "A := 1", "signal on", "wait 500us", "commit"], ["await on", "begin T2", "A := 2", "commit"]])"});
  while (play.Count(EventKind::kLockWait) == 0) play.To(play.session().at() + 1);
  play.To(play.session().at() + 1);
  const JsonValue frame = FrameOf(play);
  const JsonValue& thread = frame.Find("threads")->elements[1];
  EXPECT_EQ(thread.Find("state")->string, "waiting");
  EXPECT_EQ(thread.Find("waitsFor")->Find("what")->string, "lock");
  EXPECT_EQ(thread.Find("waitsFor")->Find("name")->string, "A");
  EXPECT_EQ(thread.Find("waitsFor")->Find("txn")->integer, 1);
}

// The number of items in the chains of a structure, over all headers.
size_t Hanging(const JsonValue& frame, const std::string& id) {
  size_t hanging = 0;
  for (const JsonValue& header : Structure(frame, id).Find("items")->elements) {
    if (const JsonValue* items = header.Find("items")) hanging += items->elements.size();
  }
  return hanging;
}

TEST(Frame, ShowsUndoUntilNoDurableWordLeadsToIt) {
  Play play(ScriptOn("base", R"([["begin T1", "A := 50", "abort"]])", "{}", "[]"));
  uint32_t undone = 0;
  for (uint32_t at = 0; !play.session().world().ended(); ++at) {
    play.To(at);
    const JsonValue frame = FrameOf(play);
    for (const JsonValue& header : Structure(frame, "undo-chain").Find("items")->elements) {
      for (const JsonValue& field : header.Find("fields")->elements) {
        const JsonValue* durable = field.Find("durableValue");
        if (field.Find("name")->Find("en")->string != "newest" || !durable) continue;
        if (durable->string == "-" || field.Find("value")->string != "-") continue;
        ++undone;
        EXPECT_EQ(Hanging(frame, "undo-chain"), 1u) << at;
      }
    }
  }
  EXPECT_GT(undone, 0u);
}

TEST(Frame, CountsWearAndTraffic) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "commit", "checkpoint"]])"});
  play.To();
  const JsonValue frame = FrameOf(play);
  const NvmCounters nvm = play.session().world().devices().nvm.counters();
  EXPECT_EQ(frame.Find("counters")->Find("nvmLinesWritten")->integer,
            static_cast<int64_t>(nvm.lines_written));
  EXPECT_EQ(frame.Find("counters")->Find("logRecords")->integer, 2);
  EXPECT_EQ(frame.Find("counters")->Find("diskWrites")->integer, 1);
  int64_t sum = 0, max = 0;
  for (const JsonValue& count : frame.Find("wear")->Find("counts")->elements) {
    sum += count.integer;
    max = std::max(max, count.integer);
  }
  EXPECT_EQ(sum, static_cast<int64_t>(nvm.lines_written));
  EXPECT_EQ(frame.Find("wear")->Find("max")->integer, max);
}

TEST(Bytes, AreShownAsTheyAreAndAsTheyWouldSurvive) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "commit"]])"});
  while (play.Count(EventKind::kLogInsert) == 0) play.To(play.session().at() + 1);
  std::string text;
  ASSERT_TRUE(WriteBytes(play.session(), Tier::kNvm, 128, 9, &text));
  const JsonValue bytes = ParsedJson(text);
  EXPECT_EQ(bytes.Find("current")->elements[0].integer, 2);
  EXPECT_EQ(bytes.Find("durable")->elements[0].integer, 1);
  EXPECT_EQ(bytes.Find("state")->elements[0].string, "volatile");
  EXPECT_EQ(bytes.Find("state")->elements[8].string, "durable");
  text.clear();
  ASSERT_TRUE(WriteBytes(play.session(), Tier::kDram, 64, 16, &text));
  EXPECT_TRUE(ParsedJson(text).Find("durable")->elements.empty());
}

TEST(Bytes, OutsideOfATierAreRefused) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "commit"]])"});
  const uint32_t nvm = play.session().world().devices().nvm.size();
  const auto disk = static_cast<uint32_t>(play.session().world().devices().disk.size());
  std::string text;
  EXPECT_TRUE(WriteBytes(play.session(), Tier::kNvm, nvm - 16, 16, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kNvm, nvm - 15, 16, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kNvm, 0xfffffff0, 32, &text));
  EXPECT_TRUE(WriteBytes(play.session(), Tier::kDisk, disk - 1, 1, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kDisk, disk, 1, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kDram, 0xfffffff0, 32, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kNvm, 0, 0, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kNvm, 0, 4097, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kNone, 0, 1, &text));
  EXPECT_FALSE(WriteBytes(play.session(), Tier::kCache, 0, 1, &text));
}

TEST(Descriptions, AreGoodJson) {
  std::string text;
  WriteDescription(&text);
  const JsonValue description = ParsedJson(text);
  EXPECT_EQ(description.Find("schemes")->elements.size(), kSchemeCount);
  EXPECT_EQ(description.Find("machines")->elements.size(), static_cast<size_t>(kMachineCount));
  EXPECT_EQ(description.Find("eventKinds")->elements.size(),
            static_cast<size_t>(EventKind::kCount));
  EXPECT_EQ(description.Find("machines")->elements[0].Find("prices")->elements.size(),
            static_cast<size_t>(kPrices));
  // The structure below another belongs to the same system.
  for (const JsonValue& scheme : description.Find("schemes")->elements) {
    const std::vector<JsonValue>& structures = scheme.Find("structures")->elements;
    for (const JsonValue& structure : structures) {
      const JsonValue* below = structure.Find("below");
      if (!below) continue;
      const auto is_below = [&](const JsonValue& other) {
        return other.Find("id")->string == below->string && &other != &structure;
      };
      EXPECT_TRUE(std::any_of(structures.begin(), structures.end(), is_below))
          << structure.Find("id")->string;
    }
  }
  Play play(WideScenario(5));
  text.clear();
  WriteSessionInfo(play.session(), 7, &text);
  const JsonValue info = ParsedJson(text);
  EXPECT_EQ(info.Find("actors")->elements.size(), play.session().world().kernel().thread_count());
  EXPECT_EQ(info.Find("memoryBytes")->integer, 7);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
