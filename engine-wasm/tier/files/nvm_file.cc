#include "tier/files/nvm_file.h"

#include <algorithm>

namespace afterimage {
namespace {

// The kernel keeps files in pages of 4 KB, on any device.
constexpr uint32_t kPageBytes = 4096;

struct ApiPrices {
  Price call;
  Price sync;
};
// The prices by NvmFileApi; mmap has no calls but its sync.
constexpr ApiPrices kApiPrices[] = {
    {Price::kFileTmpfsCall, Price::kFileTmpfsSync},
    {Price::kFileMmapSync, Price::kFileMmapSync},
    {Price::kFilePmfsCall, Price::kFilePmfsSync},
};
const ApiPrices& PricesOf(NvmFileApi api) { return kApiPrices[static_cast<int>(api)]; }

}  // namespace

NvmFile::NvmFile(Arena& arena, const MachineProfile& machine, Nvm& nvm, NvmFileApi api,
                 Address base, uint64_t size)
    : File(Tier::kNvm, base + JournalBytes(machine, api), size, kAtomBytes,
           api == NvmFileApi::kMmap ? 0 : machine[Price::kFileTmpfsSync]),
      arena_(arena),
      nvm_(nvm),
      api_(api),
      journal_bytes_(JournalBytes(machine, api)),
      call_ns_(api == NvmFileApi::kMmap ? 0 : machine[PricesOf(api).call]),
      sync_ns_(machine[PricesOf(api).sync]),
      page_ns_(api == NvmFileApi::kMmap ? 0 : machine[Price::kFilePage]),
      write_ns_(api == NvmFileApi::kTmpfs ? machine[Price::kFileWrite] : 0),
      write_page_ns_(api == NvmFileApi::kTmpfs ? machine[Price::kFileWritePage] : page_ns_),
      copy_line_ns_(machine[Price::kCopyLine]),
      writer_(LatchCostsOf(machine)),
      syncer_(LatchCostsOf(machine)),
      dirty_(ArenaAllocator<Range>(arena)),
      syncing_(ArenaAllocator<Range>(arena)) {
  AI_CHECK(base % kLineBytes == 0 && first_ + size <= nvm.size());
}

uint32_t NvmFile::JournalBytes(const MachineProfile& machine, NvmFileApi api) {
  return api == NvmFileApi::kPmfs
             ? static_cast<uint32_t>(machine[Price::kFilePmfsJournal]) * kLineBytes
             : 0;
}

uint64_t NvmFile::RegionBytes(const MachineProfile& machine, NvmFileApi api, uint64_t size) {
  return JournalBytes(machine, api) + (size + kLineBytes - 1) / kLineBytes * kLineBytes;
}

uint64_t NvmFile::PagesOf(uint64_t offset, uint32_t size) {
  return size == 0 ? 0 : (offset + size - 1) / kPageBytes - offset / kPageBytes + 1;
}

Task<void> NvmFile::Read(Thread& thread, Category category, uint64_t offset, void* out,
                         uint32_t size) {
  const Address from = At(offset, size);
  thread.Charge(category, call_ns_ + PagesOf(offset, size) * page_ns_);
  co_await nvm_.Read(thread, category, from, size);
  thread.Charge(category, (size + kLineBytes - 1) / kLineBytes * copy_line_ns_);
  co_await Ordered(thread);
  if (out) nvm_.Load(from, out, size);
  CountRead(size);
}

Task<void> NvmFile::Write(Thread& thread, Category category, uint64_t offset, const void* data,
                          uint32_t size) {
  const Address to = At(offset, size);
  if (size == 0) co_return;
  if (api_ == NvmFileApi::kMmap) {
    co_await nvm_.Store(thread, category, to, data, size, Access::kShared);
    co_await Ordered(thread);
    AddDirty(to, to + size);
    CountWrite(size);
    co_return;
  }
  const uint32_t whole = size;
  co_await WriteParts(thread, category, offset, data, &whole, 1);
}

// PMFS has no writev() of its own: the kernel calls its write() for each part. tmpfs takes all
// parts under its lock.
Task<void> NvmFile::WriteParts(Thread& thread, Category category, uint64_t offset, const void* data,
                               const uint32_t* sizes, uint32_t parts) {
  if (api_ == NvmFileApi::kMmap) {
    co_await File::WriteParts(thread, category, offset, data, sizes, parts);
    co_return;
  }
  thread.Charge(category, call_ns_);
  const auto* from = static_cast<const uint8_t*>(data);
  for (uint32_t i = 0; i < parts;) {
    uint32_t size = sizes[i++];
    while (api_ != NvmFileApi::kPmfs && i < parts) size += sizes[i++];
    if (size == 0) continue;
    const Address to = At(offset, size);
    co_await Latch::Acquire(thread, writer_, Contention(category));
    thread.Charge(category, write_ns_ + PagesOf(offset, size) * write_page_ns_);
    if (api_ == NvmFileApi::kPmfs) {
      co_await WriteDurably(thread, category, to, from, size);
    } else {
      co_await nvm_.Store(thread, category, to, from, size, Access::kShared);
      AddDirty(to, to + size);
    }
    CountWrite(size);
    co_await Latch::Release(thread, writer_);
    offset += size;
    from += size;
  }
}

// PMFS (EuroSys 2014), section 4: log entries of one line for the changes of the inode, made
// durable first; the data past the cache; then the entry that commits them. They reuse one place
// here: they are not read after a power cut, since the region's size and place are fixed. A write
// inside one block that the file has already is not journaled: the data, and the inode's line with
// its times (PMFS, fs/pmfs/xip.c, pmfs_file_write_fast).
Task<void> NvmFile::WriteDurably(Thread& thread, Category category, Address to, const void* data,
                                 uint32_t size) {
  const auto journal = static_cast<Address>(first_ - journal_bytes_);
  const uint32_t entries = journal_bytes_ / kLineBytes;
  entry_[0] = counters_.writes + 1;
  entry_[1] = to;
  entry_[2] = size;
  const uint64_t offset = to - first_;
  const bool journaled = offset / kPageBytes != (offset + size - 1) / kPageBytes;
  for (uint32_t i = 0; journaled && i + 1 < entries; ++i) {
    co_await nvm_.NtStore(thread, category, journal + i * kLineBytes, entry_, kLineBytes,
                          Access::kShared);
  }
  if (journaled && entries > 1) co_await nvm_.Fence(thread, category);
  co_await nvm_.NtStore(thread, category, to, data, size, Access::kShared);
  if (journaled || entries == 0) co_await nvm_.Fence(thread, category);
  if (entries == 0) co_return;
  co_await nvm_.NtStore(thread, category, journal + (entries - 1) * kLineBytes, entry_, kLineBytes,
                        Access::kShared);
  co_await nvm_.Fence(thread, category);
}

// Adjoining writes grow the last range: a log has one.
void NvmFile::AddDirty(Address from, Address to) {
  from = from / kLineBytes * kLineBytes;
  to = (to + kLineBytes - 1) / kLineBytes * kLineBytes;
  if (!dirty_.empty() && from <= dirty_.back().to && dirty_.back().from <= to) {
    dirty_.back().from = std::min(dirty_.back().from, from);
    dirty_.back().to = std::max(dirty_.back().to, to);
    return;
  }
  dirty_.push_back({from, to});
}

Task<void> NvmFile::Sync(Thread& thread, Category category) {
  thread.Charge(category, sync_ns_);
  Latch& latch = api_ == NvmFileApi::kMmap ? syncer_ : writer_;
  co_await Latch::Acquire(thread, latch, Contention(category));
  ++counters_.syncs;
  // Stores that slip in from now on are the next Sync's.
  std::swap(dirty_, syncing_);
  for (size_t i = 0; i < syncing_.size(); ++i) {
    const Range range = syncing_[i];
    co_await nvm_.Clflush(thread, category, range.from,
                          static_cast<uint32_t>(range.to - range.from), Access::kShared);
  }
  co_await nvm_.Fence(thread, category);
  syncing_.clear();
  co_await Latch::Release(thread, latch);
}

}  // namespace afterimage
