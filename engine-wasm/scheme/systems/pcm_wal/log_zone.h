// A log file whose newest part is in PCM, and whose rest is on a disk (PCMLogging, TKDE 2015,
// figure 1b and section 6.1).
//
//   0         128          + 8 Z           whole lines
//   +---------+------------+---------------+---------------+-----+
//   | masters | a word for | stretch in    | stretch in    | ... |
//   |         | each place | place 0       | place 1       |     |
//   +---------+------------+---------------+---------------+-----+
//
// The file is cut into stretches of equal size. A stretch that is being written is in a place of
// the zone, whose word gives its number; a write is durable on return. Once the log has gone on to
// the next stretch, a daemon writes the last one to the disk and then clears the word. Masters
// never leave the zone. The content of the zone takes precedence over the disk's.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_LOG_ZONE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_LOG_ZONE_H_

#include "scheme/contract/scheme.h"
#include "tier/files/file.h"

namespace afterimage::pcm_wal {

struct ZoneParams {
  Address base = 0;  // in NVM; a multiple of 64
  uint32_t stretch_bytes = 8192;
  uint32_t places = 1;
  uint64_t log_bytes = 0;  // of the file behind its masters; a multiple of the stretch
};

class LogZone final : public File {
 public:
  static constexpr uint32_t kMasterBytes = 2 * kLineBytes;

  // `disk` holds DiskBytes and outlives it.
  LogZone(const EngineContext& context, const ZoneParams& params, File& disk);
  static uint64_t NvmBytes(const ZoneParams& params) {
    return WordsEnd(params) + uint64_t{params.places} * params.stretch_bytes;
  }
  static uint64_t DiskBytes(const ZoneParams& params, uint32_t sector) {
    return sector + params.log_bytes;
  }

  // Start and stop the daemon that archives. A recovery runs without it: a thread that needs a
  // place archives then.
  void Start();
  void Stop(Thread& thread);

  // --- File ---
  Task<void> Read(Thread& thread, Category category, uint64_t offset, void* out,
                  uint32_t size) override;
  Task<void> Write(Thread& thread, Category category, uint64_t offset, const void* data,
                   uint32_t size) override;
  Task<void> Sync(Thread&, Category) override { co_return; }
  void Peek(uint64_t offset, void* out, uint32_t size) override;
  void PeekNewest(uint64_t offset, void* out, uint32_t size) override;
  void PeekDurable(uint64_t offset, void* out, uint32_t size) const override;
  bool durable_on_write() const override { return true; }
  void SetSource(const ByteSource*) override { AI_CHECK(false); }  // a log is made by writing
  void Format(uint64_t offset, const void* data, uint32_t size) override;
  void Discard(uint64_t offset, uint64_t size) override;
  DevicePlace PlaceOf(uint64_t offset) const override;

  // Reads the words, after a restart. False where they make no sense.
  Task<bool> Open(Thread& thread);
  // Shows the places and what is in them.
  void Describe(Inspector& inspector, uint16_t structure) const;
  // Checks what the words say.
  void CheckStructures(StructureCheck& check) const;
#if AFTERIMAGE_WATCHES_READS
  // As StorageEngine::CheckMemory says.
  void CheckMemory(StructureCheck& check) const;
  // As StorageEngine::CheckAnytime says.
  void CheckAnytime(StructureCheck& check) const;
#endif

 private:
  static constexpr uint32_t kNoPlace = ~0u;
  static uint64_t WordsEnd(const ZoneParams& params) {
    const uint64_t words = uint64_t{params.places} * kAtomBytes;
    return kMasterBytes + (words + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  Address WordAt(uint32_t place) const { return params_.base + kMasterBytes + place * kAtomBytes; }
  Address PlaceAt(uint32_t place) const {
    return static_cast<Address>(params_.base + WordsEnd(params_) +
                                uint64_t{place} * params_.stretch_bytes);
  }
  uint32_t StretchOf(uint64_t offset) const {
    return static_cast<uint32_t>((offset - kMasterBytes) / params_.stretch_bytes);
  }
  uint32_t WithinStretch(uint64_t offset) const {
    return static_cast<uint32_t>((offset - kMasterBytes) % params_.stretch_bytes);
  }
  // Bytes from `offset` on that lie side by side: in the masters, or in a stretch.
  uint32_t Together(uint64_t offset, uint32_t size) const;
  uint64_t OnDisk(uint64_t offset) const { return offset - kMasterBytes + sector_; }
  // The place's word is clear, or of a stretch that is in no place before it.
  bool Plausible(uint32_t place) const;
  // The place of a stretch, or kNoPlace; by what the cache or the device holds.
  uint32_t Find(uint32_t stretch, bool durable) const;
  // Calls f(part, place or kNoPlace, NVM address) for the parts of a range.
  template <class F>
  void ForEachPart(uint64_t offset, uint32_t size, bool durable, F&& f) const;
  Task<void> Put(Thread& thread, Category category, Address at, const void* data, uint32_t size);
  Task<uint32_t> PlaceFor(Thread& thread, Category category, uint64_t offset);
  Task<uint32_t> TakePlace(Thread& thread);
  // A place whose stretch the log has left, or kNoPlace.
  uint32_t ToArchive() const;
  Task<void> Archive(Thread& thread, uint32_t place);
  Task<void> Run(Thread& thread);

  Kernel& kernel_;
  Arena& arena_;
  Nvm& nvm_;
  ZoneParams params_;
  File& disk_;
  uint32_t sector_;
  bool frees_first_;  // a mutation
  bool overlaps_;     // write-backs of several lines
  Time copy_line_ns_;
  Thread& thread_;
  uint8_t* piece_;                  // that is being archived
  ArenaVector<uint64_t> taken_at_;  // by place: the order in which they were taken; 0 free
  uint64_t next_ = 1;
  uint32_t current_ = kNoPlace;  // the stretch that the log is in
  bool started_ = false;
  bool stopping_ = false;
  uint32_t archiving_ = kNoPlace;  // the stretch that is on its way to the disk
  WaitQueue work_;
  WaitQueue room_;
};

}  // namespace afterimage::pcm_wal

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_LOG_ZONE_H_
