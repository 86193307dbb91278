// REWIND's lists of log records against a set of numbers: two threads append, one of them also
// removes, settles and compacts, by chance; the power fails anywhere, and what is found goes on.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>
#include <set>

#include "base/random.h"
#include "scheme/systems/rewind/lists/bucket_list.h"
#include "scheme/systems/rewind/lists/simple_list.h"
#include "scheme/systems/rewind/tree/tree_list.h"
#include "support/effort.h"
#include "support/litmus.h"
#include "support/rows.h"
#include "tier/device_set.h"

namespace afterimage::testing_support {
namespace {

using rewind::Appended;
using rewind::BucketList;
using rewind::BucketParams;
using rewind::Found;
using rewind::LogList;
using rewind::LogRecord;
using rewind::LogSpace;
using rewind::Place;
using rewind::RecordType;
using rewind::SimpleList;
using rewind::TreeList;
using rewind::Urgency;
using rewind::Walked;

enum class ListKind : uint8_t { kSimple, kOptimized, kBatch, kTree };

struct ListShape {
  const char* name;
  ListKind kind;
  uint32_t records;
  uint32_t bucket_records;
  uint32_t group;
  uint32_t compact_percent;
  uint32_t grouped = 50;  // percent of the records that wait for their group

  BucketParams buckets() const { return {records, bucket_records, group, compact_percent}; }
  uint64_t bytes() const {
    if (kind == ListKind::kSimple) return SimpleList::BytesOf(records);
    return kind == ListKind::kTree ? TreeList::BytesOf(records, bucket_records)
                                   : BucketList::BytesOf(buckets());
  }
};

constexpr ListShape kListShapes[] = {
    {"simple", ListKind::kSimple, 9, 0, 0, 0},
    {"optimized", ListKind::kOptimized, 12, 3, 0, 0},
    {"compacted", ListKind::kOptimized, 16, 2, 0, 90},
    {"batch", ListKind::kBatch, 12, 5, 2, 0},
    {"batch_compacted", ListKind::kBatch, 18, 4, 3, 100},
    // Cells of a group in several lines.
    {"batch_of_lines", ListKind::kBatch, 48, 24, 18, 0, 95},
    {"tree", ListKind::kTree, 36, 4, 0, 0},
};

// One life of a list, and what the test knows of it. Where the power fails the programs' frames are
// never destroyed, so what they know is here.
class LogModelLife {
 public:
  using Numbers = std::set<Lsn>;

  LogModelLife(const ListShape& shape, const LogModelLife* crashed, PersistChoice* choice)
      : shape_(shape), rows_({{1, 8, false}}), machine_(SetupA()) {
    DeviceSizes sizes;
    sizes.nvm_bytes = (LogSpace().area + shape.bytes() + 255) / 256 * 256;
    sizes.disk_bytes = sizes.log_disk_bytes = 0;
    devices_ = crashed ? sim.arena.New<DeviceSet>(sim.arena, machine_, *crashed->devices_, *choice)
                       : sim.arena.New<DeviceSet>(sim.arena, machine_, sizes);
    const EngineContext context{sim.kernel, sim.arena, *devices_, machine_, {}, rows_};
    list_ = Make(context);
    if (crashed) {
      there = crashed->there;
      maybe = crashed->maybe;
      next = crashed->next;
      return;
    }
    const uint64_t header = space_.headers[0];
    devices_->nvm.Format(space_.in_use, &header, sizeof header);
    list_->OpenEmpty(space_.headers[0]);
  }

  Task<> Recover(Thread& t) {
    const auto header = static_cast<Address>(devices_->nvm.LoadWord(space_.in_use));
    recovered = co_await list_->Recover(t, header);
    if (!recovered) co_return;
    if (buckets_) co_await buckets_->RemoveEmpty(t);
    const Numbers found = Walk();
    for (const Lsn lsn : there) EXPECT_TRUE(found.count(lsn)) << "record " << lsn << " is lost";
    for (const Lsn lsn : found)
      EXPECT_TRUE(there.count(lsn) || maybe.count(lsn)) << "record " << lsn << " has come back";
    there = found;
    maybe.clear();
    ExpectRoom();
  }

  // Appends by chance.
  Task<> Append(Thread& t, Random& random, uint32_t times) {
    for (; times > 0; --times) {
      co_await Ordered(t);
      if (list_->FreePlaces() == 0) continue;
      const Urgency urgency = random.Chance(shape_.grouped) ? Urgency::kGrouped : Urgency::kAtOnce;
      co_await AppendOne(t, urgency);
    }
    ++done;
  }
  Task<> Everything(Thread& t, Random& random, uint32_t times) {
    for (; times > 0; --times) {
      const uint32_t drawn = random.Below(100);
      co_await Ordered(t);
      if (drawn < 45 && list_->FreePlaces() > 0) {
        co_await AppendOne(t, shape_.grouped > 50 ? Urgency::kGrouped : Urgency::kAtOnce);
      } else if (drawn < 80) {
        for (uint32_t n = 1 + random.Below(3); n > 0; --n) co_await RemoveOne(t, random);
        if (random.Chance(30)) continue;
        co_await Settle(t);
        if (random.Chance(50)) co_await list_->Compact(t, false);
      } else if (drawn < 86) {
        co_await Settle(t);
        co_await list_->Compact(t, false);
      } else if (drawn < 90) {
        co_await list_->Persist(t);
        co_await Ordered(t);
        Promote();
      } else {
        co_await Latch::Acquire(t, list_->latch(), Category::kLogWork);
        Promote();
        Walk();
        co_await Latch::Release(t, list_->latch());
      }
    }
    while (done == 0) co_await Delay(t, 1000, WaitFor::kWork, Category::kWait);
    co_await list_->Persist(t);
    co_await Settle(t);
    Promote();
    EXPECT_EQ(Walk(), there);
    ExpectRoom();
  }

  Sim sim;
  bool recovered = false;
  uint32_t done = 0;
  Numbers there;  // for certain
  Numbers maybe;  // being appended or removed
  Lsn next = 1;

 private:
  LogList* Make(const EngineContext& context) {
    if (shape_.kind == ListKind::kSimple)
      return sim.arena.New<SimpleList>(context, space_, shape_.records, false);
    if (shape_.kind == ListKind::kTree)
      return sim.arena.New<TreeList>(context, space_, shape_.records, shape_.bucket_records, false);
    buckets_ = sim.arena.New<BucketList>(context, space_, shape_.buckets(), false);
    return buckets_;
  }

  static LogRecord RecordOf(Lsn lsn) {
    LogRecord record;
    record.lsn = lsn;
    record.type = RecordType::kUpdate;
    record.txn = static_cast<uint32_t>(Mix64(lsn));
    record.address = Mix64(lsn + 1);
    record.new_word = Mix64(lsn + 2);
    return record;
  }

  Task<> AppendOne(Thread& t, Urgency urgency) {
    const Lsn lsn = next++;
    maybe.insert(lsn);
    const Appended at = co_await list_->Append(t, RecordOf(lsn), urgency);
    EXPECT_NE(at.place, 0u);
    if (at.place != 0) EXPECT_EQ(list_->PlainRecord(at.record).lsn, lsn);
    if (at.place == 0) maybe.erase(lsn);
    if (at.place != 0) pending_.push_back({lsn, at.number});
    Promote();
  }
  // Marks everything that is durable by now as certain.
  void Promote() {
    size_t kept = 0;
    for (const auto& [lsn, number] : pending_) {
      if (number > list_->durable()) {
        pending_[kept++] = {lsn, number};
      } else if (maybe.erase(lsn) > 0) {
        there.insert(lsn);
      }
    }
    pending_.resize(kept);
  }
  Task<> RemoveOne(Thread& t, Random& random) {
    co_await Latch::Acquire(t, list_->latch(), Category::kLogWork);
    Place place = 0;
    uint32_t left = there.empty() ? 0 : random.Below(static_cast<uint32_t>(there.size()));
    for (Found at = list_->First(); at.place != 0; at = list_->Next(at.place)) {
      const Lsn lsn = list_->PlainRecord(list_->RecordAt(at.place)).lsn;
      if (!there.count(lsn)) continue;
      place = at.place;
      removing_ = lsn;
      if (left-- == 0) break;
    }
    if (place != 0) {
      there.erase(removing_);
      maybe.insert(removing_);
      removed_.push_back(removing_);
      co_await list_->Remove(t, place, true);
    }
    co_await Latch::Release(t, list_->latch());
  }
  Task<> Settle(Thread& t) {
    co_await list_->Settle(t, false);
    co_await Ordered(t);
    for (const Lsn lsn : removed_) maybe.erase(lsn);
    removed_.clear();
  }

  // Walks both ways, and finds each record complete.
  Numbers Walk() {
    std::vector<Lsn> forwards, backwards;
    for (Found at = list_->First(); at.place != 0 && forwards.size() <= kMost;
         at = list_->Next(at.place)) {
      const LogRecord record = list_->PlainRecord(list_->RecordAt(at.place));
      const LogRecord expected = RecordOf(record.lsn);
      EXPECT_EQ(record.address, expected.address) << "record " << record.lsn;
      EXPECT_EQ(record.new_word, expected.new_word) << "record " << record.lsn;
      forwards.push_back(record.lsn);
    }
    uint64_t lines = 0;
    for (Found at = list_->Last(); at.place != 0 && backwards.size() <= kMost;
         at = list_->Prior(at.place)) {
      backwards.insert(backwards.begin(), list_->PlainRecord(list_->RecordAt(at.place)).lsn);
      lines += at.lines;
    }
    EXPECT_EQ(forwards, backwards);
    const Walked walked = list_->WholeWalk();
    EXPECT_EQ(walked.records, backwards.size());
    EXPECT_EQ(walked.lines, lines);
    const Numbers found(forwards.begin(), forwards.end());
    EXPECT_EQ(found.size(), forwards.size());
    for (const Lsn lsn : there) EXPECT_TRUE(found.count(lsn)) << "record " << lsn << " is missing";
    return found;
  }
  // Nothing is under way: what is not in use is free. A bucket may be all gaps if it is the last.
  void ExpectRoom() {
    const auto used = static_cast<uint32_t>(there.size());
    EXPECT_EQ(list_->FreeRecords() + used, list_->capacity());
    if (!buckets_) {
      EXPECT_EQ(list_->FreePlaces() + used, list_->capacity());
      return;
    }
    std::set<Address> in_use;
    for (Found at = list_->First(); at.place != 0; at = list_->Next(at.place))
      in_use.insert((at.place - space_.area) / BucketList::StrideOf(shape_.buckets()));
    const auto gone = 1 + static_cast<uint32_t>(in_use.size());
    const uint32_t buckets = std::max(BucketList::BucketsOf(shape_.buckets()), gone);
    EXPECT_GE(list_->FreePlaces(), (buckets - gone) * shape_.bucket_records);
    EXPECT_LE(list_->FreePlaces() + used, list_->capacity());
  }

  static constexpr size_t kMost = 64;
  const ListShape shape_;
  NumberedRows rows_;
  MachineProfile machine_;
  LogSpace space_;
  DeviceSet* devices_ = nullptr;
  LogList* list_ = nullptr;
  BucketList* buckets_ = nullptr;
  Lsn removing_ = 0;
  std::vector<std::pair<Lsn, uint64_t>> pending_;  // appended, and its number
  std::vector<Lsn> removed_;
};

class RewindLogModel : public testing::TestWithParam<ListShape> {};

TEST_P(RewindLogModel, HoldsWhatItWasGivenWhereverThePowerFails) {
  for (uint32_t seed = 1; seed <= Effort(400) && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    std::vector<std::unique_ptr<LogModelLife>> lives;
    for (uint32_t n = 0; n < 4 && !HasFailure(); ++n) {
      RandomChoice choice(random.Next());
      lives.push_back(std::make_unique<LogModelLife>(
          GetParam(), n == 0 ? nullptr : lives[n - 1].get(), &choice));
      LogModelLife& life = *lives.back();
      if (n > 0) {
        auto recover = [&life](Thread& t) -> Task<> { co_await life.Recover(t); };
        life.sim.Spawn(recover);
        ASSERT_TRUE(life.sim.Run());
        ASSERT_TRUE(life.recovered);
      }
      Random own(random.Next()), others(random.Next());
      auto append = [&](Thread& t) -> Task<> {
        co_await life.Append(t, others, GetParam().records);
      };
      auto everything = [&](Thread& t) -> Task<> { co_await life.Everything(t, own, 40); };
      life.sim.Spawn(append);
      life.sim.Spawn(everything);
      life.sim.Run(random.Chance(25) ? ~0u : life.sim.recorder.count() + random.Below(700));
    }
    while (!lives.empty()) lives.pop_back();
  }
}

INSTANTIATE_TEST_SUITE_P(Lists, RewindLogModel, testing::ValuesIn(kListShapes),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace afterimage::testing_support
#endif
