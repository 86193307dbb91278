// The tables of PCMLogging and the slots in PCM against naive models, by operations drawn at
// random.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "db/structure_check.h"
#include "scheme/shared/pcm_slots/free_places.h"
#include "scheme/systems/pcmlogging/tables.h"

namespace afterimage::pcm {
namespace {

constexpr uint32_t kPages = 4, kSlots = 3, kKeys = 4;

class TablesModel : public ::testing::TestWithParam<bool> {
 protected:
  struct Known {
    PageId page = 0;
    bool erased = false;
  };
  // Counts again what the tables say of a page.
  void Expect(PageId page);
  void ExpectVictims();
  void Step();

  Random random_{1};
  BlockPool pool_;
  std::unique_ptr<Arena> arena_;
  std::unique_ptr<Tables> tables_;
  std::map<Item*, Known> items_;
  std::vector<PageId> listed_;  // those listed longest ago first
  TxnEntry* owner_ = nullptr;
};

void TablesModel::Expect(PageId page) {
  const PageEntry* entry = tables_->Find(page);
  uint32_t count = 0, kept = 0;
  for (const auto& [item, known] : items_) {
    if (known.page != page) continue;
    ++count;
    kept += known.erased ? 1 : 0;
    EXPECT_EQ(item->page->id, page);
  }
  EXPECT_EQ(entry ? entry->count : 0, count);
  EXPECT_EQ(entry ? entry->kept : 0, kept);
  uint32_t chained = 0;
  for (const Item* item = entry ? entry->items : nullptr; item; item = item->older) ++chained;
  EXPECT_EQ(chained, count);
}

void TablesModel::ExpectVictims() {
  const PageEntry* victim = tables_->victim();
  ASSERT_EQ(victim == nullptr, listed_.empty());
  if (!victim) return;
  const auto of = [&](PageId page) { return tables_->Find(page)->count; };
  uint32_t most = 0;
  for (const PageId page : listed_) most = std::max(most, of(page));
  if (GetParam())
    EXPECT_EQ(victim->count, most);
  else
    EXPECT_EQ(victim->id, listed_.front());
  // The page itself is in PCM: such a one makes room for pages.
  PageId oldest = ~PageId{0};
  for (const PageId page : listed_) {
    if (oldest == ~PageId{0} && tables_->Find(page)->listed_whole) oldest = page;
    EXPECT_LE(tables_->Find(page)->listed_whole, tables_->Find(page)->whole != nullptr);
  }
  const PageEntry* whole = tables_->whole_victim();
  if (!GetParam()) EXPECT_EQ(whole ? whole->id : ~PageId{0}, oldest);
}

void TablesModel::Step() {
  const PageId page = random_.Below(kPages);
  switch (random_.Below(8)) {
    case 0: {  // a record, or the page as a whole
      const bool whole = random_.Chance(30);
      const SlotId slot = whole ? kWholePage : static_cast<SlotId>(random_.Below(kSlots));
      Item& item = tables_->Get(page, slot);
      EXPECT_EQ(tables_->Find(page, slot), &item);
      item.owner = owner_;
      // Keys of several tables may be alike.
      item.key = slot % 2;
      item.table = static_cast<TableId>(slot / 2);
      items_[&item].page = page;
      const Item* found = tables_->FindRecord(page, item.table, item.key);
      EXPECT_EQ(found, whole ? nullptr : &item);
      break;
    }
    case 1: {
      const auto table = static_cast<TableId>(random_.Below(2));
      const Key key = random_.Below(kKeys);
      Item* before = tables_->FindEntry(table, 0, key);
      Item& item = tables_->GetEntry(table, 0, key, page);
      EXPECT_TRUE(!before || before == &item);
      item.owner = owner_;
      if (!before) items_[&item].page = page;
      EXPECT_EQ(tables_->FindEntry(table, 0, key), &item);
      break;
    }
    case 2:
      tables_->List(tables_->Get(page));
      std::erase(listed_, page);
      listed_.push_back(page);
      break;
    case 3:
      tables_->Unlist(tables_->Get(page));
      std::erase(listed_, page);
      break;
    default: {
      if (items_.empty()) break;
      auto it = std::next(items_.begin(), random_.Below(static_cast<uint32_t>(items_.size())));
      Item& item = *it->first;
      if (random_.Chance(40) && item.entry()) {
        tables_->Move(item, tables_->Get(page));
        it->second.page = page;
      } else if (random_.Chance(60) && item.entry()) {
        it->second.erased = random_.Chance(50);
        Tables::SetErased(item, it->second.erased);
      } else {
        // It stays while it has an owner, a version, or is on its way.
        item.flushing = random_.Chance(30);
        item.owner = random_.Chance(30) ? owner_ : nullptr;
        item.current.first = random_.Chance(30) ? 1 : kNowhere;
        const bool stays = item.flushing || item.owner || item.current.there();
        tables_->DropIfEmpty(item);
        if (!stays) items_.erase(it);
      }
    }
  }
}

TEST_P(TablesModel, KnowsWhatIsOnEachPage) {
  for (uint64_t seed = 1; seed <= 30 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_ = Random(seed);
    arena_ = std::make_unique<Arena>(pool_);
    tables_ = std::make_unique<Tables>(*arena_, GetParam());
    owner_ = arena_->New<TxnEntry>(*arena_);
    items_.clear();
    listed_.clear();
    for (uint32_t i = 0; i < 300 && !HasFailure(); ++i) {
      Step();
      for (PageId page = 0; page < kPages; ++page) Expect(page);
      // With ranks, a page whose items have become more or fewer is listed anew.
      ExpectVictims();
    }
    std::set<PageId> pages;
    for (const auto& [item, known] : items_) pages.insert(known.page);
    EXPECT_EQ(tables_->dram_bytes(),
              items_.size() * Tables::kItemBytes + pages.size() * Tables::kPageBytes);
    tables_.reset();
  }
}

INSTANTIATE_TEST_SUITE_P(, TablesModel, testing::Bool(), [](const auto& tested) {
  return std::string(tested.param ? "MostFirst" : "OldestFirst");
});

}  // namespace
}  // namespace afterimage::pcm
