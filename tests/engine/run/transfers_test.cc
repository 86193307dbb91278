// Data on its way: every transfer has a source and a destination, is under way until the event of
// its completion, and arrives with it.
#include <algorithm>
#include <map>
#include <set>

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/reply/frame.h"
#include "run/reply/transfers.h"
#include "support/parsed_json.h"
#include "support/scenarios.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

// A position of a play: its transfers, its frame and the event that led there.
struct Looked {
  std::vector<Transfer> transfers;
  JsonValue frame;
  Event event;
};

Looked LookAt(Play& play, uint32_t at) {
  play.To(at);
  Looked looked;
  looked.transfers = CollectTransfers(play.session());
  std::string text;
  WriteFrame(play.session(), &text);
  looked.frame = ParsedJson(text);
  looked.event = play.session().world().recorder().last();
  return looked;
}

// Goes on event by event until one of this kind (and structure) has happened; its position.
uint32_t Until(Play& play, EventKind kind, uint16_t structure = 0) {
  while (!play.session().world().ended()) {
    play.To(play.session().at() + 1);
    const Event& last = play.session().world().recorder().last();
    if (last.kind == kind && (structure == 0 || last.structure == structure))
      return play.session().at();
  }
  ADD_FAILURE() << "no such event";
  return play.session().at();
}

const Transfer* Find(const Looked& looked, TransferKind kind, bool arrived) {
  for (const Transfer& transfer : looked.transfers) {
    if (transfer.kind == kind && transfer.arrived == arrived) return &transfer;
  }
  return nullptr;
}

uint16_t NumberOf(Play& play, std::string_view id) {
  const SchemeInfo& scheme = *play.session().scenario().scheme;
  for (uint32_t i = 0; i < scheme.structures.size(); ++i) {
    if (id == scheme.structures[i].id) return static_cast<uint16_t>(i + 1);
  }
  return 0;
}

const JsonValue* ItemOf(const Looked& looked, const std::string& structure, uint32_t key) {
  for (const JsonValue& each : looked.frame.Find("structures")->elements) {
    if (each.Find("id")->string != structure) continue;
    for (const JsonValue& item : each.Find("items")->elements) {
      if (item.Find("key")->integer == key) return &item;
    }
  }
  return nullptr;
}

std::string StateOf(const Looked& looked, const std::string& structure, uint32_t key) {
  const JsonValue* item = ItemOf(looked, structure, key);
  return item ? item->Find("state")->string : "missing";
}

Script Aries(std::string threads,
             std::string overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000})") {
  return {.threads = std::move(threads),
          .params = R"({"frames": 2})",
          .overrides = std::move(overrides),
          .scheme = "aries"};
}

// The fsync() writes exactly what write() has copied; the inode is copied into the file system's
// journal.
TEST(Transfers, AFileInThePageCacheIsWrittenFromThere) {
  Play play(Aries(R"([["begin T1", "A := 1", "B := 2", "commit"]])",
                  R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "os.page_cache": 1})"));
  const uint16_t log = NumberOf(play, "log-record"), cache = NumberOf(play, "kernel-page");
  const Looked start = LookAt(play, Until(play, EventKind::kPageWriteStart, log));
  const Transfer* written = Find(start, TransferKind::kLogWrite, false);
  ASSERT_TRUE(written);
  EXPECT_EQ(written->from.structure, cache);
  EXPECT_EQ(written->from.inner.size(), 3u);
  EXPECT_EQ(written->to.structure, log);
  EXPECT_EQ(written->to.keys, (std::vector<uint32_t>{64, 144, 224}));
  EXPECT_EQ(StateOf(start, "journal", 1), "durable");
  Until(play, EventKind::kPageWriteStart);
  const Looked journal = LookAt(play, play.session().at());
  const Transfer* copied = Find(journal, TransferKind::kLogWrite, false);
  ASSERT_TRUE(copied);
  EXPECT_EQ(copied->from.structure, NumberOf(play, "inode"));
  EXPECT_EQ(copied->to.structure, NumberOf(play, "journal"));
  EXPECT_EQ(StateOf(journal, "journal", 1), "in-flight");
}

TEST(Transfers, WithoutThePageCacheNothingOfTheKernelIsShown) {
  Play play(Aries(R"([["begin T1", "A := 1", "commit"]])"));
  const Looked start = LookAt(play, Until(play, EventKind::kPageWriteStart));
  for (const JsonValue& each : start.frame.Find("structures")->elements)
    EXPECT_TRUE(each.Find("id")->string != "kernel-page" && each.Find("id")->string != "inode" &&
                each.Find("id")->string != "journal");
}

// A record that is still being copied when those behind it are written.
TEST(Transfers, ALogThatIsWrittenTooEarlyHasAHole) {
  Script script = Aries(
      R"([["begin T1", "read A", "wait 50us", "signal turn", "A := A - 30", "commit"], ["begin T2", "B := 7", "await turn", "commit"]])",
      R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "cpu.cores": 1, "cpu.quantum_ns": 2000})");
  script.params = R"({"frames": 8, "log_insert": "decoupled"})";
  script.mutations = R"(["release-out-of-order"])";
  Play play(script);
  const uint16_t log = NumberOf(play, "log-record");
  const Looked looked = LookAt(play, Until(play, EventKind::kPageWriteStart, log));
  EXPECT_EQ(StateOf(looked, "log-record", 64), "in-flight");
  EXPECT_EQ(StateOf(looked, "log-record", 144), "empty");
  EXPECT_EQ(StateOf(looked, "log-record", 224), "in-flight");
  EXPECT_NE(ItemOf(looked, "log-buffer", 224), nullptr);
}

TEST(Transfers, LogBlocksAreInFlightAtBothEndsUntilTheyAreThere) {
  // Enough records for several sectors.
  Play play(Aries(
      R"([["begin T1", "A := 1", "B := 2", "C := 3", "A := 4", "B := 5", "C := 6", "A := 7", "commit"]])"));
  const uint16_t log = NumberOf(play, "log-record"), buffer = NumberOf(play, "log-buffer");
  const Looked start = LookAt(play, Until(play, EventKind::kPageWriteStart, log));
  const Transfer* under_way = Find(start, TransferKind::kLogWrite, false);
  ASSERT_TRUE(under_way);
  EXPECT_GT(under_way->size, 512u);
  EXPECT_EQ(under_way->from.structure, buffer);
  EXPECT_EQ(under_way->from.tier, Tier::kDram);
  EXPECT_EQ(under_way->to.structure, log);
  EXPECT_EQ(under_way->to.tier, Tier::kDisk);
  EXPECT_EQ(under_way->to.address, start.event.address);
  EXPECT_EQ(under_way->txn, 1);
  // All records of the range: seven updates and the commit.
  EXPECT_EQ(under_way->from.keys.size(), 8u);
  EXPECT_EQ(under_way->from.keys, under_way->to.keys);
  for (const uint32_t key : under_way->to.keys) {
    EXPECT_EQ(StateOf(start, "log-record", key), "in-flight");
    EXPECT_EQ(StateOf(start, "log-buffer", key), "none");
    EXPECT_NE(ItemOf(start, "log-buffer", key)->Find("leaving"), nullptr);
  }
  const int64_t id = under_way->id;
  const Looked end = LookAt(play, Until(play, EventKind::kPageWrite, log));
  const Transfer* arrived = Find(end, TransferKind::kLogWrite, true);
  ASSERT_TRUE(arrived);
  EXPECT_EQ(arrived->id, id);
  // Durable below, not released above: that comes with log-durable.
  for (const uint32_t key : arrived->to.keys) {
    EXPECT_EQ(StateOf(end, "log-record", key), "durable");
    ASSERT_NE(ItemOf(end, "log-buffer", key), nullptr);
    EXPECT_EQ(ItemOf(end, "log-buffer", key)->Find("leaving"), nullptr);
  }
  const Looked after = LookAt(play, Until(play, EventKind::kLogDurable));
  EXPECT_TRUE(after.transfers.empty());
  EXPECT_EQ(StateOf(after, "log-buffer", end.transfers[0].to.keys[0]), "missing");
}

TEST(Transfers, TheCommitRecordIsMarkedAndTheClientIsToldFromIt) {
  Play play(Aries(R"([["begin T1", "A := 1", "commit"]])"));
  const Looked told = LookAt(play, Until(play, EventKind::kAcknowledge));
  const Transfer* acknowledge = Find(told, TransferKind::kAcknowledge, true);
  ASSERT_TRUE(acknowledge);
  EXPECT_EQ(acknowledge->to.tier, Tier::kNone);
  EXPECT_EQ(acknowledge->from.structure, NumberOf(play, "log-record"));
  ASSERT_EQ(acknowledge->from.keys.size(), 1u);
  const JsonValue* record = ItemOf(told, "log-record", acknowledge->from.keys[0]);
  EXPECT_TRUE(record->Find("commits")->boolean);
  EXPECT_EQ(record->Find("txn")->integer, 1);
}

TEST(Transfers, APageGoesHomeFromTheBufferPool) {
  Play play(Aries(R"([["begin T1", "A := 1", "steal A", "commit"]])"));
  const uint16_t disk = NumberOf(play, "disk-page");
  const Looked start = LookAt(play, Until(play, EventKind::kPageWriteStart, disk));
  const Transfer* page = Find(start, TransferKind::kPageWrite, false);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->from.structure, NumberOf(play, "buffer-page"));
  EXPECT_EQ(page->from.keys, (std::vector<uint32_t>{start.event.key}));
  EXPECT_EQ(page->to.keys, page->from.keys);
  EXPECT_EQ(StateOf(start, "disk-page", start.event.key), "in-flight");
  const Looked end = LookAt(play, Until(play, EventKind::kPageWrite, disk));
  EXPECT_EQ(StateOf(end, "disk-page", start.event.key), "durable");
}

TEST(Transfers, ASecondCopyGoesToItsOwnPlaceBeforeThePageGoesHome) {
  Script script = Aries(R"([["begin T1", "A := 1", "steal A", "commit"]])");
  script.params = R"({"frames": 2, "page_bytes": 1024, "torn_pages": "double-write"})";
  Play play(script);
  const uint16_t disk = NumberOf(play, "disk-page");
  const Looked first = LookAt(play, Until(play, EventKind::kPageWriteStart, disk));
  const Transfer* copy = Find(first, TransferKind::kPageWrite, false);
  ASSERT_TRUE(copy);
  ASSERT_EQ(copy->from.keys.size(), 1u);
  const uint32_t home = copy->from.keys[0];
  ASSERT_EQ(copy->to.keys.size(), 1u);
  const uint32_t place = copy->to.keys[0];
  EXPECT_GT(place, home);
  EXPECT_EQ(first.event.key, place);
  EXPECT_EQ(StateOf(first, "disk-page", place), "in-flight");
  EXPECT_EQ(StateOf(first, "disk-page", home), "durable");
  const Looked second = LookAt(play, Until(play, EventKind::kPageWriteStart, disk));
  const Transfer* page = Find(second, TransferKind::kPageWrite, false);
  ASSERT_TRUE(page);
  EXPECT_EQ(second.event.key, home);
  EXPECT_EQ(page->to.keys, (std::vector<uint32_t>{home}));
  EXPECT_EQ(StateOf(second, "disk-page", place), "durable");
  EXPECT_EQ(StateOf(second, "disk-page", home), "in-flight");
}

// A page kept in PCM goes home from there: from its slot, or from those of the records.
TEST(Transfers, APageThatPcmKeepsGoesHomeFromItsSlots) {
  for (const char* granularity : {"page", "record"}) {
    Script script{
        .threads = R"([["begin T1", "A := 1", "steal A", "commit", "checkpoint"]])",
        .params = std::string(R"({"transactions": 2, "granularity": ")") + granularity + R"("})",
        .scheme = "pcmlogging"};
    Play play(script);
    const uint16_t disk = NumberOf(play, "disk-page");
    const Looked start = LookAt(play, Until(play, EventKind::kPageWriteStart, disk));
    const Transfer* page = Find(start, TransferKind::kPageWrite, false);
    ASSERT_TRUE(page) << granularity;
    EXPECT_EQ(page->from.structure, NumberOf(play, "pcm-slot")) << granularity;
    EXPECT_EQ(page->from.keys.size(), 1u) << granularity;
    EXPECT_EQ(page->to.keys, (std::vector<uint32_t>{start.event.key})) << granularity;
  }
}

TEST(Transfers, AVolatileCacheHasItFirstAndDrainsWithoutAnEvent) {
  Play play(Aries(
      R"([["begin T1", "A := 1", "commit"]])",
      R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "disk.write_cache": 1, "disk.write_cache_kb": 64})"));
  const uint16_t log = NumberOf(play, "log-record");
  Until(play, EventKind::kPageWriteStart, log);
  const Looked cached = LookAt(play, Until(play, EventKind::kPageWrite, log));
  const Transfer* write = Find(cached, TransferKind::kLogWrite, true);
  ASSERT_TRUE(write);
  EXPECT_TRUE(write->to.cached);
  const Transfer* drain = Find(cached, TransferKind::kDrain, false);
  ASSERT_TRUE(drain);
  EXPECT_TRUE(drain->from.cached);
  EXPECT_FALSE(drain->to.cached);
  EXPECT_EQ(drain->to.structure, log);
  for (const uint32_t key : drain->to.keys)
    EXPECT_EQ(StateOf(cached, "log-record", key), "volatile");
  const int64_t id = drain->id;
  const Looked synced = LookAt(play, Until(play, EventKind::kSync));
  const Transfer* drained = Find(synced, TransferKind::kDrain, true);
  ASSERT_TRUE(drained);
  EXPECT_EQ(drained->id, id);
  for (const uint32_t key : drained->to.keys)
    EXPECT_EQ(StateOf(synced, "log-record", key), "durable");
}

TEST(Transfers, WriteBacksOfTwoWritersAreTold) {
  Play play(
      Script{.threads = R"([["begin T1", "A := 1", "commit"], ["begin T2", "B := 2", "commit"]])"});
  const uint32_t end =
      Play(Script{.threads =
                      R"([["begin T1", "A := 1", "commit"], ["begin T2", "B := 2", "commit"]])"})
          .To()
          .session()
          .at();
  std::set<TxnLabel> writers;
  std::map<int64_t, uint32_t> arrivals;
  for (uint32_t at = 0; at <= end; ++at) {
    const Looked looked = LookAt(play, at);
    std::set<int64_t> ids;
    for (const Transfer& transfer : looked.transfers) {
      EXPECT_TRUE(ids.insert(transfer.id).second) << "two of one id at " << at;
      if (transfer.kind != TransferKind::kWriteBack) continue;
      writers.insert(transfer.txn);
      EXPECT_EQ(transfer.from.tier, Tier::kCache);
      EXPECT_EQ(transfer.to.tier, Tier::kNvm);
      EXPECT_EQ(transfer.to.keys.size(), 1u) << "at " << at;
      EXPECT_EQ(transfer.size, kLineBytes);
      arrivals[transfer.id] += transfer.arrived;
    }
  }
  EXPECT_EQ(writers, (std::set<TxnLabel>{1, 2}));
  // Each once.
  for (const auto& [id, times] : arrivals) EXPECT_EQ(times, 1u) << id;
}

TEST(Transfers, TheCacheEvictsByItself) {
  Play play(Script{
      .threads = R"([["begin T1", "A := 1", "B := 2", "C := 3", "commit"]])",
      .params = R"({"persist": "flush-on-commit"})",
      .overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "cache.dirty_lines": 1})"});
  const Looked evicted = LookAt(play, Until(play, EventKind::kEvict));
  const Transfer* evict = Find(evicted, TransferKind::kEvict, true);
  ASSERT_TRUE(evict);
  EXPECT_EQ(evict->from.tier, Tier::kCache);
  EXPECT_EQ(evict->to.tier, Tier::kNvm);
  EXPECT_EQ(LineAt(LineOf(evict->to.address)), evicted.event.address);
  EXPECT_NE(evict->to.structure, 0);
  EXPECT_FALSE(evict->to.keys.empty());
}

TEST(Transfers, StoresPastTheCacheArriveWithTheFence) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "commit"]])",
                   .params = R"({"log_slots": 16, "buckets": 1, "spare_kb": 0})",
                   .overrides = "{}",
                   .scheme = "rewind"});
  const Looked stored = LookAt(play, Until(play, EventKind::kNtStore));
  const Transfer* under_way = Find(stored, TransferKind::kNtStore, false);
  ASSERT_TRUE(under_way);
  EXPECT_EQ(under_way->from.tier, Tier::kDram);
  EXPECT_EQ(under_way->to.tier, Tier::kNvm);
  const int64_t id = under_way->id;
  const Looked fenced = LookAt(play, Until(play, EventKind::kFence));
  const bool arrived =
      std::any_of(fenced.transfers.begin(), fenced.transfers.end(),
                  [id](const Transfer& transfer) { return transfer.arrived && transfer.id == id; });
  EXPECT_TRUE(arrived);
}

TEST(Transfers, RecoveryReadsItsLogAndItsPages) {
  Play play(Aries(R"([["begin T1", "A := 1", "commit"]])"));
  play.To();
  ASSERT_TRUE(play.Cut(None()));
  // Before recovery has read anything, the log is what the device has.
  const Looked cut = LookAt(play, play.session().at());
  EXPECT_EQ(cut.transfers.size(), 0u);
  uint32_t records = 0;
  for (const JsonValue& structure : cut.frame.Find("structures")->elements) {
    if (structure.Find("id")->string == "log-record")
      records = static_cast<uint32_t>(structure.Find("items")->elements.size());
  }
  EXPECT_EQ(records, 2u);
  const uint16_t log = NumberOf(play, "log-record");
  const Looked log_read = LookAt(play, Until(play, EventKind::kPageReadStart, log));
  const Transfer* read = Find(log_read, TransferKind::kPageRead, false);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->from.structure, log);
  EXPECT_EQ(read->from.keys.size(), 2u);
  EXPECT_EQ(read->to.tier, Tier::kDram);
  EXPECT_EQ(read->to.structure, 0);
  const Looked page_read =
      LookAt(play, Until(play, EventKind::kPageReadStart, NumberOf(play, "disk-page")));
  const Transfer* page = Find(page_read, TransferKind::kPageRead, false);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->from.structure, NumberOf(play, "disk-page"));
  EXPECT_EQ(page->to.structure, NumberOf(play, "buffer-page"));
}

// A buffer of 4 KB goes round while the second transaction writes nothing out.
TEST(Transfers, ALogThatItsBufferHasOverwrittenIsStillThere) {
  std::string threads = R"([["begin T1")";
  for (int i = 0; i < 44; ++i) threads += ", \"A := " + std::to_string(i) + "\"";
  threads += R"(, "commit", "begin T2")";
  for (int i = 0; i < 20; ++i) threads += ", \"B := " + std::to_string(i) + "\"";
  Script script = Aries(threads + R"(, "commit"]])");
  script.params = R"({"frames": 2, "buffer_kb": 4, "partition_kb": 16})";
  Play play(script);
  Until(play, EventKind::kAcknowledge);
  const auto records = [&] {
    const Looked looked = LookAt(play, play.session().at());
    size_t durable = 0;
    for (const JsonValue& structure : looked.frame.Find("structures")->elements) {
      if (structure.Find("id")->string != "log-record") continue;
      for (const JsonValue& item : structure.Find("items")->elements)
        durable += item.Find("state")->string == "durable";
    }
    return durable;
  };
  EXPECT_EQ(records(), 45u);
  for (int i = 0; i < 20; ++i) {
    Until(play, EventKind::kLogInsert);
    EXPECT_EQ(records(), 45u) << i;
  }
}

// --- Whatever the system and the machine ---------------------------------------------------------

// Every field that an item shows as durable is durable.
void ExpectTrueMarks(const JsonValue& item, const std::string& what) {
  for (const JsonValue& field : item.Find("fields")->elements) {
    if (item.Find("state")->string != "durable") break;
    EXPECT_EQ(field.Find("durability")->string, "durable")
        << what << " " << field.Find("name")->Find("en")->string;
    EXPECT_EQ(field.Find("durableValue"), nullptr)
        << what << " " << field.Find("name")->Find("en")->string;
  }
  if (const JsonValue* inner = item.Find("items")) {
    for (const JsonValue& each : inner->elements) ExpectTrueMarks(each, what);
  }
}

void ExpectTrueMarks(const Looked& looked, const std::string& what) {
  for (const JsonValue& structure : looked.frame.Find("structures")->elements) {
    const std::string& tier = structure.Find("tier")->string;
    for (const JsonValue& item : structure.Find("items")->elements) {
      const std::string name = what + ": " + structure.Find("id")->string + " " +
                               std::to_string(item.Find("key")->integer);
      if (tier == "nvm" || tier == "disk") ExpectTrueMarks(item, name);
    }
  }
}

bool IsDiskWrite(TransferKind kind) {
  return kind == TransferKind::kLogWrite || kind == TransferKind::kPageWrite ||
         kind == TransferKind::kDestage;
}

// Ends that the frame shows; in flight while under way, durable when there.
void ExpectTrueEnds(const Looked& looked, const SchemeInfo& scheme, const Transfer& transfer,
                    const std::string& what) {
  for (const TransferEnd* side : {&transfer.from, &transfer.to}) {
    if (side->structure == 0) EXPECT_TRUE(side->keys.empty()) << what;
    for (const uint32_t key : side->keys)
      EXPECT_NE(ItemOf(looked, scheme.structures[side->structure - 1].id, key), nullptr) << what;
  }
  if (!IsDiskWrite(transfer.kind)) return;
  const auto others = [&](const Transfer& other) {
    return other.id != transfer.id && !other.arrived && other.to.structure == transfer.to.structure;
  };
  const bool alone = std::none_of(looked.transfers.begin(), looked.transfers.end(), others);
  for (const uint32_t key : transfer.to.keys) {
    const std::string state = StateOf(looked, scheme.structures[transfer.to.structure - 1].id, key);
    if (!transfer.arrived) EXPECT_NE(state, "volatile") << what << " " << key;
    if (transfer.arrived && !transfer.to.cached && alone)
      EXPECT_TRUE(state == "durable" || state == "empty") << what << " " << key << " is " << state;
  }
  for (const uint32_t key : transfer.from.keys) {
    const JsonValue* item = ItemOf(looked, scheme.structures[transfer.from.structure - 1].id, key);
    if (!transfer.arrived && item) EXPECT_NE(item->Find("leaving"), nullptr) << what << " " << key;
  }
}

// A disk's event has the transfer that it begins or ends.
void ExpectTransferOf(const Looked& looked, const std::string& what) {
  const Event& event = looked.event;
  const bool starts =
      event.kind == EventKind::kPageWriteStart || event.kind == EventKind::kPageReadStart;
  const bool ends = event.kind == EventKind::kPageWrite || event.kind == EventKind::kPageRead;
  if (!starts && !ends) return;
  const bool reads = event.kind == EventKind::kPageRead || event.kind == EventKind::kPageReadStart;
  const auto is_it = [&](const Transfer& transfer) {
    const bool kind = reads ? transfer.kind == TransferKind::kPageRead : IsDiskWrite(transfer.kind);
    return kind && transfer.arrived == ends &&
           (reads ? transfer.from : transfer.to).address == event.address &&
           transfer.size == event.size;
  };
  EXPECT_EQ(std::count_if(looked.transfers.begin(), looked.transfers.end(), is_it), 1) << what;
}

// Looks at the open phase from `from` on, at every `step`th position.
void ExpectTrueTransfers(Play& play, uint32_t from, uint32_t step, const std::string& seed) {
  std::set<int64_t> over;
  for (uint32_t at = from;; at += step) {
    const Looked looked = LookAt(play, at);
    const std::string what = seed + " at " + std::to_string(at);
    std::set<int64_t> ids;
    for (const Transfer& transfer : looked.transfers) {
      const std::string which = what + ", " + kTransferNames[static_cast<int>(transfer.kind)];
      EXPECT_TRUE(ids.insert(transfer.id).second) << which << ": two of one id";
      EXPECT_EQ(over.count(transfer.id), 0u) << which << ": had arrived";
      if (transfer.arrived) over.insert(transfer.id);
      ExpectTrueEnds(looked, *play.session().scenario().scheme, transfer, which);
    }
    ExpectTrueMarks(looked, what);
    if (play.session().at() == at && at > from) ExpectTransferOf(looked, what);
    if (play.session().world().ended() || play.session().at() < at) return;
  }
}

TEST(Transfers, AreTrueInRandomScenariosAndTheirRecoveries) {
  for (uint32_t seed = 0; seed < Effort(16); ++seed) {
    const std::string json = WideScenario(seed);
    const uint32_t end = Play(json).To().session().at();
    Play play(json);
    ExpectTrueTransfers(play, 0, 1 + end / 80, "seed " + std::to_string(seed));
    Play cut(json), whole(json);
    for (Play* each : {&cut, &whole}) {
      each->To(end / 2 + seed);
      ASSERT_TRUE(each->Cut({SurvivePolicy::kRandom, seed, {}}));
    }
    const uint32_t start = cut.session().at(), recovery = whole.To().session().at() - start;
    ExpectTrueTransfers(cut, start, 1 + recovery / 60,
                        "seed " + std::to_string(seed) + ", recovery");
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
