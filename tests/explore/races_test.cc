// Does a system keep its promise in whichever order threads come? Stories by chance, in schedules
// by chance: a client or a daemon is held before one of its shared operations until another one
// has gone on. What only a race breaks shows at the end of such a run, or behind a power cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "run/file/scenario/random_scenario.h"
#include "stories.h"
#include "support/scenarios.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

// The seed of a story in which pages that go home together met a writer of one of them.
constexpr uint32_t kFoundOnce = 404;
// Those in which an update that PCM served put its page's LSN back below that of another change, in
// which a checkpoint missed a record that had been copied and not been noted (ARIES, NV-Disk, WAL
// with PCM), in which a thread of ARIES waited for padding to be released, and in which NV-Logging
// persisted an object whose memory was another one's by then.
constexpr uint32_t kFoundLate[] = {2606, 561, 888, 21, 1797, 3863};

class Races : public testing::TestWithParam<const SchemeInfo*> {
 protected:
  // The points at which threads are delayed: before shared operations alone; or also at reads of
  // NVM with banks, so that another thread comes between a read and its use.
  enum class Held : uint8_t { kBeforeOperations, kAtReads };
  // Plays a story in some schedules, one of them that of virtual time alone.
  void Tell(const std::string& text, uint32_t seed, uint32_t schedules, Held held);

  // Plays a story in schedules in which threads come late all the time.
  void TellLate(const std::string& text, uint32_t seed, uint32_t schedules);

  uint64_t runs_ = 0, rests_ = 0;

 private:
  static ThreadDelay Delay(Random& random, uint32_t threads, uint32_t events);
  static ThreadDelay DelayAtRead(Random& random, uint32_t threads);
  // Runs to the end, and looks at the room that is left; returns how many events there are.
  uint32_t Rest(const Scenario& scenario, const std::string& text);
  void RunToRest(Session& session, const std::string& text);
  static void LookUntil(Session& session, uint32_t to, const std::string& text);
  // Cuts the power where the session is, and goes on as if nothing had been.
  void TryCut(Session& session, Random& random, const std::string& text);
  // Cuts the power at one of these events.
  void Cut(const Scenario& scenario, const std::string& text, Random& random, uint32_t events);
};

// Threads that run, daemons included, have the first numbers.
ThreadDelay Races::Delay(Random& random, uint32_t threads, uint32_t events) {
  ThreadDelay delay;
  delay.thread = static_cast<ActorId>(random.Below(threads));
  delay.until = static_cast<ActorId>((delay.thread + 1 + random.Below(threads - 1)) % threads);
  delay.operation = 1 + random.Below(events / 3 + 1);
  delay.next = 1 + random.Below(12);
  return delay;
}

// Most threads make few reads, and those that another one waits for have few operations left.
ThreadDelay Races::DelayAtRead(Random& random, uint32_t threads) {
  constexpr uint32_t kReads = 24, kNext = 64, kToItsEnd = 1000;
  ThreadDelay delay = Delay(random, threads, 0);
  delay.at_read = true;
  delay.operation = 1 + random.Below(1 + random.Below(kReads));
  // Some are held until that one has ended, or cannot go on: only so is a place used again.
  delay.next = random.Chance(40) ? kToItsEnd : 1 + random.Below(1 + random.Below(kNext));
  return delay;
}

std::string Told(const Scenario& scenario, const std::string& text) {
  std::string told;
  for (const ThreadDelay& each : scenario.delays)
    told += std::to_string(each.thread) + (each.at_read ? " at read " : ":") +
            std::to_string(each.operation) + " until " + std::to_string(each.until) + "+" +
            std::to_string(each.next) + ", ";
  return told + text;
}

// Lists threads that still wait for a latch at the end, which will never be released. A lock may be
// that of a transaction that remains open, and room may be held by one.
std::string Stuck(World& world) {
  std::string stuck;
  for (uint32_t i = 0; world.ended() && i < world.kernel().thread_count(); ++i) {
    if (world.kernel().thread(i).wait_for() == WaitFor::kLatch)
      stuck += "thread " + std::to_string(i) + " waits for a latch for ever, ";
  }
  return stuck;
}

// Looks at what holds at every moment, several times on the way.
void Races::LookUntil(Session& session, uint32_t to, const std::string& text) {
  constexpr uint32_t kLooks = 3;
  const uint32_t from = session.at();
  for (uint32_t i = 1; i <= kLooks && !HasFailure(); ++i) {
    session.Advance(from >= to ? to : from + (to - from) * i / kLooks, false);
    const StructureReport report = session.world().LookOnTheWay();
    EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en << ", at event "
                              << session.at() << ", " << text;
  }
}

uint32_t Races::Rest(const Scenario& scenario, const std::string& text) {
  Session session(Scenario(scenario), nullptr);
  RunToRest(session, Told(scenario, text));
  return session.at();
}

void Races::RunToRest(Session& session, const std::string& text) {
  ++runs_;
  EXPECT_TRUE(RunsToItsEnd(session)) << "no end, " << text;
  EXPECT_EQ(Stuck(session.world()), "") << text;
  EXPECT_EQ(WrongReads(session.oracle(), session.scenario()), "") << text;
  if (session.world().ended() && AllEnded(session.oracle())) {
    ++rests_;
    const StructureReport report = session.world().LookAtRest();
    EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en << ", " << text;
  }
}

void Races::TryCut(Session& session, Random& random, const std::string& text) {
  RandomChoice choice(random.Next());
  const CrashOutcome outcome = session.Try(choice, CheckDepth::kConditions);
  if (outcome.judgement.kind == VerdictKind::kConsistent) return;
  if (outcome.judgement.kind == VerdictKind::kDamaged && MayFindTornPages(session.scenario()))
    return;
  ADD_FAILURE() << kVerdictNames[static_cast<uint32_t>(outcome.judgement.kind)]
                << " after a power cut at event " << session.at() << ", " << text;
}

void Races::Cut(const Scenario& scenario, const std::string& text, Random& random,
                uint32_t events) {
  Session session(Scenario(scenario), nullptr);
  session.world().kernel().Limit(kMostSteps);
  session.Advance(random.Below(events + 1), false);
  TryCut(session, random, Told(scenario, text));
}

void Races::Tell(const std::string& text, uint32_t seed, uint32_t schedules, Held held) {
  Scenario scenario = Parsed(text);
  if (!Session(Scenario(scenario), nullptr).formatted()) return;
  // Reads are another source of chance than the rest: what a seed meant before it still means.
  Random random(seed), reads(Mix64(seed));
  uint32_t events = Rest(scenario, text);
  for (uint32_t i = 0; i < schedules && !HasFailure(); ++i) {
    scenario.delays.clear();
    const auto threads = static_cast<uint32_t>(scenario.script.threads.size()) + 2;
    for (uint32_t n = 1 + random.Below(3); n > 0; --n)
      scenario.delays.push_back(Delay(random, threads, events));
    for (uint32_t n = held == Held::kAtReads ? 3 : 0; n > 0; --n)
      scenario.delays.push_back(DelayAtRead(reads, threads));
    events = Rest(scenario, text);
    for (uint32_t cut = 0; cut < 2 && !HasFailure(); ++cut) Cut(scenario, text, random, events);
  }
}

void Races::TellLate(const std::string& text, uint32_t seed, uint32_t schedules) {
  static constexpr uint32_t kPercent[] = {1, 4, 15, 40};
  static constexpr Time kMost[] = {500, 5000, 50000, 500000};
  constexpr uint32_t kLooks = 8;
  const Scenario scenario = Parsed(text);
  if (!Session(Scenario(scenario), nullptr).formatted()) return;
  Random random(Mix64(seed) + 1);
  uint32_t events = 1000;
  for (uint32_t i = 0; i < schedules && !HasFailure(); ++i) {
    Session session(Scenario(scenario), nullptr);
    session.world().kernel().Limit(kMostSteps);
    const uint32_t percent = kPercent[random.Below(4)];
    Schedule& schedule = session.world().kernel().schedule();
    schedule.ComeLate(random.Next(), percent, kMost[random.Below(4)]);
    const std::string told = "late schedule " + std::to_string(i) + ", " + text;
    // Looks on the way, and cuts the power at some of these points.
    for (uint32_t at = 0; at < events; at += 1 + random.Below(events / kLooks + 1)) {
      LookUntil(session, at, told);
      if (random.Chance(30)) TryCut(session, random, told);
    }
    RunToRest(session, told);
    events = session.at() + 1;
    if (session.world().ended()) TryCut(session, random, told);
  }
}

// Where daemons move what clients change, more depends on who comes first.
uint32_t LateSeeds(const SchemeInfo& scheme) {
  const std::string_view id = scheme.id;
  if (id == "pcmlogging") return 5000;
  if (id == "pcm-wal" || id == "nv-logging") return 500;
  return id == "xtradb" ? 600 : 160;
}

TEST_P(Races, BreakNoPromiseWhereThreadsComeLate) {
  if (GetParam()->promise(ParamValues()) == Promise::kNone) GTEST_SKIP() << "it promises nothing";
  const uint32_t from = FromEnvironment("AFTERIMAGE_SEED", 1);
  const uint32_t usual = LateSeeds(*GetParam());
  const uint32_t count = FromEnvironment("AFTERIMAGE_SEEDS", Deep() ? 20 * usual : usual);
  const auto tell = [&](uint32_t seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Racing racing = seed % 2 == 0   ? Racing::kAmple
                          : seed % 4 == 1 ? Racing::kLong
                                          : Racing::kShort;
    TellLate(RacingScenario(*GetParam(), seed, seed / 4 % 4, racing), seed, 4);
  };
  for (uint32_t seed = from; seed - from < count && !HasFailure(); ++seed) tell(seed);
  for (const uint32_t seed : kFoundLate) {
    if (!HasFailure()) tell(seed);
  }
  std::printf("%s: %llu runs, %llu ends at rest\n", GetParam()->id,
              static_cast<unsigned long long>(runs_), static_cast<unsigned long long>(rests_));
  Tally(GetParam()->id, "schedules", static_cast<double>(runs_));
  Tally(GetParam()->id, "walks", static_cast<double>(rests_));
}

TEST_P(Races, BreakNoPromise) {
  if (GetParam()->promise(ParamValues()) == Promise::kNone) GTEST_SKIP() << "it promises nothing";
  const uint32_t from = FromEnvironment("AFTERIMAGE_SEED", 1);
  const uint32_t count = FromEnvironment("AFTERIMAGE_SEEDS", Deep() ? 2000 : 120);
  for (uint32_t seed = from; seed - from < count && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // Every other story has reads that others wait for.
    const bool reads = seed % 2 == 0;
    Tell(RacingScenario(*GetParam(), seed, reads ? 1 + seed / 2 % 3 : 0), seed, 3,
         reads ? Held::kAtReads : Held::kBeforeOperations);
  }
  if (!HasFailure())
    Tell(SmallestScenario(*GetParam(), kFoundOnce), kFoundOnce, 3, Held::kBeforeOperations);
  std::printf("%s: %llu runs, %llu ends at rest\n", GetParam()->id,
              static_cast<unsigned long long>(runs_), static_cast<unsigned long long>(rests_));
  Tally(GetParam()->id, "schedules", static_cast<double>(runs_));
  Tally(GetParam()->id, "walks", static_cast<double>(rests_));
}

// A story that this test found in PCMLogging, reduced as far as its result stays the same.
struct FoundStory {
  const char* name;
  const char* params;
  const char* records;
  const char* threads;
  const char* machine;
  const char* delays;
};
constexpr FoundStory kFoundStories[] = {
    // T8 takes a place on the page that T10's rollback has given back, and not yet its version.
    {"a place that is taken while its version goes",
     R"("slots": 16, "transactions": 4, "destage_high": 1, "destage_low": 0, "swap_delta": 1, "relocate_stores": 1)",
     R"({"B": 1, "C": 1, "D": 1, "F": 1})",
     R"([["begin T1", "insert L := 65", "delete F", "steal F", "abort", "begin T3", "insert R := 36"],
         ["begin T5", "insert G := 63", "commit", "begin T6", "delete R", "insert N := 64", "commit",
          "begin T8", "B := B * 2 - 945", "commit", "begin T9", "delete G", "steal D", "insert Q := 67"],
         ["begin T10", "C := 870", "steal C", "delete N"], ["begin T14", "begin T16"]])",
     R"("cpu.cores": 3, "disk.read_ns": 1000)",
     R"({"thread": 3, "operation": 30, "until": 6, "next": 3})"},
    // A checkpoint comes back at once to a version that another thread moves, on the only core.
    {"a checkpoint that keeps the core from who moves a version",
     R"("slots": 16, "swap_delta": 1, "relocate_stores": 2, "data_on": "pmfs")",
     R"({"A": 1, "B": 1, "C": 1})",
     R"([["begin T2", "wait 9000us", "begin T4", "checkpoint"],
         ["begin T7", "C := 60", "commit", "begin T9", "B := 58", "steal A"]])",
     "", R"({"thread": 2, "operation": 30, "until": 3, "next": 6})"},
};

// Seed 31137 of ARIES: with a tiny buffer that ends who is in it, 13 transactions begin 240 times,
// while cleaners look for work every 3 us. Here all of it is told by numbers.
TEST(RunsToItsEnd, TellsASlowEndFromAHang) {
  uint64_t done = 0;
  // An event comes every so many steps, and the end with the last of them.
  const auto tried = [&](uint64_t every, uint32_t events) {
    done = 0;
    return RunsToItsEnd(
        [&](uint64_t steps) {
          done += steps;
          return static_cast<uint32_t>(std::min<uint64_t>(done / every, events));
        },
        [&] { return done / every >= events; }, 100);
  };
  EXPECT_TRUE(tried(90, 20));
  EXPECT_EQ(done, 1800u);
  EXPECT_FALSE(tried(90, 100000));  // events without an end
  EXPECT_FALSE(tried(250, 20));     // too few
  EXPECT_LT(done, 500u);
}

TEST(FoundByRaces, RunsToItsEnd) {
  for (const FoundStory& story : kFoundStories) {
    SCOPED_TRACE(story.name);
    const Scenario scenario = Parsed(
        std::string(
            R"({"format": 1, "id": "found", "kind": "scenario", "title": {"en": "t", "zh": "t"}, )") +
        R"("machine": {"id": "setup-a", "overrides": {)" + story.machine +
        R"(}}, "scheme": {"id": "pcmlogging", "params": {)" + story.params + R"(}}, "records": )" +
        story.records + R"(, "threads": )" + story.threads + R"(, "delays": [)" + story.delays +
        "]}");
    Session session(Scenario(scenario), nullptr);
    EXPECT_TRUE(RunsToItsEnd(session));
  }
}

// A checkpoint of REWIND compacts its log, and looked before its turn if a cell was still to be
// filled: it was filled in between, and was not looked at again.
constexpr char kCompaction[] = R"(
    {"format": 1, "id": "racing-62", "kind": "scenario", "title": {"en": "t", "zh": "t"},
    "seed": 62, "machine": {"id": "setup-a", "overrides": {"cpu.cores": 3, "disk.read_ns": 5000,
    "disk.write_ns": 200, "nvm.slowdown": 20, "nvm.banks": 2}}, "scheme": {"id": "rewind",
    "params": {"layers": 1, "version": "optimized", "log_slots": 72, "bucket_records": 24,
    "group": 19, "compact_percent": 100, "policy": "force", "clear": "checkpoint",
    "checkpoint_records": 4, "redo": "all", "logs": 2, "placement": "hash", "fanout": 4,
    "layout": "plain", "buckets": 2, "spare_kb": 0, "value_bytes": 40}}, "records": {"A": 1,
    "B": 1, "C": 1}, "threads": [["begin T1", "A := 21", "A := 89", "B := 44", "C := 25",
    "commit", "wait 9000us", "begin T2", "C := 49", "steal C", "C := 72", "A := 85", "commit",
    "begin T3", "A := 58", "A := 97", "A := 420", "commit", "begin T4", "A := 98",
    "scan C to C", "commit", "checkpoint", "begin T5", "B := 53", "commit", "begin T6",
    "A := 392", "steal C", "C := 42", "commit", "checkpoint"], ["begin T7", "A := 10",
    "A := 66", "A := 60", "steal A", "A := 28", "abort", "begin T8", "A := B + 205", "A := 67",
    "steal A", "B := 9", "steal B", "A := 6", "commit", "checkpoint", "begin T9", "B := 47",
    "steal B", "C := 1", "steal C", "B := 70", "steal C", "commit", "checkpoint", "begin T10",
    "A := 82", "A := 59", "A := 69", "commit"]]})";

TEST(FoundByRaces, CompactionHearsOfACellThatIsFilledJustThen) {
  Session session(Parsed(kCompaction), nullptr);
  EXPECT_TRUE(RunsToItsEnd(session));
  EXPECT_EQ(Stuck(session.world()), "");
  EXPECT_TRUE(AllEnded(session.oracle()));
}

// A story found by chance, with these two delays added: T17 reaches the slot of D as it is served
// from PCM, and is held there until T1's client has ended. The slot has another version by then.
// What T17 makes of D is never written, so nothing shows after a power cut.
constexpr char kReader[] = R"(
    {"format": 1, "id": "racing-2238", "kind": "scenario", "title": {"en": "t", "zh": "t"},
    "seed": 2238, "machine": {"id": "setup-a", "overrides": {"cpu.cores": 4,
    "disk.read_ns": 1000, "disk.write_ns": 1000, "nvm.slowdown": 1, "nvm.banks": 1,
    "disk.sector_bytes": 256}}, "scheme": {"id": "pcmlogging",
    "params": {"granularity": "record", "slots": 8, "page_slots": 4, "transactions": 3,
    "destage_high": 250, "destage_low": 0, "tables_in_pool": false, "pcm_percent": 0,
    "destage": "watermark", "destage_free": 950, "segment_bytes": 256, "rate_window_us": 1000,
    "warm_up_windows": 3, "rate_shape": "constant", "destage_when_idle": false,
    "victim": "most", "swap_delta": 2, "relocate_stores": 0, "relocate_places": 3,
    "placement": "hash", "page_bytes": 256, "heap_pages": 6, "spare_pages": 64, "frames": 2,
    "replacement": "lru", "warm": true, "cleaners": 1, "cleaner_us": 0, "cleaner": "steady",
    "torn_pages": "double-write", "data_on": "disk", "drop_caches": false, "value_bytes": 8}},
    "records": {"A": 1, "B": 1, "C": 1, "D": 1, "E": 1}, "threads": [["begin T1", "read C",
    "abort", "begin T2", "D := 904", "abort", "wait 10us", "begin T3", "C := A + 22", "read A",
    "steal C", "commit", "begin T4", "B := D + 221", "C := E + 5", "steal D", "commit",
    "begin T5", "C := C + 46", "steal C", "E := B + 56", "steal A", "read E", "commit",
    "checkpoint", "begin T6", "B := A + 25", "E := 206", "B := B + 72", "wait 10us"],
    ["begin T7", "read C", "A := 536", "B := A + 0", "B := D + 38", "abort", "begin T8",
    "A := A * 2 - 733", "read D", "D := D + 11", "commit", "begin T9", "D := D + 39", "read D",
    "B := E + 885", "read D", "commit", "begin T10", "B := 714", "steal E", "read C",
    "C := A + 95", "commit", "checkpoint", "wait 1000us", "begin T11", "read C", "abort"],
    ["begin T12", "read B", "steal B", "A := D + 3", "A := A + 97", "steal A", "commit",
    "begin T13", "A := C + 4", "A := A + 21", "steal B", "commit", "begin T14", "B := D + 83",
    "B := B + 70", "commit", "begin T15", "B := C + 79", "steal B", "read B", "commit",
    "wait 9000us"], ["begin T16", "read D", "commit", "checkpoint", "wait 30000us", "begin T17",
    "read C", "steal B", "read E", "E := D + 61", "commit", "begin T18", "read E", "commit",
    "begin T19", "B := B * 2 - 242", "steal E", "commit", "begin T20", "read E", "commit",
    "begin T21", "read C", "steal D", "read D", "read D", "commit", "checkpoint"]]})";

TEST(WrongReads, ShowASlotThatIsUsedAgainWhileItIsRead) {
  const SchemeInfo& scheme = *FindScheme("pcmlogging");
  Scenario scenario = Parsed(kReader);
  scenario.delays = {{2, 40, 4, 7}, {3, 3, 0, 1000, true}};
  const auto read = [&] {
    Session session(Scenario(scenario), nullptr);
    session.Advance(~0u, false);
    EXPECT_TRUE(session.world().ended());
    return WrongReads(session.oracle(), scenario);
  };
  EXPECT_EQ(read(), "");
  for (uint32_t i = 0; i < scheme.mutations.size(); ++i) {
    if (std::string_view(scheme.mutations[i].id) == "reused-while-read")
      scenario.mutations |= uint32_t{1} << i;
  }
  EXPECT_EQ(read(), "T17 reads D as 80, which was 12; ");
}

INSTANTIATE_TEST_SUITE_P(, Races, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace afterimage::testing_support
