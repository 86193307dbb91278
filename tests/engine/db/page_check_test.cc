// Tests that the check of a database's pages accepts intact ones and names the rule that damage
// breaks.
#include "db/pages/page_check.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "base/random.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kBytes = 512;

// Two tables, of which the second has a secondary index: enough rows for trees of two levels.
class TwoTables final : public InitialRows {
 public:
  uint32_t table_count() const override { return 2; }
  const TableInfo& table(TableId table) const override {
    static const TableInfo tables[2] = {
        {"plain", {"plain", "普通表"}, 40, nullptr},
        {"indexed", {"indexed", "带索引的表"}, 24, [](Key key, const uint8_t* value) -> Key {
           return value[0] * Key{1000} + key;
         }}};
    return tables[table];
  }
  uint64_t RowCount(TableId) const override { return 90; }
  Key KeyAt(TableId, uint64_t row) const override { return 10 + 3 * row; }
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override {
    for (uint32_t i = 0; i < size; ++i)
      out[i] = static_cast<uint8_t>(offset + i == 0 ? 1 : row + table);
  }
  Key SecondaryAt(TableId, uint64_t i, uint64_t* row) const override {
    *row = i;
    return 1000 + KeyAt(1, i);
  }
};

// Pages of the fresh database, some of them changed.
class SpoiledPages final : public PageBytes {
 public:
  SpoiledPages() : pages_(arena_, rows_, kBytes) {}

  void ReadPage(PageId page, uint8_t* out) const override {
    const auto found = changed_.find(page);
    if (found != changed_.end()) {
      std::memcpy(out, found->second.data(), kBytes);
    } else if (page < pages_.page_count()) {
      pages_.Generate(page, 0, kBytes, out);
    } else {
      std::memset(out, 0, kBytes);
    }
  }
  template <class T>
  T Get(PageId page, uint32_t at) const {
    std::vector<uint8_t> bytes(kBytes);
    ReadPage(page, bytes.data());
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }
  template <class T>
  void Put(PageId page, uint32_t at, T value) {
    std::vector<uint8_t>& bytes = changed_[page];
    if (bytes.empty()) {
      bytes.resize(kBytes);
      pages_.Generate(page, 0, kBytes, bytes.data());
    }
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
  PageId root(TableId table, uint32_t index) const { return pages_.root(table, index); }
  PageId page_count() const { return pages_.page_count(); }
  StructureReport Check() const {
    StructureReport report;
    StructureCheck check(&report);
    IndexedCheck(*this, pages_.page_count() + 20, kBytes, rows_, check).Run();
    return report;
  }
  // The n-th child of an inner node.
  PageId Child(PageId node, uint32_t n) const {
    return static_cast<PageId>(Get<IndexEntry>(node, IndexNode::EntryAt(n)).value);
  }

 private:
  TwoTables rows_;
  BlockPool pool_;
  Arena arena_{pool_};
  InitialPages pages_;
  std::map<PageId, std::vector<uint8_t>> changed_;
};

TEST(PageCheck, HoldsOnTheFreshDatabaseAndCountsAllOfIt) {
  const SpoiledPages pages;
  const StructureReport report = pages.Check();
  EXPECT_TRUE(report.checked);
  EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en;
  std::map<std::string, uint64_t> counted;
  for (uint32_t i = 0; i < report.counted_count; ++i)
    counted[report.counted[i].what.en] = report.counted[i].number;
  EXPECT_EQ(counted["records"], 180u);
  EXPECT_EQ(counted["index entries"], 270u);
  EXPECT_EQ(counted["pages"], pages.page_count());
}

// One damage each, and a word of the rule that it breaks.
TEST(PageCheck, NamesTheRuleThatDamageBreaks) {
  struct Case {
    const char* rule;
    std::function<void(SpoiledPages&)> spoil;
  };
  const auto leaf = [](const SpoiledPages& p, uint32_t n) { return p.Child(p.root(0, 0), n); };
  const auto record = [&](const SpoiledPages& p) {
    return Rid::Of(p.Get<IndexEntry>(leaf(p, 0), IndexNode::EntryAt(2)).value);
  };
  const Case cases[] = {
      {"its own number", [&](SpoiledPages& p) { p.Put<PageId>(leaf(p, 0), 8, 3); }},
      {"free or in use",
       [](SpoiledPages& p) { p.Put<PageId>(kAllocatorPage, kNextPageAt, p.page_count() + 1); }},
      {"which pages are free",
       [](SpoiledPages& p) { p.Put<PageId>(kAllocatorPage, kNextPageAt, p.page_count() + 500); }},
      {"catalog", [](SpoiledPages& p) { p.Put<uint8_t>(kCatalogPage, PageView::kKindAt, 1); }},
      {"in order", [&](SpoiledPages& p) { p.Put<Key>(leaf(p, 0), IndexNode::EntryAt(1), 1); }},
      {"one level below",
       [&](SpoiledPages& p) { p.Put<uint16_t>(leaf(p, 1), IndexNode::kLevelAt, 1); }},
      {"between those around",
       [&](SpoiledPages& p) { p.Put<Key>(leaf(p, 1), IndexNode::EntryAt(0), 11); }},
      {"leads to a node, no more",
       [&](SpoiledPages& p) {
         p.Put<uint64_t>(p.root(0, 0), IndexNode::EntryAt(1) + 8, leaf(p, 0));
       }},
      {"right link",
       [&](SpoiledPages& p) { p.Put<PageId>(leaf(p, 0), IndexNode::kRightAt, leaf(p, 2)); }},
      {"to a record with its key",
       [&](SpoiledPages& p) {
         p.Put<uint64_t>(leaf(p, 0), IndexNode::EntryAt(2) + 8, Rid{record(p).page, 400}.Packed());
       }},
      {"Every index of its table",
       [&](SpoiledPages& p) {  // the leaf's last entry is gone
         const auto count = p.Get<uint16_t>(leaf(p, 0), IndexNode::kCountAt);
         p.Put<uint16_t>(leaf(p, 0), IndexNode::kCountAt, static_cast<uint16_t>(count - 1));
       }},
      {"do not overlap",
       [&](SpoiledPages& p) {
         p.Put<uint16_t>(record(p).page, SlottedPage::SlotAt(1),
                         p.Get<uint16_t>(record(p).page, SlottedPage::SlotAt(0)));
       }},
      {"to a record with its key",
       [&](SpoiledPages& p) {
         p.Put<uint8_t>(record(p).page, SlottedPage::SlotAt(record(p).slot) + 4, 0);
       }},
  };
  for (const Case& each : cases) {
    SpoiledPages pages;
    each.spoil(pages);
    const StructureReport report = pages.Check();
    EXPECT_FALSE(report.holds) << each.rule;
    const std::string broken = report.broken.en;
    EXPECT_NE(broken.find(each.rule), std::string::npos)
        << each.rule << " but: " << broken << " " << report.where_en;
  }
}

// The check ends on any bytes and reports a fault.
TEST(PageCheck, EndsOnAnyBytes) {
  Random random(7);
  for (uint32_t round = 0; round < 300; ++round) {
    SpoiledPages pages;
    for (uint32_t i = 0; i < 40; ++i) {
      pages.Put<uint8_t>(random.Below(pages.page_count()), random.Below(kBytes),
                         static_cast<uint8_t>(random.Below(256)));
    }
    EXPECT_TRUE(pages.Check().checked);
  }
}

}  // namespace
}  // namespace afterimage::testing_support
