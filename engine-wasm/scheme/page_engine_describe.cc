// What the page engine shows of itself.
#include <algorithm>
#include <vector>

#include "scheme/page_engine.h"
#include "scheme/record_fields.h"

namespace afterimage {

namespace {

constexpr Text kPageLsn = {"page LSN", "页 LSN"};
constexpr Text kDirty = {"dirty", "脏"};
constexpr Text kWriting = {"being written", "写出中"};
constexpr Text kName = {"record", "记录"};
constexpr Text kKey = {"key", "键"};
constexpr Text kValue = {"value", "值"};
constexpr Text kGhost = {"deleted", "已删除"};
constexpr Text kTornPage = {"torn", "撕裂"};
constexpr Text kIndexLeaf = {"index leaf", "索引叶"};
constexpr Text kSecondaryLeaf = {"secondary index leaf", "二级索引叶"};
constexpr Text kIndexInner = {"index node", "索引内部节点"};
constexpr Text kChild = {"page", "页"};
constexpr Text kRid = {"page/slot", "页/槽"};

// A page of many records or entries shows this many of them; a structure so many pages, those
// changed last.
constexpr uint32_t kMostItems = 6;
constexpr size_t kMostPages = 10;

// Which of `count` items to show, in order: all of a few, else those that are locked for a change
// and the last ones.
template <class Writer>
std::vector<uint32_t> ChooseItems(uint32_t count, bool all, const Writer& writer) {
  std::vector<uint32_t> chosen;
  const uint32_t most = all ? count : kMostItems;
  uint32_t locked = 0;
  for (uint32_t i = 0; i < count && locked < most && count > most; ++i) locked += writer(i) ? 1 : 0;
  uint32_t others = std::min(count, most) - locked;
  for (uint32_t i = count; i-- > 0;) {
    if (count > most && writer(i)) {
      if (locked == 0) continue;
      --locked;
    } else {
      if (others == 0) continue;
      --others;
    }
    chosen.push_back(i);
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

void PageEngine::Describe(Inspector& inspector) {
  DescribeBuffer(inspector);
  DescribeDisk(inspector);
  DescribeLocks(inspector);
  hooks_.Describe(inspector);
}

void PageEngine::DescribeRecords(Inspector& inspector, const PageView& view, Tier tier,
                                 Address address, const Frame* frame) {
  const SlottedPage page(view);
  const TableId id = view.owner().table();
  const TableInfo& table = TableOf(schema_, id);
  const auto writer = [&](uint32_t slot) {
    return locks_.ExclusiveHolder(id, page.key(static_cast<SlotId>(slot)));
  };
  const std::vector<uint32_t> chosen = ChooseItems(page.slots(), hashed(), writer);
  for (const uint32_t i : chosen) {
    const auto slot = static_cast<SlotId>(i);
    const uint32_t value_at = page.value_at(slot);
    const Transaction* txn = frame ? writer(slot) : nullptr;
    inspector.BeginItem(slot, "", txn ? txn->label : 0, !page.present(slot));
    inspector.Field(KeyField(kName, tier, address + value_at - 8, table, 0, KeyForm::kColumns));
    inspector.Field(
        ValueField(kValue, tier, address + value_at, page.slot(slot).value_bytes, table));
    if (!page.present(slot)) inspector.Tag(kGhost);
    inspector.EndItem();
  }
  if (chosen.size() < page.slots())
    inspector.More(page.slots() - static_cast<uint32_t>(chosen.size()));
}

void PageEngine::DescribeEntries(Inspector& inspector, const PageView& view, Tier tier,
                                 Address address, const Frame* frame) {
  const IndexNode node(view);
  const PageOwner owner = view.owner();
  const TableInfo& table = TableOf(schema_, owner.table());
  const uint32_t count = std::min(node.count(), IndexNode::Capacity(params_.page_bytes));
  const auto writer = [&](uint32_t i) {
    const bool record = owner.index == 0 && node.level() == 0;
    return record ? locks_.ExclusiveHolder(owner.table(), node.key(i)) : nullptr;
  };
  const std::vector<uint32_t> chosen = ChooseItems(count, false, writer);
  for (const uint32_t i : chosen) {
    const Transaction* txn = frame ? writer(i) : nullptr;
    inspector.BeginItem(i, "", txn ? txn->label : 0);
    inspector.Field(KeyField(kKey, tier, address + IndexNode::EntryAt(i), table, owner.index,
                             KeyForm::kColumns));
    inspector.Field({.name = node.level() > 0 ? kChild : kRid,
                     .tier = tier,
                     .address = address + IndexNode::EntryAt(i) + 8,
                     .size = 8,
                     .codec = node.level() > 0 ? Codec::kUnsigned : Codec::kRid});
    inspector.EndItem();
  }
  if (chosen.size() < count) inspector.More(count - static_cast<uint32_t>(chosen.size()));
}

void PageEngine::DescribePage(Inspector& inspector, PageId id, Tier tier, Address address,
                              const PageView& view, const Frame* frame) {
  inspector.BeginItem(id, std::to_string(id), 0);
  inspector.Field({.name = kPageLsn, .tier = tier, .address = address, .size = 8});
  if (view.owner().table_plus_1 > 0 && schema_.table_count() > 1)
    inspector.Tag(TableOf(schema_, view.owner().table()).title);
  if (view.kind() == PageKind::kNode) {
    const bool primary = view.owner().index == 0;
    inspector.Tag(IndexNode(view).level() > 0 ? kIndexInner
                  : primary                   ? kIndexLeaf
                                              : kSecondaryLeaf);
  }
  if (frame && frame->dirty && frame->changes > 0) inspector.Tag(kDirty);
  if (frame && frame->writing) inspector.Tag(kWriting);
  if (!frame) {
    uint8_t bytes[PageView::kMaxPageBytes];
    home_.PeekDurable(id, params_.page_bytes, bytes);
    if (!PageChecksumHolds(bytes, params_.page_bytes)) inspector.Tag(kTornPage);
  }
  if (view.kind() == PageKind::kSlotted && SlottedPage(view).WellFormed())
    DescribeRecords(inspector, view, tier, address, frame);
  if (view.kind() == PageKind::kNode) DescribeEntries(inspector, view, tier, address, frame);
  inspector.EndItem();
}

// All of a small hash file; of an indexed database, which may be large, what clients have changed
// lately.
void PageEngine::PagesToShow(ArenaVector<PageId>& pages) const {
  if (hashed()) {
    for (PageId id = 1; id < page_limit_; ++id) pages.push_back(id);
    return;
  }
  const size_t from = changed_.size() > kMostPages ? changed_.size() - kMostPages : 0;
  pages.assign(changed_.begin() + static_cast<ptrdiff_t>(from), changed_.end());
  std::sort(pages.begin(), pages.end());
}

void PageEngine::DescribeBuffer(Inspector& inspector) {
  ArenaVector<PageId> pages{ArenaAllocator<PageId>(arena_)};
  PagesToShow(pages);
  inspector.BeginStructure(kBufferStructure, pool_.frame_count());
  uint32_t others = 0;
  for (uint32_t i = 0; i < pool_.frames_in_use(); ++i) {
    const Frame& frame = pool_.frame(i);
    if (!frame.used || frame.loading) continue;
    if (!std::binary_search(pages.begin(), pages.end(), frame.page)) {
      ++others;
      continue;
    }
    DescribePage(inspector, frame.page, Tier::kDram, frame.address, pool_.View(&frame), &frame);
  }
  if (others > 0) inspector.More(others);
  inspector.EndStructure();
}

void PageEngine::DescribeDisk(Inspector& inspector) {
  ArenaVector<PageId> pages{ArenaAllocator<PageId>(arena_)};
  PagesToShow(pages);
  auto* bytes = static_cast<uint8_t*>(arena_.Allocate(params_.page_bytes));
  inspector.BeginStructure(kDiskStructure, page_limit_, 0, home_.tier());
  for (const PageId id : pages) {
    PagedBytes memory(arena_, params_.page_bytes);
    home_.PeekNewest(id, params_.page_bytes, bytes);
    memory.Write(0, bytes, params_.page_bytes);
    DescribePage(inspector, id, home_.tier(), home_.address(id),
                 PageView(memory, 0, params_.page_bytes), nullptr);
  }
  inspector.EndStructure();
}

void PageEngine::DescribeLocks(Inspector& inspector) {
  static constexpr Text kModes[] = {{"shared", "共享"},
                                    {"exclusive", "排他"},
                                    {"intends to read", "意向共享"},
                                    {"intends to change", "意向排他"}};
  static constexpr Text kHolds = {"holds", "持有"};
  static constexpr Text kWaits = {"waits", "等待"};
  inspector.BeginStructure(kLockStructure);
  locks_.ForEach([&](const LockName& name, const LockRequest& request) {
    const TableInfo& table = schema_.table(name.table);
    const auto key = name.whole_table ? name.table : static_cast<uint32_t>(name.key);
    inspector.BeginItem(key, name.whole_table ? table.id : RecordName(table, name.key),
                        request.txn->label);
    inspector.Tag(kModes[static_cast<int>(request.mode)]);
    inspector.TagTransaction(request.granted ? kHolds : kWaits, request.txn->label);
    inspector.EndItem();
  });
  inspector.EndStructure();
}

}  // namespace afterimage
