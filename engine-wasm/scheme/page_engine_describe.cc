// What the page engine shows of itself.
#include <algorithm>
#include <cstdio>

#include "scheme/page_engine.h"

namespace afterimage {

namespace {

constexpr Text kPageLsn = {"page LSN", "页 LSN"};
constexpr Text kDirty = {"dirty", "脏"};
constexpr Text kWriting = {"being written", "写出中"};
constexpr Text kName = {"record", "记录"};
constexpr Text kKey = {"key", "键"};
constexpr Text kValue = {"value", "值"};
constexpr Text kGhost = {"deleted", "已删除"};
constexpr Text kTorn = {"torn", "撕裂"};
constexpr Text kIndexLeaf = {"index leaf", "索引叶"};
constexpr Text kIndexInner = {"index node", "索引内部节点"};
constexpr Text kChild = {"page", "页"};
constexpr Text kRid = {"page and slot", "页与槽"};

// A page shows this many of its items, the last ones; a structure so many pages, the latest.
constexpr uint32_t kMostItems = 16;
constexpr size_t kMostPages = 24;

}  // namespace

void PageEngine::Describe(Inspector& inspector) {
  DescribeBuffer(inspector);
  DescribeDisk(inspector);
  DescribeLocks(inspector);
  hooks_.Describe(inspector);
}

void PageEngine::DescribeRecords(Inspector& inspector, const PageView& view, Tier tier, Address address, const Frame* frame) {
  const SlottedPage page(view);
  const bool named = schema_.table(0).named;
  const SlotId count = page.slots();
  for (SlotId slot = count > kMostItems && !named ? static_cast<SlotId>(count - kMostItems) : SlotId{0}; slot < count; ++slot) {
    const uint32_t value_at = page.value_at(slot);
    const uint32_t value_bytes = page.slot(slot).value_bytes;
    const Transaction* writer = frame && named ? locks_.ExclusiveHolder(0, page.key(slot)) : nullptr;
    inspector.BeginItem(slot, "", writer ? writer->label : 0, !page.present(slot));
    inspector.Field({.name = named ? kName : kKey, .tier = tier, .address = address + value_at - 8, .size = 8,
                     .codec = named ? Codec::kName : Codec::kUnsigned});
    inspector.Field({.name = kValue, .tier = tier, .address = address + value_at, .size = named ? value_bytes : std::min(value_bytes, 8u),
                     .codec = named ? Codec::kNumber : Codec::kUnsigned});
    if (!page.present(slot)) inspector.Tag(kGhost);
    inspector.EndItem();
  }
}

void PageEngine::DescribeEntries(Inspector& inspector, const PageView& view, Tier tier, Address address) {
  const IndexNode node(view);
  const bool named = schema_.table(0).named;
  const uint32_t count = std::min(node.count(), IndexNode::Capacity(params_.page_bytes));
  for (uint32_t i = count > kMostItems ? count - kMostItems : 0; i < count; ++i) {
    inspector.BeginItem(i, "", 0);
    inspector.Field({.name = kKey, .tier = tier, .address = address + IndexNode::EntryAt(i), .size = 8,
                     .codec = named ? Codec::kName : Codec::kUnsigned});
    inspector.Field({.name = node.level() > 0 ? kChild : kRid, .tier = tier, .address = address + IndexNode::EntryAt(i) + 8, .size = 8,
                     .codec = node.level() > 0 ? Codec::kUnsigned : Codec::kPointer});
    inspector.EndItem();
  }
}

void PageEngine::DescribePage(Inspector& inspector, PageId id, Tier tier, Address address, const PageView& view,
                              const Frame* frame) {
  char label[24];
  std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(id));
  inspector.BeginItem(id, label, 0);
  inspector.Field({.name = kPageLsn, .tier = tier, .address = address, .size = 8});
  if (frame && frame->dirty && frame->changes > 0) inspector.Tag(kDirty);
  if (frame && frame->writing) inspector.Tag(kWriting);
  if (!frame) {
    uint8_t bytes[PageView::kMaxPageBytes];
    view.Read(0, bytes, params_.page_bytes);
    if (!PageChecksumHolds(bytes, params_.page_bytes)) inspector.Tag(kTorn);
  }
  if (view.kind() == PageKind::kSlotted && SlottedPage(view).WellFormed()) DescribeRecords(inspector, view, tier, address, frame);
  if (view.kind() == PageKind::kNode) {
    inspector.Tag(IndexNode(view).level() > 0 ? kIndexInner : kIndexLeaf);
    DescribeEntries(inspector, view, tier, address);
  }
  inspector.EndItem();
}

// All of a small hash file; of an indexed database, which may be large, what clients have changed lately.
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
  for (uint32_t i = 0; i < pool_.frames_in_use(); ++i) {
    const Frame& frame = pool_.frame(i);
    if (!frame.used || frame.loading || !std::binary_search(pages.begin(), pages.end(), frame.page)) continue;
    DescribePage(inspector, frame.page, Tier::kDram, frame.address, pool_.View(&frame), &frame);
  }
  inspector.EndStructure();
}

void PageEngine::DescribeDisk(Inspector& inspector) {
  ArenaVector<PageId> pages{ArenaAllocator<PageId>(arena_)};
  PagesToShow(pages);
  auto* bytes = static_cast<uint8_t*>(arena_.Allocate(params_.page_bytes));
  inspector.BeginStructure(kDiskStructure, page_limit_, 0, file_.tier());
  for (const PageId id : pages) {
    PagedBytes memory(arena_, params_.page_bytes);
    file_.PeekDurable(store_.At(id), bytes, params_.page_bytes);
    memory.Write(0, bytes, params_.page_bytes);
    DescribePage(inspector, id, file_.tier(), file_.address(store_.At(id)), PageView(memory, 0, params_.page_bytes), nullptr);
  }
  inspector.EndStructure();
}

void PageEngine::DescribeLocks(Inspector& inspector) {
  static constexpr Text kModes[] = {{"shared", "共享"}, {"exclusive", "排他"}, {"intends to read", "意向共享"}, {"intends to change", "意向排他"}};
  static constexpr Text kHolds = {"holds", "持有"};
  static constexpr Text kWaits = {"waits", "等待"};
  inspector.BeginStructure(kLockStructure);
  locks_.ForEach([&](const LockName& name, const LockRequest& request) {
    char label[40] = {};
    if (name.whole_table) {
      std::snprintf(label, sizeof label, "%s", schema_.table(name.table).id);
    } else if (schema_.table(name.table).named) {
      std::memcpy(label, &name.key, kMaxNameBytes);
    } else {
      std::snprintf(label, sizeof label, "%s %llx", schema_.table(name.table).id, static_cast<unsigned long long>(name.key));
    }
    inspector.BeginItem(static_cast<uint32_t>(name.key), label, request.txn->label);
    inspector.Tag(kModes[static_cast<int>(request.mode)]);
    inspector.TagTransaction(request.granted ? kHolds : kWaits, request.txn->label);
    inspector.EndItem();
  });
  inspector.EndStructure();
}

}  // namespace afterimage
