// What the page engine shows of itself.
#include <cstdio>

#include "scheme/page_engine.h"

namespace afterimage {

void PageEngine::Describe(Inspector& inspector) {
  DescribeBuffer(inspector);
  DescribeDisk(inspector);
  DescribeLocks(inspector);
  hooks_.Describe(inspector);
}

void PageEngine::DescribePage(Inspector& inspector, PageId id, Tier tier, Address address, uint8_t* bytes,
                              const Frame* frame) {
  static constexpr Text kPageLsn = {"page LSN", "页 LSN"};
  static constexpr Text kDirty = {"dirty", "脏"};
  static constexpr Text kWriting = {"being written", "写出中"};
  static constexpr Text kName = {"record", "记录"};
  static constexpr Text kValue = {"value", "值"};
  static constexpr Text kGhost = {"deleted", "已删除"};
  char label[24];
  std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(id));
  inspector.BeginItem(id, label, 0);
  inspector.Field({.name = kPageLsn, .tier = tier, .address = address, .size = 8});
  if (frame && frame->dirty) inspector.Tag(kDirty);
  if (frame && frame->writing) inspector.Tag(kWriting);
  SlottedPage page(bytes, params_.page_bytes);
  for (SlotId slot = 0; page.WellFormed() && slot < page.slots(); ++slot) {
    const uint32_t value_at = page.value_at(slot);
    const Transaction* writer = frame ? locks_.ExclusiveHolder(page.key(slot)) : nullptr;
    inspector.BeginItem(slot, "", writer ? writer->label : 0, !page.present(slot));
    inspector.Field({.name = kName, .tier = tier, .address = address + value_at - 8, .size = 8, .codec = Codec::kName});
    inspector.Field({.name = kValue, .tier = tier, .address = address + value_at, .size = page.value_bytes(slot),
                     .codec = Codec::kNumber});
    if (!page.present(slot)) inspector.Tag(kGhost);
    inspector.EndItem();
  }
  inspector.EndItem();
}

void PageEngine::DescribeBuffer(Inspector& inspector) {
  inspector.BeginStructure(kBufferStructure, pool_.frame_count());
  for (uint32_t i = 0; i < pool_.frame_count(); ++i) {
    const Frame& frame = pool_.frame(i);
    if (!frame.used || frame.loading || frame.page == kCatalogPage) continue;
    DescribePage(inspector, frame.page, Tier::kDram, frame.address, dram_.At(frame.address), &frame);
  }
  inspector.EndStructure();
}

void PageEngine::DescribeDisk(Inspector& inspector) {
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(params_.page_bytes));
  inspector.BeginStructure(kDiskStructure, page_count());
  for (PageId id = 1; id < page_count(); ++id) {
    const uint32_t address = disk_base_ + id * params_.page_bytes;
    disk_.LoadDurable(address, bytes, params_.page_bytes);
    DescribePage(inspector, id, Tier::kDisk, address, bytes, nullptr);
  }
  inspector.EndStructure();
  arena_.Recycle(bytes, params_.page_bytes);
}

void PageEngine::DescribeLocks(Inspector& inspector) {
  static constexpr Text kExclusive = {"exclusive", "排他"};
  static constexpr Text kShared = {"shared", "共享"};
  static constexpr Text kHolds = {"holds", "持有"};
  static constexpr Text kWaits = {"waits", "等待"};
  inspector.BeginStructure(kLockStructure);
  locks_.ForEach([&](Key key, const LockRequest& request) {
    char name[kMaxNameBytes + 1] = {};
    std::memcpy(name, &key, kMaxNameBytes);
    inspector.BeginItem(static_cast<uint32_t>(key), name, request.txn->label);
    inspector.Tag(request.mode == LockMode::kExclusive ? kExclusive : kShared);
    inspector.TagTransaction(request.granted ? kHolds : kWaits, request.txn->label);
    inspector.EndItem();
  });
  inspector.EndStructure();
}

}  // namespace afterimage
