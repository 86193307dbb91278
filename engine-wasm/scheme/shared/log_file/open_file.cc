#include "scheme/shared/log_file/open_file.h"

#include "db/pages/page_store.h"
#include "tier/files/disk_file.h"
#include "tier/files/nvm_file.h"

namespace afterimage {
namespace {

NvmFileApi ApiOf(FileKind kind) {
  return static_cast<NvmFileApi>(static_cast<int>(kind) - static_cast<int>(FileKind::kTmpfs));
}

}  // namespace

FileLayout::Place FileLayout::Take(FileKind kind, bool log, uint64_t bytes) {
  Place place{kind, log, 0, bytes};
  if (OnNvm(kind)) {
    place.base = sizes_.nvm_bytes;
    TakeNvm(NvmFile::RegionBytes(machine_, ApiOf(kind), bytes));
    return place;
  }
  const uint64_t sector = machine_[Price::kDiskSector];
  uint64_t& used = log ? sizes_.log_disk_bytes : sizes_.disk_bytes;
  (log ? sizes_.log_disk_kind : sizes_.disk_kind) = static_cast<DiskKind>(kind);
  place.base = used;
  place.size = (bytes + sector - 1) / sector * sector;
  used += place.size + DiskFile::JournalBytes(machine_);
  return place;
}

FileLayout::Place FileLayout::TakePages(const PageParams& pages, uint32_t page_limit) {
  sizes_.dram_bytes += uint64_t{pages.frames} * pages.page_bytes;
  sizes_.database_pages = page_limit;
  return Take(
      pages.data_on, false,
      PageStore::FileBytes({pages.page_bytes, page_limit, pages.torn == TornPages::kDoubleWrite,
                            pages.lsns_fall, pages.batch}));
}

File* OpenFile(const EngineContext& context, const FileLayout::Place& place) {
  if (OnNvm(place.kind)) {
    return context.arena.New<NvmFile>(context.arena, context.machine, context.devices.nvm,
                                      ApiOf(place.kind), place.base, place.size);
  }
  BlockDevice& disk = place.log ? context.devices.log_disk : context.devices.disk;
  return context.arena.New<DiskFile>(context.arena, context.machine, disk, place.base, place.size,
                                     context.page_cache);
}

}  // namespace afterimage
