// Files in NVM, behind the three interfaces that the NV-Logging paper compares (section 3.3 and
// figure 9; PMFS in section 6.5):
//
//   kTmpfs   write() copies through the cache; fsync() is a call, and writes dirty lines back
//   kMmap    a Write is stores by the user, without a call; msync() is a call and writes back
//   kPmfs    write() journals metadata, copies past the cache and fences: durable on return
//
// tmpfs and msync() by themselves never write cache lines back; a log on them would not survive a
// power cut, so here their Sync does.
#ifndef AFTERIMAGE_TIER_FILES_NVM_FILE_H_
#define AFTERIMAGE_TIER_FILES_NVM_FILE_H_

#include "tier/files/file.h"
#include "tier/nvm/nvm.h"

namespace afterimage {

enum class NvmFileApi : uint8_t { kTmpfs, kMmap, kPmfs };

class NvmFile final : public File {
 public:
  // A file of `size` bytes, which takes RegionBytes(...) of NVM from `base` on. REQUIRES: `base` is
  // a multiple of 64.
  NvmFile(Arena& arena, const MachineProfile& machine, Nvm& nvm, NvmFileApi api, Address base,
          uint64_t size);
  // Returns the bytes of the file and, with PMFS, of its journal in front of it.
  static uint64_t RegionBytes(const MachineProfile& machine, NvmFileApi api, uint64_t size);

  Task<void> Read(Thread& thread, Category category, uint64_t offset, void* out,
                  uint32_t size) override;
  Task<void> Write(Thread& thread, Category category, uint64_t offset, const void* data,
                   uint32_t size) override;
  Task<void> WriteParts(Thread& thread, Category category, uint64_t offset, const void* data,
                        const uint32_t* sizes, uint32_t parts) override;
  Task<void> Sync(Thread& thread, Category category) override;
  void Peek(uint64_t offset, void* out, uint32_t size) override {
    nvm_.Load(At(offset, size), out, size);
  }
  void PeekNewest(uint64_t offset, void* out, uint32_t size) override { Peek(offset, out, size); }
  void PeekDurable(uint64_t offset, void* out, uint32_t size) const override {
    nvm_.LoadDurable(address(offset), out, size);
  }
  bool durable_on_write() const override { return api_ == NvmFileApi::kPmfs; }
  void SetSource(const ByteSource* source) override {
    nvm_.set_source(arena_.New<RegionSource>(*source, first_, size_, nvm_.source()));
  }
  void Format(uint64_t offset, const void* data, uint32_t size) override {
    nvm_.Format(At(offset, size), data, size);
  }
  void Discard(uint64_t offset, uint64_t size) override { nvm_.Discard(At(offset, size), size); }
  // Threads in the queue for the file.
  uint32_t waiting() const { return writer_.waiting() + syncer_.waiting(); }

 private:
  struct Range {
    Address from;
    Address to;
  };
  static uint32_t JournalBytes(const MachineProfile& machine, NvmFileApi api);
  Address At(uint64_t offset, uint64_t size) const {
    AI_CHECK(offset <= size_ && size <= size_ - offset);
    return address(offset);
  }
  Task<void> WriteDurably(Thread& thread, Category category, Address address, const void* data,
                          uint32_t size);
  void AddDirty(Address from, Address to);
  static uint64_t PagesOf(uint64_t offset, uint32_t size);

  Arena& arena_;
  Nvm& nvm_;
  NvmFileApi api_;
  uint32_t journal_bytes_;
  Time call_ns_;
  Time sync_ns_;
  Time page_ns_;
  Time write_ns_;
  Time write_page_ns_;
  Time copy_line_ns_;
  Latch writer_;
  Latch syncer_;                         // mmap: stores need no turn, msync() does
  ArenaVector<Range> dirty_;             // written and not synced, in whole lines
  ArenaVector<Range> syncing_;           // what a Sync is writing back
  uint64_t entry_[kLineBytes / 8] = {};  // of the journal
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_FILES_NVM_FILE_H_
