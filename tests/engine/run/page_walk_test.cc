// Tests that the walk over a device's pages accepts intact ones and names each rule once it is
// broken.
#include "run/walk/page_walk.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>

#include "base/random.h"
#include "db/pages/initial_pages.h"
#include "db/pages/page_view.h"
#include "support/scenarios.h"
#include "support/spoil_page.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kBytes = 512;

// A table with a secondary index, in trees of two levels.
class OneTable final : public InitialRows {
 public:
  uint32_t table_count() const override { return 1; }
  const TableInfo& table(TableId) const override {
    static const TableInfo table = {
        "indexed", {"indexed", "带索引的表"}, 24, [](Key key, const uint8_t* value) -> Key {
          return value[0] * Key{1000} + key;
        }};
    return table;
  }
  uint64_t RowCount(TableId) const override { return 90; }
  Key KeyAt(TableId, uint64_t row) const override { return 10 + 3 * row; }
  void ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const override {
    for (uint32_t i = 0; i < size; ++i) out[i] = static_cast<uint8_t>(offset + i == 0 ? 1 : row);
  }
  Key SecondaryAt(TableId, uint64_t i, uint64_t* row) const override {
    *row = i;
    return 1000 + KeyAt(0, i);
  }
};

// A disk with the fresh database's pages behind an address, some of them spoiled.
class SpoiledDisk final : public DeviceBytes {
 public:
  SpoiledDisk() : pages_(arena_, rows_, kBytes), count_(pages_.page_count() + 4) {
    bytes_.resize(uint64_t{count_} * kBytes);
    for (PageId page = 0; page < pages_.page_count(); ++page) {
      pages_.Generate(page, 0, kBytes, At(page));
      SetPageChecksum(At(page), kBytes);
    }
  }
  bool Read(Tier tier, Address address, uint32_t size, uint8_t* out) const override {
    if (tier != Tier::kDisk || address < kFirst || address - kFirst + size > bytes_.size())
      return false;
    std::memcpy(out, bytes_.data() + (address - kFirst), size);
    return true;
  }
  template <class T>
  T Get(PageId page, uint32_t at) {
    T value;
    std::memcpy(&value, At(page) + at, sizeof value);
    return value;
  }
  template <class T>
  void Put(PageId page, uint32_t at, T value) {
    std::memcpy(At(page) + at, &value, sizeof value);
    SetPageChecksum(At(page), kBytes);
  }
  void Flip(PageId page, uint32_t at) { At(page)[at] ^= 1; }
  StructureReport Walk(bool complete = true) const {
    StructureReport report;
    StructureCheck check(&report);
    PageWalk(*this, {Tier::kDisk, kFirst, kBytes, count_, 0, complete}, rows_, check).Run();
    return report;
  }
  PageId root() const { return pages_.root(0, 0); }
  PageId Leaf(uint32_t n) { return static_cast<PageId>(Get<uint64_t>(root(), 32 + n * 16 + 8)); }
  PageId HeapPage() { return static_cast<PageId>(Get<uint64_t>(Leaf(0), 40) >> 16); }
  PageId used() const { return pages_.page_count(); }
  PageId count() const { return count_; }

 private:
  static constexpr Address kFirst = 4096;
  uint8_t* At(PageId page) { return bytes_.data() + uint64_t{page} * kBytes; }

  OneTable rows_;
  BlockPool pool_;
  Arena arena_{pool_};
  InitialPages pages_;
  PageId count_;
  std::vector<uint8_t> bytes_;
};

TEST(PageWalk, HoldsOnTheFreshDatabaseAndFollowsEveryEntry) {
  const SpoiledDisk disk;
  const StructureReport report = disk.Walk();
  EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en;
  ASSERT_EQ(report.counted_count, 2u);
  EXPECT_EQ(report.counted[0].number, disk.count());
  EXPECT_EQ(report.counted[1].number, 180u);
}

TEST(PageWalk, NamesEachRuleThatDamageBreaks) {
  struct Case {
    const char* rule;
    std::function<void(SpoiledDisk&)> spoil;
  };
  const Case cases[] = {
      {"checksum", [](SpoiledDisk& d) { d.Flip(d.Leaf(1), 200); }},
      {"its own number", [](SpoiledDisk& d) { d.Put<uint32_t>(d.Leaf(0), 8, 3); }},
      {"free end, without gaps",
       [](SpoiledDisk& d) {
         d.Put<uint16_t>(d.HeapPage(), 14,
                         static_cast<uint16_t>(d.Get<uint16_t>(d.HeapPage(), 14) - 8));
       }},
      {"free end, without gaps",  // two records in one place
       [](SpoiledDisk& d) {
         d.Put<uint16_t>(d.HeapPage(), 32, d.Get<uint16_t>(d.HeapPage(), 24));
       }},
      {"root for every index",
       [](SpoiledDisk& d) { d.Put<uint8_t>(0, 24 + 4, 0); }},  // no present slot
      {"counts the pages", [](SpoiledDisk& d) { d.Put<uint32_t>(1, 24, d.count() + 1); }},
      {"reachable or free", [](SpoiledDisk& d) { d.Put<uint32_t>(1, 24, d.used() + 1); }},
      {"to a node, no more",
       [](SpoiledDisk& d) { d.Put<uint64_t>(d.root(), 32 + 16 + 8, d.Leaf(0)); }},
      {"one level below", [](SpoiledDisk& d) { d.Put<uint16_t>(d.Leaf(1), 14, 1); }},
      {"in order", [](SpoiledDisk& d) { d.Put<uint64_t>(d.Leaf(0), 32 + 16, 1); }},
      {"separator", [](SpoiledDisk& d) { d.Put<uint64_t>(d.Leaf(1), 32, 11); }},
      {"Right links", [](SpoiledDisk& d) { d.Put<uint32_t>(d.Leaf(0), 24, d.Leaf(2)); }},
      {"present slot",  // its slot is empty
       [](SpoiledDisk& d) { d.Put<uint8_t>(d.HeapPage(), 24 + 4, 0); }},
      {"present slot",  // another key
       [](SpoiledDisk& d) {
         d.Put<uint64_t>(d.HeapPage(), d.Get<uint16_t>(d.HeapPage(), 24), 77777);
       }},
      {"Exactly one entry",
       [](SpoiledDisk& d) {  // the leaf's last entry is gone
         d.Put<uint16_t>(d.Leaf(0), 12, static_cast<uint16_t>(d.Get<uint16_t>(d.Leaf(0), 12) - 1));
       }},
  };
  for (const Case& each : cases) {
    SpoiledDisk disk;
    each.spoil(disk);
    const StructureReport report = disk.Walk();
    EXPECT_FALSE(report.holds) << each.rule;
    EXPECT_NE(std::string(report.broken.en).find(each.rule), std::string::npos)
        << each.rule << " but: " << report.broken.en << " " << report.where_en;
  }
}

TEST(PageWalk, AsksNothingWhereNewerPagesAreInDram) {
  SpoiledDisk disk;
  disk.Flip(disk.HeapPage(), 300);
  EXPECT_TRUE(disk.Walk(false).holds);
  EXPECT_FALSE(disk.Walk().holds);
}

TEST(PageWalk, EndsOnAnyBytes) {
  Random random(7);
  for (uint32_t round = 0; round < 200; ++round) {
    SpoiledDisk disk;
    for (uint32_t i = 0; i < 40; ++i)
      disk.Put<uint8_t>(random.Below(disk.used()), random.Below(kBytes),
                        static_cast<uint8_t>(random.Below(256)));
    EXPECT_TRUE(disk.Walk().checked);
  }
}

// The declared place of a system's pages is the right one on every device, and the walk accepts
// them after a recovery: a page damaged behind the engine's back is noticed.
TEST(PageWalk, HoldsAfterARecoveryOfEverySystemWithPagesInOnePlace) {
  if (!kTraced) return;  // the untraced build keeps no single stores to cut between
  const char* story =
      R"([["begin T1", "A := 1", "insert D := 2", "delete B", "commit", "begin T2", "C := 9"]])";
  uint32_t walked = 0;
  for (uint32_t i = 0; i < kSchemeCount; ++i) {
    if (!kSchemes[i]->create) continue;
    for (const char* params : {"{}", R"({"placement": "btree", "spare_pages": 16})"}) {
      Scenario scenario;
      std::vector<Problem> problems;
      const Script script = ScriptOn(kSchemes[i]->id, story, params, "[]");
      if (!ParseScenario(script.Json(), &scenario, &problems)) continue;
      Play play(script);
      if (!play.session().formatted()) continue;
      play.To();
      ASSERT_TRUE(play.Cut(None())) << kSchemes[i]->id;
      play.To();
      World& world = play.session().world();
      EXPECT_TRUE(world.structures().holds)
          << kSchemes[i]->id << params << ": " << world.structures().broken.en << " "
          << world.structures().where_en;
      DeviceFormats formats;
      world.engine().AddFormats(&formats);
      walked += formats.pages.tier != Tier::kNone && formats.pages.complete ? 1 : 0;
    }
  }
  EXPECT_GT(walked, 10u);
}

}  // namespace
}  // namespace afterimage::testing_support
