#include "scheme/page_engine/describe_pages.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "db/index/index_node.h"
#include "db/pages/initial_pages.h"
#include "db/pages/slotted_page.h"
#include "scheme/contract/record_fields.h"

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
constexpr Text kUndoPage = {"undo", "撤销"};
constexpr Text kSecondCopy = {"second copy", "第二份副本"};
constexpr Text kFreeFrom = {"free from", "空闲始于"};
constexpr Text kChild = {"page", "页"};
constexpr Text kRid = {"page/slot", "页/槽"};

// The items of a page with many records or entries that are shown, and the pages of a structure.
constexpr uint32_t kMostItems = 6;
constexpr size_t kMostPages = 10;
constexpr uint32_t kMostCopies = 3;
// The most pages of a database whose allocator's page and home pages are shown, too: a power cut
// takes nothing of that out of sight.
constexpr uint32_t kFewPages = 32;

// Returns which of `count` items to show, in order: all of a few, else those that are locked for a
// change and the last ones.
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

PageDescriber::PageDescriber(Inspector& inspector, Arena& arena, const Schema& schema,
                             LoggedPages& pages, const LockManager& locks)
    : inspector_(inspector),
      arena_(arena),
      schema_(schema),
      pages_(pages),
      locks_(locks),
      chosen_(ArenaAllocator<PageId>(arena)) {
  ChoosePages();
}

void PageDescriber::ChoosePages() {
  const ArenaVector<PageId>& changed = pages_.changed();
  if (pages_.hashed()) {
    const PageId own = pages_.page_limit() - pages_.params().own_pages;
    for (PageId id = 1; id < own; ++id) chosen_.push_back(id);
    // The scheme's own pages are shown if they have been used.
    std::copy_if(changed.begin(), changed.end(), std::back_inserter(chosen_),
                 [own](PageId id) { return id >= own; });
    std::sort(chosen_.begin(), chosen_.end());
    return;
  }
  const size_t from = changed.size() > kMostPages ? changed.size() - kMostPages : 0;
  chosen_.assign(changed.begin() + static_cast<ptrdiff_t>(from), changed.end());
  if (pages_.page_limit() <= kFewPages) ChooseAtHome();
  std::sort(chosen_.begin(), chosen_.end());
}

// Nodes of indexes, and pages that have been written; those that were changed are chosen already.
void PageDescriber::ChooseAtHome() {
  const auto changed = static_cast<ptrdiff_t>(chosen_.size());
  chosen_.push_back(kAllocatorPage);
  for (PageId id = kAllocatorPage + 1; id < pages_.page_limit(); ++id) {
    uint8_t header[PageView::kOwnerAt];
    Lsn page_lsn = 0;
    pages_.home().PeekNewest(id, sizeof header, header);
    std::memcpy(&page_lsn, header, sizeof page_lsn);
    const bool node = header[PageView::kKindAt] == static_cast<uint8_t>(PageKind::kNode);
    const auto end = chosen_.begin() + changed;
    if ((node || page_lsn != 0) && std::find(chosen_.begin(), end, id) == end)
      chosen_.push_back(id);
  }
}

void PageDescriber::DescribeBuffer() {
  const BufferPool& pool = pages_.pool();
  inspector_.BeginStructure(kBufferStructure, pool.frame_count());
  uint32_t others = 0;
  for (uint32_t i = 0; i < pool.frames_in_use(); ++i) {
    const Frame* frame = pool.frame(i);
    if (frame && (!frame->used || frame->loading)) continue;
    if (!frame || !std::binary_search(chosen_.begin(), chosen_.end(), frame->page)) {
      ++others;
      continue;
    }
    DescribePage(frame->page, {pages_.pool().View(frame), Tier::kDram, frame->address, frame});
  }
  if (others > 0) inspector_.More(others);
  inspector_.EndStructure();
}

void PageDescriber::DescribeDisk() {
  const DatabaseHome& home = pages_.home();
  const uint32_t page_bytes = pages_.params().page_bytes;
  auto* bytes = static_cast<uint8_t*>(arena_.Allocate(page_bytes));
  inspector_.BeginStructure(kDiskStructure, pages_.page_limit(), 0, home.tier());
  const auto describe = [&](PageId id) {
    PagedBytes memory(arena_, page_bytes);
    home.PeekNewest(id, page_bytes, bytes);
    memory.Write(0, bytes, page_bytes);
    DescribePage(id, {PageView(memory, 0, page_bytes), home.tier(), home.address(id)});
  };
  for (const PageId id : chosen_) describe(id);
  uint32_t copies = 0;
  for (uint32_t place = 0; place < home.copy_places(); ++place) {
    const PageId id = home.page_count() + place;
    home.PeekNewest(id, kLineBytes, bytes);
    const auto is_zero = [](uint8_t byte) { return byte == 0; };
    if (std::all_of(bytes, bytes + kLineBytes, is_zero)) continue;  // never used
    if (++copies <= kMostCopies) describe(id);
  }
  if (copies > kMostCopies) inspector_.More(copies - kMostCopies);
  inspector_.EndStructure();
}

void PageDescriber::DescribePage(PageId id, const Shown& page) {
  const bool copy = id >= pages_.home().page_count();
  inspector_.BeginItem(id, copy ? std::to_string(page.view.id()) + "′" : std::to_string(id), 0);
  if (copy) inspector_.Tag(kSecondCopy);
  inspector_.Field({.name = kPageLsn, .tier = page.tier, .address = page.address, .size = 8});
  TagPage(id, page);
  if (page.view.kind() == PageKind::kSlotted && SlottedPage(page.view).WellFormed())
    DescribeRecords(page);
  if (page.view.kind() == PageKind::kNode) DescribeEntries(page);
  if (page.view.kind() == PageKind::kAllocator) DescribeFree(page);
  inspector_.EndItem();
}

void PageDescriber::TagPage(PageId id, const Shown& page) {
  const PageOwner owner = page.view.owner();
  if (owner.table_plus_1 > 0 && schema_.table_count() > 1)
    inspector_.Tag(TableOf(schema_, owner.table()).title);
  if (page.view.kind() == PageKind::kNode) {
    inspector_.Tag(IndexNode(page.view).level() > 0 ? kIndexInner
                   : owner.index == 0               ? kIndexLeaf
                                                    : kSecondaryLeaf);
  }
  if (page.view.kind() == PageKind::kUndo) inspector_.Tag(kUndoPage);
  if (const Frame* frame = page.frame) {
    if (frame->dirty && frame->changes > 0) inspector_.Tag(kDirty);
    if (frame->writing) inspector_.Tag(kWriting);
    return;
  }
  uint8_t bytes[PageView::kMaxPageBytes];
  const uint32_t page_bytes = pages_.params().page_bytes;
  pages_.home().PeekDurable(id, page_bytes, bytes);
  if (!PageChecksumHolds(bytes, page_bytes)) {
    inspector_.Tag(kTornPage);
    inspector_.Judged();
  }
}

void PageDescriber::DescribeRecords(const Shown& shown) {
  const SlottedPage page(shown.view);
  const TableId id = page.owner().table();
  const TableInfo& table = TableOf(schema_, id);
  const auto writer = [&](uint32_t slot) {
    return locks_.ExclusiveHolder(id, page.key(static_cast<SlotId>(slot)));
  };
  const std::vector<uint32_t> chosen = ChooseItems(page.slots(), pages_.hashed(), writer);
  for (const uint32_t i : chosen) {
    const auto slot = static_cast<SlotId>(i);
    const Address value_at = shown.address + page.value_at(slot);
    const Transaction* txn = shown.frame ? writer(slot) : nullptr;
    inspector_.BeginItem(slot, "", txn ? txn->label : 0, !page.present(slot));
    inspector_.Field(KeyField(kName, shown.tier, value_at - 8, table, 0, KeyForm::kColumns));
    inspector_.Field(ValueField(kValue, shown.tier, value_at, page.slot(slot).value_bytes, table));
    if (!page.present(slot)) inspector_.Tag(kGhost);
    inspector_.EndItem();
  }
  if (chosen.size() < page.slots())
    inspector_.More(page.slots() - static_cast<uint32_t>(chosen.size()));
}

void PageDescriber::DescribeFree(const Shown& page) {
  inspector_.BeginItem(0, kFreeFrom.en, 0);
  inspector_.Field(
      {.name = kFreeFrom, .tier = page.tier, .address = page.address + kNextPageAt, .size = 4});
  inspector_.EndItem();
}

void PageDescriber::DescribeEntries(const Shown& page) {
  const IndexNode node(page.view);
  const PageOwner owner = node.owner();
  const TableInfo& table = TableOf(schema_, owner.table());
  const uint32_t count = std::min(node.count(), IndexNode::Capacity(pages_.params().page_bytes));
  const auto writer = [&](uint32_t i) {
    const bool record = owner.index == 0 && node.level() == 0;
    return record ? locks_.ExclusiveHolder(owner.table(), node.key(i)) : nullptr;
  };
  const std::vector<uint32_t> chosen = ChooseItems(count, false, writer);
  for (const uint32_t i : chosen) {
    const Address entry_at = page.address + IndexNode::EntryAt(i);
    const Transaction* txn = page.frame ? writer(i) : nullptr;
    inspector_.BeginItem(i, "", txn ? txn->label : 0);
    inspector_.Field(KeyField(kKey, page.tier, entry_at, table, owner.index, KeyForm::kColumns));
    inspector_.Field({.name = node.level() > 0 ? kChild : kRid,
                      .tier = page.tier,
                      .address = entry_at + 8,
                      .size = 8,
                      .codec = node.level() > 0 ? Codec::kUnsigned : Codec::kRid});
    inspector_.EndItem();
  }
  if (chosen.size() < count) inspector_.More(count - static_cast<uint32_t>(chosen.size()));
}

}  // namespace afterimage
