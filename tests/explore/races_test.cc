// Does a system keep its promise in whichever order threads come? Stories by chance, in schedules
// by chance: a client or a daemon is held before one of its shared operations until another one
// has gone on. What only a race breaks shows at the end of such a run, or behind a power cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "run/file/random_scenario.h"
#include "stories.h"
#include "support/scenarios.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

// Daemons that sleep and wake while no client ever gets on have no events.
constexpr uint64_t kMostSteps = 30000000;

// A story in which pages that go home together met somebody who wrote one of them.
constexpr uint32_t kFoundOnce = 404;

class Races : public testing::TestWithParam<const SchemeInfo*> {
 protected:
  // Where threads are held: before shared operations alone; or at reads of NVM with banks, too, so
  // that another one comes between what a thread reads and what it does with it.
  enum class Held : uint8_t { kBeforeOperations, kAtReads };
  // A story told in some schedules, one of them that of virtual time alone.
  void Tell(const std::string& text, uint32_t seed, uint32_t schedules, Held held);

  uint64_t runs_ = 0, rests_ = 0;

 private:
  static ThreadDelay Delay(Random& random, uint32_t threads, uint32_t events);
  static ThreadDelay DelayAtRead(Random& random, uint32_t threads);
  // Runs to the end, and looks at the room that is left; returns how many events there are.
  uint32_t Rest(const Scenario& scenario, const std::string& text);
  // Cuts the power at one of these events.
  void Cut(const Scenario& scenario, const std::string& text, Random& random, uint32_t events);
};

// Who runs, daemons included, has one of the first numbers.
ThreadDelay Races::Delay(Random& random, uint32_t threads, uint32_t events) {
  ThreadDelay delay;
  delay.thread = static_cast<ActorId>(random.Below(threads));
  delay.until = static_cast<ActorId>((delay.thread + 1 + random.Below(threads - 1)) % threads);
  delay.operation = 1 + random.Below(events / 3 + 1);
  delay.next = 1 + random.Below(12);
  return delay;
}

// Most threads come to few reads, and those that another one waits for have few operations left.
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

// Who waits at the end for a latch: nobody gives it back any more. A lock may be that of a
// transaction that stays open, and room what it keeps.
std::string Stuck(World& world) {
  std::string stuck;
  for (uint32_t i = 0; world.ended() && i < world.kernel().thread_count(); ++i) {
    if (world.kernel().thread(i).wait_for() == WaitFor::kLatch)
      stuck += "thread " + std::to_string(i) + " waits for a latch for ever, ";
  }
  return stuck;
}

uint32_t Races::Rest(const Scenario& scenario, const std::string& text) {
  Session session(Scenario(scenario), nullptr);
  session.world().kernel().Limit(kMostSteps);
  session.Advance(~0u, false);
  ++runs_;
  EXPECT_TRUE(session.world().ended()) << "no end, " << Told(scenario, text);
  EXPECT_EQ(Stuck(session.world()), "") << Told(scenario, text);
  EXPECT_EQ(WrongReads(session.oracle(), session.scenario()), "") << Told(scenario, text);
  if (session.world().ended() && AllEnded(session.oracle())) {
    ++rests_;
    const StructureReport report = session.world().LookAtRest();
    EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en << ", "
                              << Told(scenario, text);
  }
  return session.at();
}

void Races::Cut(const Scenario& scenario, const std::string& text, Random& random,
                uint32_t events) {
  Session session(Scenario(scenario), nullptr);
  session.world().kernel().Limit(kMostSteps);
  session.Advance(random.Below(events + 1), false);
  RandomChoice choice(random.Next());
  const CrashOutcome outcome = session.Try(choice);
  if (outcome.judgement.kind == VerdictKind::kConsistent) return;
  if (outcome.judgement.kind == VerdictKind::kDamaged && MayFindTornPages(scenario)) return;
  ADD_FAILURE() << kVerdictNames[static_cast<uint32_t>(outcome.judgement.kind)]
                << " after a power cut at event " << session.at() << ", " << Told(scenario, text);
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

// What they found in PCMLogging, made as small as it stays the same.
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
    session.world().kernel().Limit(kMostSteps);
    session.Advance(~0u, false);
    EXPECT_TRUE(session.world().ended());
  }
}

// Found by chance, with these two delays of more: T17 comes to the slot of D as it is served from
// PCM, and is held there until T1's client has ended. The slot has another version by then. Nobody
// writes what T17 makes of D, so nothing shows after a power cut.
TEST(WrongReads, ShowASlotThatIsUsedAgainWhileItIsRead) {
  const SchemeInfo& scheme = *FindScheme("pcmlogging");
  Scenario scenario = Parsed(RacingScenario(scheme, 2238, 1));
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
