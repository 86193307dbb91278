// XtraDB's log: a buffer of blocks in DRAM that all threads append to under one mutex, and a file
// of blocks that is used cyclically.
//
// A mini-transaction appends its records as one group and holds the mutex meanwhile, so a flush
// ends with a complete group. A block that is not full is written again when it has grown.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_REDO_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_REDO_LOG_H_

#include "db/schema.h"
#include "db/structure_check.h"
#include "log/group_flush.h"
#include "log/ring_buffer.h"
#include "scheme/systems/xtradb/log_parser.h"
#include "tier/prices/machine_profile.h"
#include "trace/inspector.h"

namespace afterimage::xtradb {

struct RedoLogParams {
  Blocks blocks;
  uint64_t file_bytes = 16 * 1024;  // of blocks, a multiple of theirs
  uint32_t buffer_bytes = 8 * 1024;
  uint32_t page_bytes = 512;
  uint32_t page_limit = 1;
  uint32_t undo_from = 1;     // pages of undo are from this number on
  bool laps_itself = false;   // a mutation: it does not wait for the checkpoint
  bool keeps_halves = false;  // a mutation: restart repeats what of a group there is
};

struct RedoLogCounters {
  uint64_t records = 0;
  uint64_t bytes = 0;
  uint64_t flushes = 0;
  Time insert_ns = 0;  // of mini-transactions, waiting for the mutex included
};

class RedoLog {
 public:
  // A log in `file`, neither fresh nor found again: Format or ReadCheckpoint comes next. REQUIRES:
  // the file has FileBytes and outlives the log.
  RedoLog(Arena& arena, const MachineProfile& machine, File& file, const RedoLogParams& params);
  static uint64_t FileBytes(const RedoLogParams& params) {
    return kFrontBlocks * uint64_t{params.blocks.bytes} + params.file_bytes;
  }
  void Format();

  // --- Mini-transactions ---
  // Begins a group of at most so many bytes: on return the thread has the mutex, and the buffer
  // room. REQUIRES: the log has room, too.
  Task<void> Open(Thread& thread, uint32_t bytes);
  // Appends a record to the group, and returns its LSN.
  Task<Lsn> Put(Thread& thread, LogRecord record, Bytes after);
  // Ends the group with the record that was appended last.
  Task<void> Close(Thread& thread);

  // Returns a lower bound of the LSNs of all groups to come; it begins a group.
  Lsn next_lsn() const { return open_ ? group_ : inserted_; }
  // Everything below is durable.
  Lsn durable_lsn() const { return flush_.durable(); }
  Lsn checkpoint_lsn() const { return checkpoint_.lsn; }
  // Bytes that may be appended before a checkpoint must have come.
  uint64_t Room() const;

  // Returns when the record at `lsn` is durable: the thread flushes, or waits for the one that
  // does.
  Task<void> Force(Thread& thread, Lsn lsn);
  // Flushes all complete groups, once.
  Task<void> Flush(Thread& thread);
  // Redo begins at `lsn` from now on, which must be durable: what is older may be overwritten.
  Task<void> WriteCheckpoint(Thread& thread, Lsn lsn);

  // --- Restart ---
  // Finds the latest checkpoint; false where none is whole.
  Task<bool> ReadCheckpoint(Thread& thread);
  // Reads the next group, from the checkpoint on. Returns false if there is no further complete
  // one: the log ends there.
  Task<bool> Next(Thread& thread, Group* group);
  // Continues the log where Next found its end. A new checkpoint number tells later blocks from the
  // rest of an incomplete group that is still there; and the last block ends there, durably, so
  // that no later block counts before it does.
  Task<void> Continue(Thread& thread);

  const RedoLogCounters& counters() const { return counters_; }
  File& file() { return file_; }
  // Copies bytes of the buffer, by DRAM address; returns false if there are none.
  bool ReadBuffer(Address address, uint32_t size, uint8_t* out) const {
    return buffer_.ReadAt(address, size, out);
  }
  Address BufferAddress(Lsn lsn) const { return buffer_.AddressOf(blocks_.PositionOf(lsn)); }
  uint64_t FileOffset(Lsn lsn) const {
    return kFrontBlocks * uint64_t{blocks_.bytes} + blocks_.BlockOf(lsn) % params_.file_bytes;
  }
  // Show the buffer, the file and the checkpoints, and check what must hold of their bytes, at no
  // cost.
  void DescribeBuffer(Inspector& inspector, const Schema& schema);
  void DescribeFile(Inspector& inspector, const Schema& schema);
  void DescribeCheckpoints(Inspector& inspector);
  void CheckStructures(StructureCheck& check);

 private:
  static constexpr uint64_t kMagic = 0x3142444152545800;
  // The bytes that a scan reads of the file at a time.
  static constexpr uint32_t kWindowBytes = 64 * 1024;
  // A flush goes to the device in pieces of at most this size.
  static constexpr uint32_t kChunkBytes = 64 * 1024;

  bool HasBufferRoom(uint32_t bytes) const {
    return blocks_.PositionOf(inserted_) + bytes -
               blocks_.PositionOf(blocks_.BlockOf(durable_lsn()) + kBlockHead) <=
           params_.buffer_bytes;
  }
  // Writes the blocks from that of `from` on, up to `to`.
  // Makes it durable; returns the place of the last byte.
  Task<DevicePlace> WriteOut(Thread& thread, Lsn from, Lsn to);
  // Puts the block of `lsn`, which ends at `to` at the latest, there.
  void PutBlock(Lsn lsn, Lsn to, uint8_t* block) const;
  // Returns the place in the file of the checkpoint with this number: two places are used in turn.
  uint64_t PlaceOf(uint32_t checkpoint) const {
    return (checkpoint % 2 * 2 + 1) * uint64_t{blocks_.bytes};
  }
  bool IsWhole(const Checkpoint& checkpoint) const;
  Task<void> Persist(Thread& thread);
  // Calls f(group) for the groups that the device will hold once all that is on its way has
  // arrived, from the checkpoint on; returns where they end.
  template <class F>
  Lsn ForEachGroup(F f);
  bool IsUndoPage(PageId page) const { return page >= params_.undo_from; }
  // Copies the first bytes that a record brings, from the buffer or the file.
  void PeekImage(Tier tier, Lsn lsn, uint8_t* out, uint32_t size);
  // Shows a record whose bytes from offset `n` on are at at(n), where they are in one piece; that
  // of a byte is always known.
  template <class At>
  void DescribeRecord(Inspector& inspector, Tier tier, const LogRecord& record, Lsn lsn, At at,
                      const Schema& schema);

  Arena& arena_;
  File& file_;
  RedoLogParams params_;
  Blocks blocks_;
  Time record_ns_;
  Time copy_line_ns_;
  Latch latch_;
  RingBuffer buffer_;  // by position
  bool open_ = false;
  Lsn group_;  // where the open group began
  Time group_start_ = 0;
  Lsn last_ = kNoLsn;  // its last record
  Lsn inserted_;
  GroupFlush flush_;
  Checkpoint checkpoint_;
  uint32_t chunk_bytes_;
  uint8_t* chunk_;             // what a flush is writing
  uint8_t* window_ = nullptr;  // what a scan has read
  uint64_t window_from_ = 0;   // offset in the file
  uint32_t window_bytes_ = 0;
  LogParser* scan_ = nullptr;
  RedoLogCounters counters_;
};

}  // namespace afterimage::xtradb

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_REDO_LOG_H_
