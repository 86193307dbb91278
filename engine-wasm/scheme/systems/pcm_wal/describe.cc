// The content of PCM, for the interface, and its invariants.
#include <cstdio>

#include "scheme/systems/pcm_wal/page_cache.h"
#include "scheme/systems/pcm_wal/story.h"

namespace afterimage::pcm_wal {
namespace {

// The stage shows every slot of a small cache; of a large one those that hold something.
constexpr uint32_t kMostFree = 32;
constexpr Text kPage = {"page", "页"};
constexpr Text kSlot = {"slot", "槽位"};

}  // namespace

void PageCache::Describe(Inspector& inspector) const {
  static constexpr Text kWrittenAt = {"written as number", "写入序号"};
  static constexpr Text kDirty = {"not on the disk yet", "磁盘尚无"};
  static constexpr Text kSame = {"on the disk, too", "磁盘也有"};
  static constexpr Text kFormer = {"replaced by a newer one", "已有更新的一份"};
  static constexpr Text kOnItsWay = {"bit being written", "位正在写入"};
  const pcm::Layout& layout = slots_.layout();
  inspector.BeginStructure(kCacheStructure, layout.slots());
  for (uint32_t slot = 0; slot < layout.slots(); ++slot) {
    uint64_t word = 0;
    slots_.nvm().LoadDurable(slots_.WordAt(slot), &word, sizeof word);
    const bool set = slots_.counts(slot), was = (word & pcm::Layout::Bit(slot)) != 0;
    if (!set && !was && layout.slots() > kMostFree) continue;
    char label[16];
    std::snprintf(label, sizeof label, "%u", slot);
    inspector.BeginItem(slot, label, TxnLabel{0}, !set && !was);
    if (set || was) {
      const Address at = layout.Slot(slot);
      inspector.Field(
          {.name = kPage, .tier = Tier::kNvm, .address = at + pcm::kPageOffset, .size = 4});
      inspector.Field(
          {.name = kWrittenAt, .tier = Tier::kNvm, .address = at + pcm::kSeqOffset, .size = 8});
      const Entry* entry = Find(slots_.Header(slot).page);
      const bool newest = entry && entry->slot == slot;
      if (set != was) inspector.Tag(kOnItsWay);
      inspector.Tag(!newest ? kFormer : entry->dirty ? kDirty : kSame);
      inspector.Judged();
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
  inspector.BeginStructure(kCacheTable);
  for (const Entry* entry = cached_.newest(); entry; entry = entry->older) {
    char label[16];
    std::snprintf(label, sizeof label, "%u", entry->page);
    inspector.BeginItem(entry->page, label, TxnLabel{0});
    inspector.TagNumber(kSlot, entry->slot);
    inspector.Link(kCacheStructure, entry->slot, kSlot);
    if (entry->dirty) inspector.Tag(kDirty);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void PageCache::CheckStructures(StructureCheck& check) const {
  static constexpr Text kSlots = {"slots for pages", "页槽位"};
  static constexpr Text kMapped = {"A page is in one slot at most, and the table of pages has it.",
                                   "每页至多占一个槽位，且在页表中。"};
  static constexpr Text kWhole = {"Every page in PCM is whole.", "PCM 中的每一页都完整。"};
  static constexpr Text kQuiet = {"No page is written or moved any more.",
                                  "不再有页正在写入或移动。"};
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(page_bytes_));
  for (uint32_t slot = 0; slot < params_.slots; ++slot) {
    if (!slots_.counts(slot)) continue;
    const pcm::SlotHeader header = slots_.Header(slot);
    const Entry* entry = Find(header.page);
    check.Expect(entry && entry->slot == slot, kMapped, {{kSlot, slot}});
    slots_.Load(slot, bytes, page_bytes_);
    check.Expect(PageChecksumHolds(bytes, page_bytes_), kWhole, {{kSlot, slot}});
  }
  arena_.Recycle(bytes, page_bytes_);
  for (const Entry* entry : all_)
    check.Expect(!entry->busy && !entry->writing, kQuiet, {{kPage, entry->page}});
  check.Count(kSlots, params_.slots);
}

void PageCache::AddFormats(SlotsOnDevice* formats) const {
  slots_.AddFormats(formats);
  formats->database_pages = page_count();
  formats->next_version = next_seq_;
  formats->disk = disk_.tier();
  formats->first_page = disk_.address(0);
  for (const Entry* entry : all_) {
    if (entry->slot != pcm::kNowhere && !entry->dirty) formats->as_on_disk.push_back(entry->slot);
  }
}

}  // namespace afterimage::pcm_wal
