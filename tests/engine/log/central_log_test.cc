// Places, the buffer, flushes and masters of a central log, on a disk and behind each NVRAM file
// interface.
#include <algorithm>

#include "base/random.h"
#include "support/log_life.h"

namespace afterimage::testing_support {
namespace {

constexpr CentralLogParams kParams{4096, 32, 2048};

class CentralLogOn : public testing::TestWithParam<LogOn> {};
INSTANTIATE_TEST_SUITE_P(Files, CentralLogOn,
                         testing::Values(LogOn::kDisk, LogOn::kTmpfs, LogOn::kMmap, LogOn::kPmfs),
                         [](const auto& each) {
                           return std::string(kLogOnNames[static_cast<int>(each.param)]);
                         });

// Records of random sizes, some of them forced.
Task<> AppendMany(Thread& t, LogLife& life, uint32_t count, uint32_t max_bytes,
                  uint32_t forced_percent, uint64_t seed) {
  Random random(seed);
  for (uint32_t i = 0; i < count; ++i) {
    const Lsn lsn = co_await life.Append(t, seed * 1000 + i, random.Below(max_bytes));
    if (random.Chance(forced_percent)) co_await life.log->Force(t, lsn);
  }
  co_await life.log->Force(t, life.log->next_lsn() - 1);
}

TEST_P(CentralLogOn, AnLsnIsAPartitionAndAnOffsetAndNoRecordSpansTwo) {
  LogLife life(GetParam(), kParams);
  life.Play([&](Thread& t) -> Task<> { co_await AppendMany(t, life, 150, 700, 20, 1); });
  const uint32_t block = GetParam() == LogOn::kDisk ? 512 : 64;
  Lsn next = CentralLog::kFirstLsn;
  uint32_t pads = 0;
  for (const LogEntry& entry : life.entries) {
    RecordHeader header;
    ASSERT_TRUE(life.log->PeekHeader(next, &header));
    if (header.kind == RecordKind::kPad) {
      ++pads;
      next = life.log->Behind(next, header.size(), true);
      EXPECT_EQ(next % kParams.partition_bytes, 0u);
      ASSERT_TRUE(life.log->PeekHeader(next, &header));
    }
    ASSERT_EQ(entry.lsn, next);
    EXPECT_EQ(header.key, entry.key);
    EXPECT_LE(next % kParams.partition_bytes + header.size(), kParams.partition_bytes);
    EXPECT_EQ(life.log->FileOffset(next),
              2 * block +
                  next / kParams.partition_bytes % kParams.partitions * kParams.partition_bytes +
                  next % kParams.partition_bytes);
    next = life.log->Behind(next, header.size(), false);
  }
  EXPECT_GT(pads, 3u);
  EXPECT_EQ(next, life.log->next_lsn());
}

TEST_P(CentralLogOn, TheBufferWrapsStallsWhileItIsFullAndLosesNothing) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    LogLife life(GetParam(), kParams);
    life.Play([&](Thread& t) -> Task<> { co_await AppendMany(t, life, 120, 800, 0, seed); });
    EXPECT_GT(life.log->counters().full_stalls, 10u);
    EXPECT_GT(life.log->next_lsn(), 10u * kParams.buffer_bytes);
    life.Restarted();
    ASSERT_EQ(life.found, life.entries) << "seed " << seed;
  }
}

// A disk takes as long for a large write as for a small one.
TEST(CentralLogOnDisk, AFlushIsAsManyWritesAsItsLargestAllows) {
  const auto time = [](uint32_t write_bytes) {
    CentralLogParams params = kParams;
    params.write_bytes = write_bytes;
    LogLife life(LogOn::kDisk, params);
    Time took = 0;
    life.Play([&](Thread& t) -> Task<> {
      co_await life.Append(t, 1, 1600);
      const Time begin = t.now();
      co_await life.log->Force(t, life.log->next_lsn() - 1);
      took = t.now() - begin;
    });
    life.Restarted();
    EXPECT_EQ(life.found, life.entries);
    return took;
  };
  const Time whole = time(64 * 1024), halves = time(1024), blocks = time(1);
  EXPECT_GT(halves, whole * 3 / 2);
  EXPECT_GT(blocks, halves * 3 / 2) << "a block at least";
}

// A record that does not fit its partition takes the rest of it, too: up to as much again.
TEST_P(CentralLogOn, WhatPaddingSkipsIsNotTakenFromWhatIsNotDurable) {
  LogLife life(GetParam(), kParams);
  life.Play([&](Thread& t) -> Task<> {
    while (life.log->next_lsn() < kParams.partition_bytes - 1900) co_await life.Append(t, 1, 0);
    co_await life.log->Force(t, life.log->next_lsn() - 1);
    while (life.log->next_lsn() + 700 < kParams.partition_bytes) co_await life.Append(t, 2, 0);
    co_await life.Append(t, 3, 640);
    co_await life.Append(t, 4, 640);
    co_await life.log->Force(t, life.log->next_lsn() - 1);
    co_await life.Restart(t);
  });
  EXPECT_EQ(life.found, life.entries);
}

// One that just fits stays in its partition.
TEST_P(CentralLogOn, ARecordMayFillItsPartition) {
  LogLife life(GetParam(), kParams);
  Lsn last = 0, end = 0;
  life.Play([&](Thread& t) -> Task<> {
    constexpr uint32_t kHeader = sizeof(RecordHeader);
    const auto left = [&] {
      return kParams.partition_bytes -
             static_cast<uint32_t>(life.log->next_lsn() % kParams.partition_bytes);
    };
    while (left() > 3 * kHeader) co_await life.Append(t, 1, 0);
    end = life.log->next_lsn();
    last = co_await life.Append(t, 2, left() - kHeader);
    co_await life.log->Force(t, last);
  });
  EXPECT_EQ(last, end);
  EXPECT_EQ(life.log->next_lsn() % kParams.partition_bytes, 0u);
}

TEST_P(CentralLogOn, WhatTheBufferAndTheFileGiveIsTheSame) {
  LogLife life(GetParam(), kParams);
  uint32_t from_file = 0;
  life.Play([&](Thread& t) -> Task<> {
    co_await AppendMany(t, life, 120, 500, 30, 3);
    std::vector<uint8_t> images(kMaxRecordBytes);
    for (const LogEntry& entry : life.entries) {
      RecordHeader header;
      const uint64_t before = life.file->counters().reads;
      EXPECT_TRUE(co_await life.log->ReadRecord(t, entry.lsn, &header, images.data()));
      from_file += life.file->counters().reads > before;
      EXPECT_EQ(header.key, entry.key);
      EXPECT_EQ(std::vector<uint8_t>(images.data(), images.data() + entry.bytes),
                LogLife::Image(entry.key, entry.bytes));
      EXPECT_FALSE(co_await life.log->ReadRecord(t, entry.lsn + 8, &header, images.data()));
    }
  });
  EXPECT_GT(from_file, 50u);
  EXPECT_LT(from_file, life.entries.size());
}

// Until a master is durable a power cut leaves the one before, so the log records that the older
// one needs are not free yet.
TEST(CentralLogMaster, GivesRoomOnceItIsDurable) {
  LogLife life(LogOn::kDisk, kParams, {{Price::kDiskWrite, 200000}});
  constexpr Time kLate = 1000000000;
  Lsn before = 0;
  life.sim.Look(kLate + 100000, [&] { EXPECT_EQ(life.log->first_lsn(), before); });
  life.Play([&](Thread& t) -> Task<> {
    co_await AppendMany(t, life, 60, 300, 20, 1);
    before = life.log->first_lsn();
    co_await Until(t, kLate);
    const Lsn first = life.entries[50].lsn;
    co_await life.log->WriteMaster(t, first, first);
    EXPECT_EQ(life.log->first_lsn(), first);
    EXPECT_GE(t.now(), kLate + 200000);
  });
  EXPECT_GT(life.log->first_lsn(), before);
}

// The times at which the second thread has inserted its record and the first one's flush is over.
std::pair<Time, Time> InsertDuringFlush(bool flush_holds_latch) {
  CentralLogParams params = kParams;
  params.flush_holds_latch = flush_holds_latch;
  LogLife life(LogOn::kDisk, params, {{Price::kDiskWrite, 100000}});
  Time inserted = 0, flushed = 0;
  auto first = [&](Thread& t) -> Task<> {
    const Lsn lsn = co_await life.Append(t, 1, 100);
    co_await life.log->Force(t, lsn);
    flushed = t.now();
  };
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 50000);
    co_await life.Append(t, 2, 100);
    inserted = t.now();
    EXPECT_LE(life.log->durable_lsn(), life.entries[1].lsn);
    co_await life.log->Force(t, life.entries[1].lsn);
  };
  life.sim.Spawn(first);
  life.sim.Spawn(second);
  EXPECT_TRUE(life.sim.Run());
  life.Restarted();
  EXPECT_EQ(life.found, life.entries);
  return {inserted, flushed};
}

TEST(CentralLog, AFlushKeepsInsertersOutOnlyIfToldSo) {
  const auto [held, held_until] = InsertDuringFlush(true);
  EXPECT_GE(held, held_until);
  const auto [free, free_until] = InsertDuringFlush(false);
  EXPECT_LT(free, free_until);
  EXPECT_LT(free, 60000u);
}

TEST(CentralLog, ThreadsThatForceTogetherShareFlushes) {
  for (const bool holds : {true, false}) {
    CentralLogParams params = kParams;
    params.flush_holds_latch = holds;
    LogLife life(LogOn::kDisk, params, {{Price::kDiskWrite, 100000}});
    auto commit = [&](Thread& t) -> Task<> {
      const Lsn lsn = co_await life.Append(t, t.id(), 40);
      co_await life.log->Force(t, lsn);
      EXPECT_GT(life.log->durable_lsn(), lsn);
    };
    for (int i = 0; i < 8; ++i) life.sim.Spawn(commit);
    ASSERT_TRUE(life.sim.Run());
    EXPECT_LE(life.log->counters().flushes, 3u);
    EXPECT_EQ(life.log->counters().records, 8u);
  }
}

// As in Shore-MT, the log is written from the start of a block to the end of one, followed by a
// sync.
TEST_P(CentralLogOn, WholeBlocksGoToTheFileInParts) {
  CentralLogParams params = kParams;
  params.writing = {1024, true};
  LogLife life(GetParam(), params);
  life.Play([&](Thread& t) -> Task<> {
    for (uint32_t i = 0; i < 60; ++i) {
      const Lsn lsn = co_await life.Append(t, i, i * 13 % 300);
      const FileCounters before = life.file->counters();
      co_await life.log->Force(t, lsn);
      const uint64_t written = life.file->counters().bytes_written - before.bytes_written;
      EXPECT_TRUE(written > 0 && written % 1024 == 0) << written;
      EXPECT_EQ(life.file->counters().syncs - before.syncs, 1u);
    }
    EXPECT_EQ(life.log->FileOffset(0), 2048u);
    co_await life.Restart(t);
  });
  EXPECT_EQ(life.found, life.entries);
}

TEST_P(CentralLogOn, MastersAlternateAndATornOneFallsBackToTheOther) {
  LogLife life(GetParam(), kParams);
  const uint32_t block = GetParam() == LogOn::kDisk ? 512 : 64;
  const std::vector<uint8_t> garbage(24, 0xab);
  const auto newest = [&](bool* found) {
    LogMaster master;
    life.Play([&](Thread& t) -> Task<> { *found = co_await life.log->ReadMaster(t, &master); });
    return master;
  };
  bool found = false;
  EXPECT_EQ(newest(&found).checkpoint_lsn, 0u);
  EXPECT_TRUE(found);
  for (uint64_t sequence = 1; sequence <= 5; ++sequence) {
    life.Play([&](Thread& t) -> Task<> {
      co_await life.log->WriteMaster(t, 1000 * sequence, CentralLog::kFirstLsn);
    });
    const LogMaster master = newest(&found);
    EXPECT_EQ(master.sequence, sequence);
    EXPECT_EQ(master.checkpoint_lsn, 1000 * sequence);
  }
  life.file->Format(1 * block + 16, garbage.data(), 24);
  EXPECT_EQ(newest(&found).checkpoint_lsn, 4000u);
  EXPECT_TRUE(found);
  life.file->Format(8, garbage.data(), 24);
  newest(&found);
  EXPECT_FALSE(found);
}

TEST_P(CentralLogOn, TruncationFreesWholePartitions) {
  LogLife life(GetParam(), kParams);
  const uint64_t total = uint64_t{kParams.partitions} * kParams.partition_bytes;
  life.Play([&](Thread& t) -> Task<> {
    while (life.log->next_lsn() < 3 * kParams.partition_bytes + 100)
      co_await life.Append(t, 1, 400);
    co_await life.log->Flush(t);
    const Lsn next = life.log->next_lsn();
    EXPECT_EQ(life.log->Room(), total - next);
    co_await life.log->WriteMaster(t, 0, 4000);
    EXPECT_EQ(life.log->Room(), total - next);
    co_await life.log->WriteMaster(t, 0, 4096 + 1000);
    EXPECT_EQ(life.log->Room(), total - next + 4096);
    co_await life.log->WriteMaster(t, 0, 3 * 4096);
    EXPECT_EQ(life.log->Room(), total - next + 3 * 4096);
    EXPECT_EQ(life.log->first_lsn(), 3u * 4096);
  });
}

// Laps over the file: what is cut off may be overwritten, the rest stays.
TEST_P(CentralLogOn, TheFileIsARingOfPartitions) {
  CentralLogParams params = kParams;
  params.partitions = 3;
  LogLife life(GetParam(), params);
  life.Play([&](Thread& t) -> Task<> {
    Random random(5);
    size_t kept = 0;
    for (uint32_t i = 0; i < 300; ++i) {
      if (life.log->Room() < 2000) {
        co_await life.log->Flush(t);
        kept = life.entries.size() - 5;
        co_await life.log->WriteMaster(t, 0, life.entries[kept].lsn);
      }
      co_await life.Append(t, i, random.Below(600));
    }
    co_await life.log->Flush(t);
    co_await life.Restart(t);
    EXPECT_EQ(life.found, std::vector<LogEntry>(life.entries.begin() + static_cast<long>(kept),
                                                life.entries.end()));
  });
  EXPECT_GT(life.log->next_lsn(), 4u * 3 * 4096);
}

// The megabyte that stays for those who roll back is more than a small buffer holds.
TEST_P(CentralLogOn, ForgettingWhatIsOldHarmsNothingNewer) {
  CentralLogParams params{65536, 24, 8192};
  LogLife life(GetParam(), params);
  std::vector<uint8_t> images(kMaxRecordBytes);
  life.Play([&](Thread& t) -> Task<> {
    while (life.log->next_lsn() < (uint64_t{5} << 18)) {
      const Lsn lsn = co_await life.Append(t, life.entries.size(), 900);
      if (life.entries.size() % 5 == 0) co_await life.log->Flush(t);
      RecordHeader header;
      const bool read = co_await life.log->ReadRecord(t, lsn, &header, images.data());
      EXPECT_TRUE(read) << lsn;
    }
    co_await life.log->Flush(t);
    co_await life.Restart(t);
  });
  EXPECT_EQ(life.found, life.entries);
}

// There is a hole at B; the next life's records end exactly where C of the first life is still
// intact.
TEST_P(CentralLogOn, RecordsOfAnEarlierLifeBehindTheEndAreNotTaken) {
  LogLife first(GetParam(), kParams);
  first.Play([&](Thread& t) -> Task<> {
    co_await first.Append(t, 1, 0);
    co_await first.Append(t, 2, 1024 - 128 - 64);
    co_await first.Append(t, 3, 100);
    co_await first.log->Flush(t);
  });
  ASSERT_EQ(first.entries[2].lsn, 1024u);
  const std::vector<uint8_t> hole(8, 0);
  first.file->Format(first.log->FileOffset(first.entries[1].lsn), hole.data(), 8);
  UniformChoice none(false);
  LogLife second(first, none);
  second.Restarted(true);
  ASSERT_EQ(second.end, first.entries[1].lsn);
  second.Play([&](Thread& t) -> Task<> {
    co_await second.Append(t, 4, 384 - 64);
    co_await second.Append(t, 5, 512 - 64);
    co_await second.log->Flush(t);
  });
  LogLife third(second, none);
  third.Restarted();
  EXPECT_EQ(third.end, 1024u);
  ASSERT_EQ(third.found.size(), 3u);
  EXPECT_EQ(third.found[2].key, 5u);
  RecordHeader stale;
  EXPECT_TRUE(third.log->PeekHeader(1024, &stale));
  EXPECT_EQ(stale.key, 3u);
}

// A power cut tears B, and the next life writes over it. Of that write the next power cut leaves
// only the words that B lacked: B is complete, and what follows it belongs to the next life.
TEST_P(CentralLogOn, ATornRecordThatTheNextLifeFillsUpIsNotTaken) {
  static constexpr uint32_t kSize = 64 + 8;
  LogLife first(GetParam(), kParams);
  first.Play([&](Thread& t) -> Task<> {
    co_await first.Append(t, 1, 0);
    co_await first.Append(t, 2, 8);
    co_await first.log->Flush(t);
  });
  const Lsn torn = first.entries[1].lsn;
  std::vector<uint8_t> old(kSize);
  const std::vector<uint8_t> hole(8, 0);
  const uint64_t place = first.log->FileOffset(torn);
  first.file->Peek(place, old.data(), kSize);
  first.file->Format(place + 64, hole.data(), 8);
  UniformChoice none(false);
  LogLife second(first, none);
  second.Restarted(true);
  ASSERT_EQ(second.end, torn);
  second.Play([&](Thread& t) -> Task<> {
    co_await second.Append(t, 2, 8);
    co_await second.Append(t, 3, 0);
    co_await second.log->Flush(t);
  });
  ASSERT_EQ(second.entries[1].lsn, torn + kSize);
  second.file->Format(place, old.data(), kSize);
  LogLife third(second, none);
  third.Restarted(true);
  EXPECT_EQ(third.end, torn);
  EXPECT_EQ(third.found.size(), 1u);
  // A master of that life keeps where it began.
  third.Play([&](Thread& t) -> Task<> {
    co_await third.Append(t, 4, 8);
    co_await third.log->Flush(t);
    co_await third.log->WriteMaster(t, kNoLsn, CentralLog::kFirstLsn);
  });
  LogLife fourth(third, none);
  fourth.Restarted();
  ASSERT_EQ(fourth.found.size(), 2u);
  EXPECT_EQ(fourth.found[1].key, 4u);
}

#if AFTERIMAGE_TRACED

// A record that was reported durable is found in every image of a power cut, and what is found is a
// prefix.
TEST_P(CentralLogOn, WhatForceReportsSurvivesEverywhere) {
  const auto make = [&] {
    CentralLogParams params = kParams;
    params.buffer_bytes = 1024;
    return std::make_unique<LogLife>(GetParam(), params);
  };
  uint32_t lost = 0;
  for (uint32_t at = 1;; ++at) {
    auto life = make();
    std::vector<uint64_t> reported;
    auto client = [&](Thread& t) -> Task<> {
      for (uint32_t i = 0; i < 4; ++i) {
        const uint64_t key = t.id() * 100u + i;
        const Lsn lsn = co_await life->Append(t, key, (key * 37) % 300);
        if (i % 2 == 0) continue;
        co_await life->log->Force(t, lsn);
        reported.push_back(key);
      }
    };
    for (int i = 0; i < 3; ++i) life->sim.Spawn(client);
    const bool ended = life->sim.Run(at);
    for (uint64_t seed = 0; seed < 5; ++seed) {
      UniformChoice all(seed == 1), none(false);
      RandomChoice random(seed * 1000 + at);
      PersistChoice& choice = seed == 0   ? static_cast<PersistChoice&>(none)
                              : seed == 1 ? static_cast<PersistChoice&>(all)
                                          : random;
      LogLife after(*life, choice);
      after.Restarted();
      ASSERT_TRUE(after.master_found);
      lost += after.found.size() < life->entries.size();
      for (size_t i = 0; i < after.found.size() && i < life->entries.size(); ++i) {
        ASSERT_EQ(after.found[i].lsn, life->entries[i].lsn) << "event " << at;
      }
      for (const uint64_t key : reported) {
        const auto holds = [key](const LogEntry& entry) { return entry.key == key; };
        ASSERT_TRUE(std::any_of(after.found.begin(), after.found.end(), holds))
            << "key " << key << " event " << at << " seed " << seed;
      }
    }
    if (ended) break;
  }
  EXPECT_GT(lost, 20u);
}

#endif

}  // namespace
}  // namespace afterimage::testing_support
