#include "tier/disk/open_sectors.h"

#include <algorithm>
#include <cstring>

namespace afterimage {

// --- Open sectors of a running disk --------------------------------------------------------------

template <class Visit>
void OpenSectors::ForEach(uint64_t address, uint32_t size, Visit visit) {
  for (uint32_t offset = 0; offset < size; offset += sector_bytes_) {
    if (Sector** found = index_.Find(address + offset)) visit(*found, offset);
  }
}

OpenSectors::Sector& OpenSectors::Open(uint64_t address) {
  if (Sector** found = index_.Find(address)) return **found;
  auto* sector = new (arena_.AllocatePooled(sizeof(Sector))) Sector();
  sector->address = address;
  sector->previous = last_;
  (last_ ? last_->next : first_) = sector;
  last_ = sector;
  index_[address] = sector;
  return *sector;
}

void OpenSectors::Recycle(SectorVersion* version) {
  if (version->cached) arena_.Recycle(const_cast<uint8_t*>(version->bytes), sector_bytes_);
  arena_.Recycle(version, sizeof(SectorVersion));
}

void OpenSectors::CloseIfDurable(Sector* sector) {
  if (sector->cached == 0 && sector->durable) {
    arena_.Recycle(sector->durable, sector_bytes_);
    sector->durable = nullptr;
  }
  if (sector->first) return;
  (sector->previous ? sector->previous->next : first_) = sector->next;
  (sector->next ? sector->next->previous : last_) = sector->previous;
  index_.Erase(sector->address);
  arena_.Recycle(sector, sizeof(Sector));
}

void OpenSectors::Issue(const DiskWrite& write) {
  for (uint32_t offset = 0; offset < write.size; offset += sector_bytes_) {
    Sector& sector = Open(write.address + offset);
    auto* version = new (arena_.AllocatePooled(sizeof(SectorVersion))) SectorVersion();
    version->bytes = write.data + offset;
    version->write = write.number;
    version->txn = write.txn;
    version->structure = write.where.structure;
    version->key = write.where.key;
    SectorVersion** link = &sector.first;
    while (*link) link = &(*link)->next;
    *link = version;
    ++sector.versions;
  }
}

void OpenSectors::Complete(const DiskWrite& write) {
  ForEach(write.address, write.size, [&](Sector* sector, uint32_t) {
    SectorVersion** link = &sector->first;
    while (SectorVersion* version = *link) {
      // Older content of the cache is superseded.
      if (version->write == write.number || (version->cached && version->write < write.number)) {
        sector->cached -= version->cached;
        --sector->versions;
        *link = version->next;
        Recycle(version);
      } else {
        link = &version->next;
      }
    }
    AI_NATIVE_CHECK(sector->cached == 0);  // nobody writes what is being written
    CloseIfDurable(sector);
  });
}

void OpenSectors::Cache(const DiskWrite& write, const PagedBytes& bytes) {
  ForEach(write.address, write.size, [&](Sector* sector, uint32_t) {
    SectorVersion* version = sector->first;
    while (version && version->write != write.number) version = version->next;
    if (!version) return;
    if (!sector->durable) {
      sector->durable = static_cast<uint8_t*>(arena_.AllocatePooled(sector_bytes_));
      bytes.Read(sector->address, sector->durable, sector_bytes_);
    }
    auto* copy = static_cast<uint8_t*>(arena_.AllocatePooled(sector_bytes_));
    std::memcpy(copy, version->bytes, sector_bytes_);
    version->bytes = copy;
    version->cached = true;
    ++sector->cached;
  });
}

void OpenSectors::Drain(uint64_t address, uint32_t size, uint32_t number) {
  ForEach(address, size, [&](Sector* sector, uint32_t) {
    SectorVersion** link = &sector->first;
    while (SectorVersion* version = *link) {
      if (!version->cached || version->write > number) {
        link = &version->next;
        continue;
      }
      std::memcpy(sector->durable, version->bytes, sector_bytes_);
      --sector->cached;
      --sector->versions;
      *link = version->next;
      Recycle(version);
    }
    CloseIfDurable(sector);
  });
}

void OpenSectors::OverlayDurable(uint64_t address, uint32_t size, uint8_t* out) const {
  const uint64_t end = address + size;
  for (uint64_t at = address / sector_bytes_ * sector_bytes_; at < end && index_.size() > 0;
       at += sector_bytes_) {
    Sector* const* found = index_.Find(at);
    if (!found || !(*found)->durable) continue;
    const uint64_t from = std::max(at, address), to = std::min(at + sector_bytes_, end);
    std::memcpy(out + (from - address), (*found)->durable + (from - at),
                static_cast<size_t>(to - from));
  }
}

bool OpenSectors::Certain(uint64_t address, uint32_t size, const uint8_t* shown) const {
  const uint64_t end = address + size;
  for (uint64_t at = address / sector_bytes_ * sector_bytes_; at < end && index_.size() > 0;
       at += sector_bytes_) {
    Sector* const* found = index_.Find(at);
    if (!found) continue;
    const uint64_t from = std::max(at, address), to = std::min(at + sector_bytes_, end);
    const auto differs = [&](const uint8_t* sector) {
      return std::memcmp(sector + (from - at), shown + (from - address),
                         static_cast<size_t>(to - from)) != 0;
    };
    if ((*found)->durable && differs((*found)->durable)) return false;
    for (const SectorVersion* version = (*found)->first; version; version = version->next) {
      if (differs(version->bytes)) return false;
    }
  }
  return true;
}

void OpenSectors::RestoreDurable(PagedBytes& bytes) const {
  for (const Sector* sector = first_; sector; sector = sector->next) {
    if (sector->durable) bytes.Write(sector->address, sector->durable, sector_bytes_);
  }
}

void OpenSectors::CollectUnits(uint64_t base, bool tearable,
                               ArenaVector<PersistUnit>& units) const {
  for (const Sector* sector = first_; sector; sector = sector->next) {
    PersistUnit unit;
    unit.tier = Tier::kDisk;
    unit.address = base + sector->address;
    unit.size = sector_bytes_;
    unit.in_flight = sector->cached < sector->versions;
    unit.versions = sector->first;
    unit.version_count = sector->versions;
    unit.tearable = tearable;
    const SectorVersion* newest = sector->first;
    while (newest->next) newest = newest->next;
    unit.txn = newest->txn;
    unit.structure = newest->structure;
    unit.key = newest->key;
    units.push_back(unit);
  }
}

// --- Undecided sectors of a crashed disk ---------------------------------------------------------

void UndecidedSectors::Reset(Arena& arena, const ArenaVector<PersistUnit>& units,
                             PersistChoice& choice, uint32_t first_unit) {
  choice_ = &choice;
  looks_.Watch(choice);
  first_unit_ = first_unit;
  count_ = left_ = static_cast<uint32_t>(units.size());
  units_ = arena.NewArray<PersistUnit>(units.size());
  for (uint32_t i = 0; i < count_; ++i) {
    units_[i] = units[i];
    units_[i].inherited = true;
    index_[units[i].address - base_] = i;
  }
}

void UndecidedSectors::DecideRange(uint64_t address, uint64_t size, PagedBytes& bytes) {
  for (uint64_t at = address / sector_bytes_ * sector_bytes_; at < address + size;
       at += sector_bytes_) {
    if (const uint32_t* index = left_ > 0 ? index_.Find(at) : nullptr) DecideOne(*index, bytes);
    if (looks_.watching() && looks_.IsFirst(at)) looks_.Look(at);
  }
}

void UndecidedSectors::DecideAll(PagedBytes& bytes) {
  for (uint32_t i = 0; i < count_ && left_ > 0; ++i) {
    if (index_.Find(units_[i].address - base_)) DecideOne(i, bytes);
  }
}

void UndecidedSectors::DecideOne(uint32_t index, PagedBytes& bytes) {
  const PersistUnit& unit = units_[index];
  const uint64_t address = unit.address - base_;
  index_.Erase(address);
  --left_;
  const uint32_t option = choice_->Choose(first_unit_ + index, unit);
  AI_CHECK(option < unit.options());
  uint8_t sector[kMaxUnitBytes];
  bytes.Read(address, sector, unit.size);
  ApplyOption(unit, option, sector);
  bytes.Write(address, sector, unit.size);
}

void UndecidedSectors::CollectUnits(ArenaVector<PersistUnit>& units) const {
  for (uint32_t i = 0; i < count_ && left_ > 0; ++i) {
    if (index_.Find(units_[i].address - base_)) units.push_back(units_[i]);
  }
}

}  // namespace afterimage
