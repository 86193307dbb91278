// Cold log of rings goes to a file before it is overwritten, a partition for each ring. A partition
// is a ring of blocks: where a position goes is a function of the position, so nothing about it
// needs to be remembered.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RING_ARCHIVE_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RING_ARCHIVE_H_

#include "scheme/shared/record_logs/log_ring.h"
#include "scheme/shared/record_logs/story.h"
#include "sim/kernel.h"
#include "tier/files/file.h"

namespace afterimage::wal {

struct ArchiveParams {
  bool on = false;
  uint32_t after = 0;  // bytes in one ring that are not archived, which wake the archiver
  uint32_t bytes = 0;  // of a partition; a multiple of the file's block
};

class RingArchive {
 public:
  RingArchive(const EngineContext& context, const ArchiveParams& params, File& file);

  // The rings in the order of their partitions. They outlive the archive.
  void Add(LogRing& ring) { rings_.push_back({&ring, 0}); }
  void Start();
  void Stop(Thread& thread);
  // Notes that the ring has got a record.
  void Grown(Thread& thread, const LogRing& ring);
  // Returns when everything below `limit` is in the file, durably; once daemons have ended, or
  // before they start, by archiving it itself.
  Task<void> Await(Thread& thread, uint32_t log, uint64_t limit);

  // Returns the place in the file of a position of a ring.
  uint64_t Offset(uint32_t log, uint64_t place) const {
    return uint64_t{log} * params_.bytes + place % params_.bytes;
  }
  // Copies what the file has, durably, of a ring from `place` on. REQUIRES: it is archived.
  void PeekDurable(uint32_t log, uint64_t place, void* out, uint32_t size) const;
  // Allows what the file has of a ring from `from` on and below `to` to be forgotten: only a lost
  // database would ask for it. No cost.
  void Forget(uint32_t log, uint64_t from, uint64_t to);
  // One item of the structure kFile: how far a ring's log from `head` to `tail` is there.
  void Describe(Inspector& inspector, uint32_t log, const char* label, uint64_t head, uint64_t tail,
                uint32_t page_limit, Numbers numbers);
  Tier tier() const { return file_.tier(); }

 private:
  struct Archived {
    LogRing* ring;
    uint64_t wanted;  // somebody waits for it
  };
  static constexpr uint32_t kPiece = 64 * 1024;  // of log, that goes to the file in one call

  Task<void> Run(Thread& thread);
  Task<void> ArchiveTo(Thread& thread, uint32_t log, uint64_t limit);
  // Returns the archived position, according to the file's device with the writes on their way: a
  // head passes nothing that is not archived, so the ring's content is compared. Also gives the
  // last record that is there.
  uint64_t ArchivedUpTo(uint32_t log, uint64_t head, uint64_t tail, uint32_t page_limit,
                        RecordHeader* last);

  Kernel& kernel_;
  Arena& arena_;
  File& file_;
  ArchiveParams params_;
  ArenaVector<Archived> rings_;
  Thread* daemon_;
  uint8_t* piece_ = nullptr;  // that is being archived
  bool stopping_ = false;
  WaitQueue work_;
  WaitQueue done_;
};

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RING_ARCHIVE_H_
