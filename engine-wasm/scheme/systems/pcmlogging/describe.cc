// PCMLogging's structures, for the interface.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "db/pages/slotted_page.h"
#include "scheme/contract/record_fields.h"
#include "scheme/systems/pcmlogging/medium.h"
#include "scheme/systems/pcmlogging/pcm_log.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {
namespace {

constexpr Text kXid = {"XID", "XID"};
constexpr Text kPage = {"page", "页"};
constexpr Text kEntry = {"index entry", "索引项"};
constexpr Text kRecord = {"record", "记录"};
constexpr Text kValue = {"value", "值"};
constexpr Text kVersion = {"version", "版本"};
constexpr Text kRunning = {"of a running transaction", "属于运行中的事务"};
constexpr Text kCommitted = {"committed", "已提交"};
constexpr Text kPrevious = {"previous version", "前一版本"};
constexpr Text kBitSet = {"bit set", "位已置"};
constexpr Text kBitOnItsWay = {"bit being set", "位正在置位"};
constexpr Text kBitClear = {"bit clear", "位未置"};
constexpr Text kBitGoing = {"bit being cleared", "位正在清除"};
constexpr Text kSwapNext = {"looked at next", "下一个查看"};
constexpr Text kDeleted = {"deleted", "已删除"};
constexpr Text kInDram = {"newest in DRAM", "最新版在 DRAM"};
constexpr Text kInPcm = {"slot", "槽位"};
constexpr Text kBefore = {"before", "前"};
constexpr Text kPlace = {"place of list and bitmap", "列表与位图所在位置"};
constexpr Text kDisk = {"on disk only", "仅在磁盘"};

// The stage shows every slot of a small area; of a large one those that hold something.
constexpr uint32_t kMostFree = 32;
// The records that are shown of a page that is kept as a whole.
constexpr uint32_t kMostRecords = 6;

// Returns a number by which the interface tells the items of the Mapping Table apart.
uint32_t KeyOf(const Item& item) {
  if (item.entry()) return static_cast<uint32_t>(Mix64(item.key ^ item.index) >> 32);
  return item.page->id << 8 | (item.slot & 0xff);
}

uint64_t DurableWord(const Slots& slots, Address address) {
  uint64_t word = 0;
  slots.nvm().LoadDurable(address, &word, sizeof word);
  return word;
}

// Returns whether the slot's header has been stored and the device has another.
bool IsBeingFilled(const Slots& slots, uint32_t slot) {
  const SlotHeader header = slots.Header(slot);
  SlotHeader durable;
  slots.nvm().LoadDurable(slots.layout().Slot(slot), &durable, sizeof durable);
  return std::memcmp(&header, &durable, sizeof header) != 0;
}

// The transactions that are on ActiveTxList, or whose leaving it is not durable yet: as recovery
// would, the stage takes what they wrote for running.
std::vector<uint64_t> Listed(const Slots& slots, uint32_t entries) {
  std::vector<uint64_t> listed;
  for (uint32_t i = 0; i < entries; ++i) {
    for (const uint64_t xid : {DurableWord(slots, slots.ActiveAt(i)), slots.active(i)}) {
      if (xid != 0) listed.push_back(xid);
    }
  }
  return listed;
}

bool IsIn(const std::vector<uint64_t>& listed, uint64_t xid) {
  return std::find(listed.begin(), listed.end(), xid) != listed.end();
}

// Describes the records of a page that is kept as a whole.
void DescribePage(Inspector& inspector, Arena& arena, const Schema& schema, const Slots& slots,
                  uint32_t slot) {
  const uint32_t page_bytes = slots.layout().page_bytes;
  auto* bytes = arena.NewArray<uint8_t>(page_bytes);
  slots.Load(slot, bytes, page_bytes);
  PagedBytes memory(arena, page_bytes);
  memory.Write(0, bytes, page_bytes);
  const SlottedPage page(PageView(memory, 0, page_bytes));
  if (page.kind() != PageKind::kSlotted || !page.WellFormed()) return;
  const TableInfo& table = TableOf(schema, page.owner().table());
  const auto begin = static_cast<Address>(slots.layout().Slot(slot) + sizeof(SlotHeader));
  for (SlotId i = 0; i < std::min<uint32_t>(page.slots(), kMostRecords); ++i) {
    const Address at = begin + page.value_at(i);
    inspector.BeginItem(i, "", TxnLabel{0}, !page.present(i));
    inspector.Field(
        KeyField(kRecord, Tier::kNvm, at - SlottedPage::kKeyBytes, table, 0, KeyForm::kColumns));
    inspector.Field(ValueField(kValue, Tier::kNvm, at, page.slot(i).value_bytes, table));
    inspector.EndItem();
  }
  if (page.slots() > kMostRecords) inspector.More(page.slots() - kMostRecords);
}

}  // namespace

void PcmLog::Describe(Inspector& inspector) {
  DescribeSlots(inspector);
  DescribeActive(inspector);
  DescribeMapping(inspector);
  DescribeTransactions(inspector);
  if (area_.params().adaptive) DescribeChain(inspector);
  DescribeMedium(inspector, area_.slots());
}

void PcmLog::DescribeSlots(Inspector& inspector) {
  const Slots& slots = area_.slots();
  const Layout& layout = slots.layout();
  const std::vector<uint64_t> listed = Listed(slots, layout.entries());
  inspector.BeginStructure(kSlotStructure, layout.slots());
  for (uint32_t i = 0, end = 0; i < layout.slots(); ++i) {
    const bool set = slots.counts(i);
    const bool was = (DurableWord(slots, slots.WordAt(i)) & Layout::Bit(i)) != 0;
    const SlotHeader header = slots.Header(i);
    // A version that is written before its bit is set is shown from the first store on, and stays
    // when the store is durable: nothing else is written there.
    const bool held = slots.taken(i) && IsIn(listed, header.xid);
    const bool used = set || was || held || IsBeingFilled(slots, i);
    const bool next = area_.params().swap_delta > 0 && i == area_.swap_next(i >= layout.small);
    if (!used && (i < end || (layout.slots() > kMostFree && !next))) continue;
    char label[16];
    std::snprintf(label, sizeof label, "%u", i);
    inspector.BeginItem(i, label, used ? header.label : TxnLabel{0}, !used);
    if (next) inspector.Tag(kSwapNext);
    if (used) {
      end = i + layout.SlotsOf(header);
      const Address at = layout.Slot(i);
      const TableInfo& table = TableOf(schema_, header.table);
      inspector.Field({.name = kXid, .tier = Tier::kNvm, .address = at, .size = 8});
      inspector.Field({.name = kPage, .tier = Tier::kNvm, .address = at + kPageOffset, .size = 4});
      if (header.slot == kIndexEntry) inspector.Tag(kEntry);
      if (header.slot != kWholePage) {
        inspector.Field(KeyField(kRecord, Tier::kNvm, at + kKeyOffset, table, header.index));
        if (header.slot != kIndexEntry && !header.deleted && header.bytes <= kMaxValueBytes)
          inspector.Field(ValueField(kValue, Tier::kNvm, at + sizeof header, header.bytes, table));
      }
      inspector.Field(
          {.name = kVersion, .tier = Tier::kNvm, .address = at + kVersionOffset, .size = 1});
      if (header.deleted) inspector.Tag(kDeleted);
      const Item* item = area_.tables().ItemOf(header);
      // While the newer one is of a transaction that is on the list, this one is what counts.
      const bool previous =
          item && item->previous.first == i && !IsIn(listed, slots.Header(item->current.first).xid);
      const bool running = IsIn(listed, header.xid);
      if (set || was) {
        inspector.Tag(previous ? kPrevious : running ? kRunning : kCommitted);
        inspector.Judged();
      }
      inspector.Tag(!set && !was ? kBitClear
                    : set == was ? kBitSet
                    : set        ? kBitOnItsWay
                                 : kBitGoing);
      if (header.slot == kWholePage) DescribePage(inspector, arena_, schema_, slots, i);
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void PcmLog::DescribeActive(Inspector& inspector) {
  const Layout& layout = area_.params().layout;
  inspector.BeginStructure(kActiveStructure, layout.entries());
  for (uint32_t i = 0; i < layout.entries(); ++i) {
    const uint64_t durable = DurableWord(area_.slots(), area_.slots().ActiveAt(i));
    const uint64_t xid = area_.slots().active(i);
    const Transaction* owner = nullptr;
    for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
      const auto* entry = static_cast<const TxnEntry*>(txn->log);
      if (entry && entry->entry == i) owner = txn;
    }
    // An entry that its transaction has just left is what commits it.
    const bool commits =
        owner && xid == 0 &&
        (owner->state == TxnState::kCommitting || owner->state == TxnState::kCommitted) &&
        static_cast<const TxnEntry*>(owner->log)->left;
    if (xid == 0 && durable == 0 && !commits) continue;
    char label[16];
    std::snprintf(label, sizeof label, "%u", i);
    inspector.BeginItem(i, label, owner ? owner->label : TxnLabel{0});
    if (commits) inspector.Commits();
    inspector.Field(
        {.name = kXid, .tier = Tier::kNvm, .address = area_.slots().ActiveAt(i), .size = 8});
    inspector.EndItem();
  }
  if (layout.places > 1) {
    inspector.BeginItem(layout.entries(), "*", TxnLabel{0});
    inspector.Field({.name = kPlace, .tier = Tier::kNvm, .address = Layout::kPlace, .size = 8});
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void PcmLog::DescribeMapping(Inspector& inspector) {
  inspector.BeginStructure(kMappingStructure);
  area_.tables().ForEach([&](const PageEntry& page) {
    for (const Item* item = page.items; item; item = item->older) {
      if (!item->current.there() && !item->owner) continue;
      char label[24];
      if (item->slot == kWholePage)
        std::snprintf(label, sizeof label, "%u", page.id);
      else if (item->entry())
        std::snprintf(label, sizeof label, "%s",
                      RecordName(TableOf(schema_, item->table), item->key).c_str());
      else
        std::snprintf(label, sizeof label, "%u/%u", page.id, unsigned{item->slot});
      inspector.BeginItem(KeyOf(*item), label, item->owner ? item->owner->label : TxnLabel{0});
      if (item->dirty) inspector.Tag(kInDram);
      if (item->current.there()) {
        inspector.TagNumber(kInPcm, item->current.first);
        inspector.Link(kSlotStructure, item->current.first, kInPcm);
      } else if (!item->dirty) {
        inspector.Tag(kDisk);
      }
      if (item->previous.there()) inspector.TagNumber(kBefore, item->previous.first);
      inspector.EndItem();
    }
  });
  inspector.EndStructure();
}

void PcmLog::DescribeTransactions(Inspector& inspector) {
  static constexpr Text kListed = {"on the list", "在列表中"};
  static constexpr Text kChanged = {"changed", "已修改"};
  inspector.BeginStructure(kTransactionStructure);
  for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    const auto* entry = static_cast<const TxnEntry*>(txn->log);
    if (!entry) continue;
    char label[24];
    std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(entry->xid));
    inspector.BeginItem(static_cast<uint32_t>(entry->xid), label, txn->label);
    inspector.TagNumber(kChanged, entry->items.size());
    if (entry->enlisted && !entry->left) inspector.Tag(kListed);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

// A watermark has no states.
void PcmLog::DescribeChain(Inspector& inspector) {
  static constexpr Text kHere = {"now", "当前"};
  static constexpr Text kFreeSegments = {"segments free", "空闲段"};
  static constexpr Text kSomebodyWaits = {"clients wait for room", "客户端等待空间"};
  static constexpr Text kBirths = {"λ, slots/s", "λ（槽位/秒）"};
  static constexpr Text kDeaths = {"μ, slots/s", "μ（槽位/秒）"};
  static constexpr Text kNextState = {"to the next state: λ", "到下一状态：λ"};
  static constexpr Text kStateBefore = {"to the state before: μ", "到前一状态：μ"};
  static constexpr Text kPlanned = {"planned ‰ of the time", "计划时间占比 ‰"};
  static constexpr Text kMeasured = {"measured ‰ of the time", "实测时间占比 ‰"};
  static constexpr Text kNoEquilibrium = {"no equilibrium: full speed", "不存在平衡：全速进行"};
  const DestagePace& pace = area_.pace();
  inspector.BeginStructure(kChainStructure);
  const Time now = kernel_.now();
  const Time measured = pace.measured(now);
  const auto per_second = [](double rate) { return static_cast<uint64_t>(rate * 1e9 + 0.5); };
  const auto permille = [](double share) { return static_cast<uint64_t>(share * 1000 + 0.5); };
  for (uint32_t k = 0; k <= pace.overflow(); ++k) {
    char label[16];
    std::snprintf(label, sizeof label, k == pace.overflow() ? ">%u" : "%u",
                  k == pace.overflow() ? k - 1 : k);
    inspector.BeginItem(k, label, TxnLabel{0}, pace.state() != k);
    if (pace.state() == k) inspector.Tag(kHere);
    if (k == pace.overflow())
      inspector.Tag(kSomebodyWaits);
    else
      inspector.TagNumber(kFreeSegments, pace.params().segments - k);
    if (k < pace.overflow()) inspector.Link(kChainStructure, k + 1, kNextState);
    if (k > 0) inspector.Link(kChainStructure, k - 1, kStateBefore);
    if (pace.planned()) {
      inspector.TagNumber(kBirths, per_second(pace.BirthRate(k)));
      if (k > 0 && pace.chain().mu_max > 0)
        inspector.TagNumber(kDeaths, per_second(pace.DeathRate(k)));
    }
    if (measured > 0) inspector.TagNumber(kMeasured, pace.spent(k, now) * 1000 / measured);
    if (pace.plan().equilibrium) {
      inspector.TagNumber(kPlanned, permille(pace.Planned(k)));
    } else if (pace.planned() && k == pace.overflow()) {
      inspector.Tag(kNoEquilibrium);
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::pcm
