// The versions of REWIND's log, its policies and checkpoints, where each could go wrong in its own
// way. That none loses anything wherever the power fails is in crash_test.cc and the explorer.
#include "base/build.h"
#include "scheme/rewind/rewind_script.h"
#include "support/read_back.h"

namespace afterimage::testing_support {
namespace {

using rewind::BucketList;

// Parameters of a log with small buckets, and more.
std::string Buckets(const std::string& version, const std::string& more) {
  return R"({"version": ")" + version + R"(", "bucket_records": 4, "log_slots": 64, "group": 4)" +
         (more.empty() ? "" : ", ") + more + "}";
}
const char kNoForce[] = R"("policy": "no-force", "clear": "checkpoint")";

Nvm& NvmOf(Play& play) { return play.session().world().devices().nvm; }

// --- Groups --------------------------------------------------------------------------------------

#if AFTERIMAGE_TRACED
uint32_t FencesAt(const Play& play, uint16_t line) {
  uint32_t fences = 0;
  for (const Event& event : play.events)
    fences += event.kind == EventKind::kFence && event.label == line ? 1 : 0;
  return fences;
}

// Sixteen updates and an END.
std::string ManyUpdates() {
  std::string statements = R"("begin T1")";
  for (int i = 1; i <= 16; ++i) statements += ", \"A := " + std::to_string(100 + i) + "\"";
  return "[[" + statements + ", \"commit\"]]";
}

TEST(RewindGroups, OneFenceServesAGroupOfRecordsAndOneItsIndex) {
  for (const auto& [group, flushes] : {std::pair{4, 5u}, {8, 3u}, {16, 2u}}) {
    Play play(
        RewindScript(ManyUpdates(), R"({"version": "batch", "bucket_records": 16, "log_slots": 64,
                                    "policy": "no-force", "clear": "checkpoint", "group": )" +
                                        std::to_string(group) + "}"));
    play.To();
    EXPECT_EQ(EngineOf(play).counters().log_records, 17u);
    EXPECT_EQ(FencesAt(play, rewind::kGroupFence), flushes) << group;
    EXPECT_EQ(FencesAt(play, rewind::kGroupIndexFence), flushes) << group;
  }
}

TEST(RewindGroups, NoUserStoreIsMadeBeforeItsGroupIsDurable) {
  Play play(RewindScript(ManyUpdates(), Buckets("batch", kNoForce)));
  play.To();
  uint32_t durable = 0, stores = 0, held = 0;
  for (const Event& event : play.events) {
    durable += event.kind == EventKind::kLogDurable ? 1 : 0;
    held += event.label == rewind::kLogHold ? 1 : 0;
    if (event.label == rewind::kUpdateStore && event.kind == EventKind::kStore)
      EXPECT_LE(++stores, durable);
  }
  EXPECT_EQ(stores, 16u);
  EXPECT_EQ(held, 12u);  // the last of each group need not wait
}
#endif

TEST(RewindGroups, ATransactionReadsItsOwnHeldStores) {
  for (const char* placement : {"hash", "btree"}) {
    Play play(RewindScript(
        R"([["begin T1", "A := A + 1", "A := A + 1", "B := A + 1", "insert D := A", "D := D + 1", "delete C", "insert C := B", "commit",
             "begin T2", "A := A + 1", "B := A", "delete D", "abort", "begin T3", "C := C + A", "commit",
             "begin T4", "insert E := 1", "delete E", "insert E := A", "read E", "commit"]])",
        R"({"version": "batch", "bucket_records": 64, "group": 32, "log_slots": 256, "policy": "no-force", "clear": "checkpoint", "placement": ")" +
            std::string(placement) + "\"}"));
    play.To();
    EXPECT_EQ(ReadBack(play.session()), "A=102 B=103 C=205 D=103 E=102") << placement;
    for (TxnLabel txn : {1, 3, 4})
      EXPECT_EQ(play.session().oracle().state(txn), ClientState::kAcknowledged) << placement;
  }
}

TEST(RewindGroups, EndIsNotDelayedByAGroup) {
  Play play(RewindScript(R"([["begin T1", "A := 1", "commit"]])", Buckets("batch", kNoForce)));
  play.To();
  ASSERT_EQ(play.session().oracle().state(1), ClientState::kAcknowledged);
  uint64_t index = 0;
  const auto tail =
      static_cast<Address>(NvmOf(play).LoadWord(rewind::LogSpace().headers[0] + rewind::kTailAt));
  NvmOf(play).LoadDurable(tail + BucketList::kIndexAt, &index, sizeof index);
  EXPECT_EQ(index, 2u);
}

// --- Buckets -------------------------------------------------------------------------------------

#if AFTERIMAGE_TRACED
// A cell that is taken and not filled when the power fails stays zero before others that count.
TEST(RewindBuckets, AnUnfilledCellHidesNoneBehindIt) {
  const Script script = RewindScript(
      R"([["begin T1", "A := 1", "A := 2", "A := 3", "A := 4", "A := 5", "A := 6", "commit"],
                       ["begin T2", "B := 1", "B := 2", "B := 3", "B := 4", "B := 5", "B := 6", "commit"]])",
      R"({"version": "optimized", "bucket_records": 16, "log_slots": 64})");
  const uint32_t end = Play(script).To().session().at();
  uint32_t holes = 0;
  for (uint32_t at = 1; at < end; ++at) {
    for (uint32_t seed = 1; seed <= 4; ++seed) {
      Play play(script);
      play.To(at);
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
      const auto tail = static_cast<Address>(
          NvmOf(play).LoadWord(rewind::LogSpace().headers[0] + rewind::kTailAt));
      bool zero = false, hole = false;
      for (uint32_t i = 0; tail != 0 && i < 16; ++i) {
        const bool filled = NvmOf(play).LoadWord(tail + kLineBytes + 8 * i) != 0;
        hole = hole || (zero && filled);
        zero = zero || !filled;
      }
      if (!hole) continue;
      ++holes;
      play.To();
      EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << "event " << at;
    }
  }
  EXPECT_GT(holes, 0u);
}

// Tells if the list leads to the bucket in which the cell is.
bool IsInTheList(Nvm& nvm, Address cell) {
  const uint32_t bytes = kLineBytes + 4 * 8;
  uint64_t bucket = nvm.LoadWord(rewind::LogSpace().headers[0] + rewind::kHeadAt);
  for (int steps = 0; bucket != 0 && steps < 100; ++steps) {
    if (cell >= bucket && cell < bucket + bytes) return true;
    bucket = nvm.LoadWord(static_cast<Address>(bucket) + rewind::kNodeNextAt);
  }
  return false;
}

// A cell is taken before its pointer is stored. Meanwhile other threads fill the rest of its
// bucket, begin another one, and remove all that they have put into the first.
TEST(RewindBuckets, NobodyRemovesTheBucketThatAnAppenderFills) {
  std::string threads;
  for (const char* name : {"A", "B", "C"}) {
    threads += threads.empty() ? "[" : "], [";
    for (int i = 1; i <= 12; ++i) {
      const std::string number = std::to_string(i);
      threads += (i == 1 ? "\"begin " : ", \"begin ") + (name + number) + "\", \"" + name +
                 " := " + number + "\", \"commit\"";
    }
  }
  for (const char* version : {"optimized", "batch"}) {
    const Script script = RewindScript("[" + threads + "]]", Buckets(version, ""));
    Play whole(script);
    whole.To();
    std::vector<Event> stores;
    for (const Event& event : whole.events) {
      const bool cell = event.label == rewind::kCellStore || event.label == rewind::kGroupCells;
      if (cell && event.kind == EventKind::kNtStore) stores.push_back(event);
    }
    ASSERT_GT(stores.size(), 30u) << version;
    Play play(script);
    for (const Event& store : stores) {
      play.To(store.seq);
      EXPECT_TRUE(IsInTheList(NvmOf(play), store.address)) << version << ", event " << store.seq;
    }
  }
}
#endif

// Transactions that come and go use few buckets again and again, beside one that stays.
TEST(RewindBuckets, AreUsedAgainWhenTheyAreEmpty) {
  for (const char* version : {"optimized", "batch"}) {
    std::string statements = R"("await on")";
    for (int i = 1; i <= 60; ++i) {
      const std::string number = std::to_string(i);
      statements += ", \"begin T" + number + "\", \"A := " + number + "\", \"commit\"";
    }
    Play play(RewindScript(
        "[[" + statements +
            R"(, "signal off"], ["begin U", "B := 1", "signal on", "await off", "abort"]])",
        Buckets(version, "")));
    play.To();
    EXPECT_EQ(ReadBack(play.session()), "A=60 B=20 C=5") << version;
    EXPECT_EQ(play.session().oracle().state(60), ClientState::kAcknowledged) << version;
  }
}

// Without compaction the cells beside long transactions' records are lost to all others.
TEST(RewindBuckets, CompactionMakesRoomBesideLongTransactions) {
  const auto acknowledged = [](const std::string& percent) {
    std::string threads = R"(["begin A", "A := 1", "signal a", "await off", "commit"],
                             ["await a", "begin X1", "C := 1", "commit", "begin X2", "C := 2", "commit", "signal x",
                              "await b", "begin Y1", "C := 3", "commit", "begin Y2", "C := 4", "commit", "signal y"],
                             ["await x", "begin B", "B := 1", "signal b", "await off", "commit"],
                             ["await y")";
    for (int i = 1; i <= 6; ++i) {
      const std::string number = std::to_string(i);
      threads += ", \"begin T" + number + "\", \"C := " + number + "\", \"commit\"";
    }
    Play play(RewindScript(
        "[" + threads + R"(, "signal off"]])",
        R"({"version": "optimized", "bucket_records": 8, "log_slots": 24, "compact_percent": )" +
            percent + "}"));
    play.To();
    uint32_t count = 0;
    for (TxnLabel txn = 1; txn <= 12; ++txn)
      count += play.session().oracle().state(txn) == ClientState::kAcknowledged;
    return count;
  };
  EXPECT_LT(acknowledged("0"), 12u);
  EXPECT_EQ(acknowledged("90"), 12u);
}

// --- No-force and checkpoints --------------------------------------------------------------------

TEST(RewindPolicies, NoForceLeavesWordsInTheCacheUntilACheckpoint) {
  Play plain(RewindScript(R"([["begin T1", "A := 1", "commit"]])", Buckets("optimized", kNoForce))),
      taken(RewindScript(R"([["begin T1", "A := 1", "commit", "checkpoint"]])",
                         Buckets("optimized", kNoForce)));
  plain.To();
  taken.To();
  EXPECT_EQ(NvmOf(plain).cache().dirty_count(), 1u);
  EXPECT_EQ(NvmOf(taken).cache().dirty_count(), 0u);
  EXPECT_EQ(EngineOf(taken).counters().checkpoints, 1u);
}

// A log of few records goes on and on: a thread that finds no room waits for a checkpoint.
TEST(RewindPolicies, CheckpointsMakeRoom) {
  for (const char* version : {"simple", "optimized", "batch"}) {
    std::string statements;
    for (int i = 1; i <= 40; ++i) {
      const std::string number = std::to_string(i);
      statements += std::string(i == 1 ? "" : ", ") + "\"begin T" + number +
                    "\", \"A := " + number + "\", \"B := " + number + "\", \"commit\"";
    }
    Play play(RewindScript("[[" + statements + "]]",
                           R"({"version": ")" + std::string(version) +
                               R"(", "bucket_records": 4, "group": 4, "log_slots": 16, )" +
                               kNoForce + "}"));
    play.To();
    EXPECT_EQ(ReadBack(play.session()), "A=40 B=40 C=5") << version;
    EXPECT_GT(EngineOf(play).counters().checkpoints, 3u) << version;
  }
}

// Its words may stand in records that are still in the log, and redo would bring them back.
TEST(RewindPolicies, ABlockIsNotUsedAgainBeforeACheckpoint) {
  const auto blocks = [](const std::string& between) {
    Play play(RewindScript(
        R"([["begin T1", "insert D := 1", "D := 2", "abort", "begin T2", "delete A", "commit", )" +
            between + R"("begin T3", "insert E := 1", "insert F := 2", "commit"]])",
        Buckets("batch", kNoForce)));
    play.To();
    EXPECT_EQ(ReadBack(play.session()), "A=- B=20 C=5 D=- E=1 F=2");
    return EngineOf(play).heap().blocks();
  };
  EXPECT_EQ(blocks(""), 6u);
  EXPECT_EQ(blocks(R"("checkpoint", )"), 4u);
}

// The daemon takes a checkpoint after so many records, concurrently with the clients.
TEST(RewindPolicies, AThreadTakesCheckpointsAfterSoManyRecords) {
  std::string statements;
  for (int i = 1; i <= 30; ++i) {
    const std::string number = std::to_string(i);
    statements += std::string(i == 1 ? "" : ", ") + "\"begin T" + number + "\", \"A := " + number +
                  "\", \"commit\"";
  }
  const auto checkpoints = [&](const std::string& every) {
    Play play(RewindScript(
        "[[" + statements + "]]",
        R"({"version": "optimized", "bucket_records": 4, "log_slots": 512, "checkpoint_records": )" +
            every + ", " + kNoForce + "}"));
    play.To();
    EXPECT_EQ(ReadBack(play.session()), "A=30 B=20 C=5");
    return EngineOf(play).counters().checkpoints;
  };
  EXPECT_EQ(checkpoints("0"), 0u);
  EXPECT_GE(checkpoints("20"), 2u);
  EXPECT_GT(checkpoints("8"), checkpoints("20"));
}

#if AFTERIMAGE_TRACED
// T2's line is passed, then T2 stores and ends, then CHECKPOINT says that it was flushed.
TEST(RewindPolicies, AFlushBeforeItsCheckpointLosesWhatEndsInBetween) {
  const auto lost = [](const std::string& mutations) {
    Script script = RewindScript(
        R"([["begin T1", "A := 1", "B := 1", "D := 1", "E := 1", "F := 1", "G := 1", "H := 1", "commit", "signal on", "checkpoint"],
            ["begin T2", "await on", "wait 1us", "C := 7", "commit"]])",
        R"({"version": "optimized", "bucket_records": 16, "log_slots": 64, "policy": "no-force", "clear": "checkpoint"})");
    script.records = R"({"A": 0, "B": 0, "C": 5, "D": 0, "E": 0, "F": 0, "G": 0, "H": 0})";
    script.overrides = R"({"cpu.flush_issue_ns": 2000})";
    script.mutations = mutations;
    Play play(script);
    play.To();
    return play.VerdictAfter(None());
  };
  EXPECT_EQ(lost("[]"), VerdictKind::kConsistent);
  EXPECT_EQ(lost(R"(["flush-before-checkpoint"])"), VerdictKind::kLost);
}
#endif

// --- Two layers ----------------------------------------------------------------------------------

// The cost of a rollback beside so many records of another transaction.
Time RollbackNs(const std::string& layers, int others) {
  std::string statements = R"("begin T1", "A := 1", "signal on", "await off", "A := 2")";
  std::string beside = R"("await on", "begin T2")";
  for (int i = 1; i <= others; ++i) beside += ", \"B := " + std::to_string(100 + i) + "\"";
  Play play(RewindScript(
      "[[" + statements + R"(, "abort"], [)" + beside +
          R"(, "signal off", "wait 300us", "commit"]])",
      R"({"version": "optimized", "bucket_records": 64, "log_slots": 512, "layers": )" + layers +
          "}"));
  play.To();
  EXPECT_EQ(ReadBack(play.session()),
            "A=100 B=" + std::to_string(others == 0 ? 20 : 100 + others) + " C=5");
  return play.session().world().kernel().thread(0).ledger()[static_cast<int>(Category::kLogWork)];
}

TEST(RewindLayers, OneLayerPaysForTheRecordsOfOthersTwoHardly) {
  const Time one = RollbackNs("1", 64) - RollbackNs("1", 4);
  const Time two = RollbackNs("2", 64) - RollbackNs("2", 4);
  EXPECT_GT(one, 60 * 60);
  EXPECT_LT(two, RollbackNs("2", 4) / 2);
  // Still, a tree is costly if there are no other records to skip.
  EXPECT_GT(RollbackNs("2", 4), 3 * RollbackNs("1", 4));
}

#if AFTERIMAGE_TRACED
// Records come and go at both ends and in the middle of the tree, in logs of every size.
TEST(RewindLayers, TheTreeStaysWholeWhateverGoes) {
  for (const int clients : {1, 3}) {
    std::string threads;
    for (int client = 0; client < clients; ++client) {
      const std::string record(1, static_cast<char>('A' + client));
      std::string statements;
      for (int i = 1; i <= 12; ++i) {
        const std::string number = std::to_string(100 * client + i);
        statements += std::string(i == 1 ? "" : ", ") + "\"begin T" + number + "\"";
        for (int update = 0; update < 1 + (i * 7 + client) % 5; ++update)
          statements += ", \"" + record + " := " + record + " + 1\"";
        statements += i % 3 == 0 ? ", \"abort\"" : ", \"commit\"";
      }
      threads += std::string(client == 0 ? "" : ", ") + "[" + statements + "]";
    }
    for (const char* more : {"", R"(, "policy": "no-force", "clear": "checkpoint")"}) {
      Play play(RewindScript(
          "[" + threads + "]",
          R"({"version": "optimized", "bucket_records": 4, "log_slots": 48, "layers": 2)" +
              std::string(more) + "}"));
      play.To();
      const std::string before = ReadBack(play.session());
      ASSERT_TRUE(play.Cut(None()));
      play.To();
      EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
      EXPECT_NE(before, "A=100 B=20 C=5");
    }
  }
}
#endif

// Others change the tree all the time: neither a rollback nor a checkpoint may miss a record
// because a tree is being changed.
TEST(RewindLayers, NoRecordIsMissedInATreeThatOthersChange) {
  for (const char* more : {"", R"(, "policy": "no-force", "clear": "checkpoint")"}) {
    for (int wait = 0; wait < 120; ++wait) {
      Play play(RewindScript(
          R"([["begin T1", "A := 1", "A := 2", "A := 3", "A := 4", "wait )" +
              std::to_string(37 * wait) +
              R"(ns", "abort", "begin T2", "A := 7", "commit", "checkpoint"],
              ["begin T3", "B := 1", "B := 2", "B := 3", "B := 4", "commit", "begin T4", "B := 5", "B := 6", "B := 7", "B := 8", "B := 9", "commit"],
              ["begin T5", "C := 1", "C := 2", "wait 2us", "C := 3", "C := 4", "C := 6", "C := 7", "abort"]])",
          R"({"version": "optimized", "bucket_records": 64, "log_slots": 128, "layers": 2)" +
              std::string(more) + "}"));
      play.To();
      EXPECT_EQ(ReadBack(play.session()), "A=7 B=9 C=5") << more << " " << wait;
      if constexpr (!kTraced) continue;
      ASSERT_TRUE(play.Cut(None()));
      play.To();
      EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << more << " " << wait;
    }
  }
}

// --- What does not go together -------------------------------------------------------------------

bool StartsWith(const std::string& text, const std::string& beginning) {
  return text.starts_with(beginning);
}

TEST(RewindParameters, WhatDoesNotGoTogetherIsRefusedWithAReason) {
  const SchemeInfo& scheme = *FindScheme("rewind");
  const MachineProfile machine(kMachines[0]);
  const auto refused = [&](std::initializer_list<ParamSetting> settings) {
    ParamValues values;
    for (uint32_t i = 0; i < scheme.params.size(); ++i) {
      values.value[i] = scheme.params[i].standard;
      for (const ParamSetting& setting : settings) {
        if (std::string_view(setting.id) == scheme.params[i].id) values.value[i] = setting.value;
      }
    }
    const Mismatch* mismatch = scheme.check(values, machine);
    return mismatch ? mismatch->field + (": " + std::string(mismatch->reason.en)) : "";
  };
  EXPECT_EQ(refused({}), "");
  EXPECT_EQ(refused({{"version", 2}, {"bucket_records", 8}, {"group", 16}}),
            "group: a group is larger than a bucket");
  EXPECT_EQ(refused({{"version", 1}, {"bucket_records", 8}, {"group", 16}}), "");
  EXPECT_PRED2(StartsWith, refused({{"compact_percent", 50}}),
               "compact_percent: compaction is for");
  EXPECT_PRED2(StartsWith, refused({{"policy", 1}}), "clear: clearing at commit needs force");
  EXPECT_PRED2(StartsWith, refused({{"layers", 2}}), "layers: two layers stand on the Optimized");
  EXPECT_PRED2(StartsWith, refused({{"layers", 2}, {"version", 2}}),
               "layers: two layers stand on the Optimized list");
  EXPECT_PRED2(StartsWith, refused({{"layers", 2}, {"version", 1}, {"compact_percent", 50}}),
               "compact_percent: compaction is for one layer");
  EXPECT_EQ(refused({{"layers", 2}, {"version", 1}}), "");
  EXPECT_EQ(refused({{"policy", 1}, {"clear", 1}}), "");
  EXPECT_EQ(refused({{"clear", 1}}), "");
  EXPECT_PRED2(StartsWith, refused({{"logs", 2}, {"policy", 1}, {"clear", 1}}),
               "logs: several logs need force");
  EXPECT_EQ(refused({{"logs", 2}, {"clear", 1}}), "");
  EXPECT_PRED2(StartsWith, refused({{"layout", 1}}), "layout: an array of trees needs trees");
  EXPECT_EQ(refused({{"layout", 1}, {"placement", 1}}), "");
  EXPECT_PRED2(StartsWith, refused({{"log_slots", 16}, {"value_bytes", 704}}),
               "log_slots: the log is too short");
  EXPECT_PRED2(StartsWith, refused({{"log_slots", 10'500'000}, {"spare_kb", 1 << 20}}),
               "spare_kb: log, buckets and spare heap do not fit");
  EXPECT_EQ(refused({{"log_slots", 10'500'000}, {"version", 2}}), "");
}

}  // namespace
}  // namespace afterimage::testing_support
