// The archive of cold log on disk (section 5.1): a daemon copies objects there before the ring lets
// go of them.
//
//   block 0     block 1     ..    The archive is a ring of blocks. Where
//   +---------+---------+-- --    an object goes is a function of its LSN,
//   | objects | objects |         so nothing about it needs to be
//   +---------+---------+-- --    remembered.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_ARCHIVE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_ARCHIVE_H_

#include "scheme/contract/checkpointer.h"
#include "scheme/systems/nv_logging/layout.h"

namespace afterimage::nvlog {

struct ArchiveParams {
  bool on = true;  // cold log goes to disk before it is truncated
  uint64_t base = 0;
  uint64_t bytes = 0;
};

class Archive {
 public:
  // Adds its thread, where it is on. The daemon ends after `checkpointer`, which asks for copies.
  Archive(const EngineContext& context, const Layout& layout, const ArchiveParams& params,
          const Checkpointer& checkpointer);

  void Start();
  void Stop(Thread& thread);
  // After a power cut: what the ring still has may be missing here.
  void Open(Lsn head) { copied_ = head; }
  // All objects below `limit` are here; true where there is no archive.
  bool Has(Lsn limit) const { return !daemon_ || copied_ >= limit; }
  // Returns when the daemon has copied all objects below `limit`.
  Task<void> Await(Thread& thread, Lsn limit);
  // Copies them on this thread, where it is on.
  Task<void> CopyUpTo(Thread& thread, Lsn limit);
  // The checkpointer may be idle now, so that the daemon may end.
  void CheckpointEnded(Thread& thread) {
    if (stopping_) work_.WakeAll(kernel_, thread.now());
  }

  void Describe(Inspector& inspector, const Schema& schema) const;

 private:
  static constexpr uint32_t kPiece = 64 * 1024;  // of the archive, that is written at once

  Task<void> Run(Thread& thread);
  // Blocks side by side that go to the disk at once, up to `limit`. `piece`: their bytes.
  Task<void> CopyPiece(Thread& thread, Lsn limit, uint8_t* piece);
  uint32_t BlockBytes() const;
  uint32_t PerBlock() const { return BlockBytes() / layout_.object_bytes; }
  uint64_t Blocks() const { return params_.bytes / BlockBytes(); }
  // Returns the most blocks that are written at once.
  uint32_t PieceBlocks() const;

  Kernel& kernel_;
  Arena& arena_;
  Nvm& nvm_;
  BlockDevice& disk_;
  Layout layout_;
  ArchiveParams params_;
  const Checkpointer& checkpointer_;
  Thread* daemon_;
  Lsn copied_ = kFirstLsn;
  Lsn wanted_ = 0;
  bool stopping_ = false;
  WaitQueue work_;
  WaitQueue done_;
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_RING_ARCHIVE_H_
