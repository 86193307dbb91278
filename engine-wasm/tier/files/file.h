// A region of a device behind an API: what a call costs, who may write at once, and when bytes are
// durable. A File keeps nothing that must survive: after a power cut recovery builds Files anew
// over the devices as they are.
#ifndef AFTERIMAGE_TIER_FILES_FILE_H_
#define AFTERIMAGE_TIER_FILES_FILE_H_

#include <cstdint>

#include "sim/latch.h"
#include "tier/paged_bytes.h"

namespace afterimage {

struct FileCounters {
  uint64_t reads = 0;
  uint64_t writes = 0;
  uint64_t syncs = 0;
  uint64_t bytes_read = 0;
  uint64_t bytes_written = 0;
};

// A ByteSource for a part of a device. The rest is `rest`'s, or zeros where that is null.
class RegionSource final : public ByteSource {
 public:
  RegionSource(const ByteSource& inner, uint64_t first, uint64_t size, const ByteSource* rest)
      : inner_(inner), rest_(rest), first_(first), size_(size) {}
  void Generate(uint64_t address, uint32_t size, uint8_t* out) const override;
  bool Dear(uint64_t address) const override {
    if (!kWhole) return false;
    if (address >= first_ && address < first_ + size_) return inner_.Dear(address - first_);
    return rest_ && rest_->Dear(address);
  }

 private:
  const ByteSource& inner_;
  const ByteSource* rest_;
  uint64_t first_;
  uint64_t size_;
};

// The place of a byte: a device, and an address as events and the interface show it.
struct DevicePlace {
  Tier tier;
  Address address;
};

// The way in which a log writes its file: complete blocks of at least this many bytes, of which
// each begins at a multiple; by a write(), and fsync() if that is not durable; or, in parts, by
// lseek(), one writev() of up to four parts to a file opened O_SYNC, and fsync() (Shore-MT,
// partition.cpp).
struct LogWriting {
  uint32_t block_bytes = 64;
  bool in_parts = false;
};

// Bytes of each block of a file that are a function of the block's others, such as a checksum:
// `bytes` of them at `at`, which `make` puts into a block.
struct Seals {
  uint32_t block_bytes = 0;
  uint32_t at = 0;
  uint32_t bytes = 0;
  void (*make)(uint8_t* block, uint32_t block_bytes) = nullptr;
};

class DiskFile;

class File {
 public:
  // Reads a range. A Read to null brings the bytes, for a Peek, and copies nothing. REQUIRES:
  // ranges lie within size() and are multiples of block_bytes().
  virtual Task<void> Read(Thread& thread, Category category, uint64_t offset, void* out,
                          uint32_t size) = 0;
  // Writes a range; whether it is durable on return depends on the file (see Sync). REQUIRES:
  // `data` stays until it is done.
  virtual Task<void> Write(Thread& thread, Category category, uint64_t offset, const void* data,
                           uint32_t size) = 0;
  // Returns whether WriteLines may be called, for ranges of complete blocks with such seals.
  virtual bool TakesLines(const Seals&) { return false; }
  // Writes a range of which only those lines of 64 bytes need be there that have a bit in `lines`,
  // 64 lines a word: the others are as Peek gives them. It costs the same as Write. The seals need
  // not be there: they are made when they are read, or when they leave for the device. REQUIRES: as
  // Write; `lines` stays until it is done, and has the seals'.
  virtual Task<void> WriteLines(Thread&, Category, uint64_t, const uint8_t*, uint32_t,
                                const uint64_t*) {
    AI_CHECK(false);
    __builtin_unreachable();
  }
  // Adds to `lines` those of a range of complete blocks of which Peek may give other bytes than
  // PeekNewest. REQUIRES: TakesLines.
  virtual void AddHeldLines(uint64_t /*offset*/, uint32_t /*size*/, uint64_t* /*lines*/) const {}
  // Writes a range in one call with `parts` pieces of it, of the given sizes. REQUIRES: as Write;
  // `sizes` stays until it is done.
  virtual Task<void> WriteParts(Thread& thread, Category category, uint64_t offset,
                                const void* data, const uint32_t* sizes, uint32_t parts);
  // A call that moves no bytes, such as lseek().
  void NullCall(Thread& thread, Category category) const { thread.Charge(category, null_call_ns_); }
  // Waits until everything that this file's completed Writes wrote is durable.
  virtual Task<void> Sync(Thread& thread, Category category) = 0;

  // Copies what a Read would give now, of any range. No cost, no event.
  virtual void Peek(uint64_t offset, void* out, uint32_t size) = 0;
  // Copy what the device will hold once all that is on its way to it has arrived, and what it holds
  // now. Neither sees what an operating system keeps in memory.
  virtual void PeekNewest(uint64_t offset, void* out, uint32_t size) = 0;
  virtual void PeekDurable(uint64_t offset, void* out, uint32_t size) const = 0;
  // True if a Write is durable on return, without a Sync.
  virtual bool durable_on_write() const = 0;
  // Sets the content of unwritten parts of the file, by offset. REQUIRES: nothing has happened to
  // the file yet; `source` outlives the device and its forks.
  virtual void SetSource(const ByteSource* source) = 0;
  // Puts bytes there before the run, into any range: durable, no cost, no event.
  virtual void Format(uint64_t offset, const void* data, uint32_t size) = 0;
  // Puts all of the file into the page cache, if there is one, before the run: as after a long one.
  virtual void Warm() {}
  // Returns the file itself if an operating system keeps pages of it in memory, else null; for the
  // interface.
  virtual const DiskFile* cached_file() const { return nullptr; }
  // Allows dropping bytes of a range that will not be read again. No cost.
  virtual void Discard(uint64_t offset, uint64_t size) = 0;

  uint64_t size() const { return size_; }
  // Returns the alignment of ranges, which is the unit that a power cut cannot tear: a sector, or 8
  // bytes.
  uint32_t block_bytes() const { return block_bytes_; }
  Tier tier() const { return tier_; }
  // Returns the address of a byte in its tier, as events and the interface show it.
  Address address(uint64_t offset) const { return static_cast<Address>(first_ + offset); }
  // Says where a byte is now: on the file's own device, unless the file keeps parts elsewhere.
  virtual DevicePlace PlaceOf(uint64_t offset) const { return {tier_, address(offset)}; }
  const FileCounters& counters() const { return counters_; }

 protected:
  // `first`: the address of the first byte in the tier.
  File(Tier tier, uint64_t first, uint64_t size, uint32_t block_bytes, Time null_call_ns)
      : first_(first),
        size_(size),
        null_call_ns_(null_call_ns),
        tier_(tier),
        block_bytes_(block_bytes) {}
  ~File() = default;

  // Waiting for another writer of a log is contention on the log.
  static Category Contention(Category category) {
    return category == Category::kLogIo || category == Category::kLogWork ? Category::kLogContention
                                                                          : category;
  }
  void CountRead(uint32_t size) {
    ++counters_.reads;
    counters_.bytes_read += size;
  }
  void CountWrite(uint32_t size) {
    ++counters_.writes;
    counters_.bytes_written += size;
  }

  uint64_t first_;
  uint64_t size_;
  Time null_call_ns_;
  Tier tier_;
  uint32_t block_bytes_;
  FileCounters counters_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_FILES_FILE_H_
