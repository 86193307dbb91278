// A central log: one buffer in DRAM that all threads insert into, and a file of partitions that it
// is flushed to. The log is endless; partition n is at position n mod
// partitions of the file, behind two master blocks that say where restart begins.
//
//   file:  | master 0 | master 1 | partition 0 | partition 1 | ... |
//
// Truncation frees whole partitions.
#ifndef AFTERIMAGE_LOG_CENTRAL_LOG_H_
#define AFTERIMAGE_LOG_CENTRAL_LOG_H_

#include <algorithm>

#include "db/structure_check.h"
#include "db/transaction.h"
#include "log/group_flush.h"
#include "log/log_record.h"
#include "log/ring_buffer.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

// The way in which a thread gets its record into the buffer.
enum class InsertForm : uint8_t {
  kLatch,         // space and copy under one latch (NV-Logging, section 2.1)
  kDecoupled,     // space under a queue latch, the copy outside it (Shore-MT, log_core.cpp)
  kConsolidated,  // and who finds the latch taken joins a group that takes space at once (Aether)
};

struct CentralLogParams {
  uint32_t partition_bytes = 4096;  // a multiple of the file's block
  uint32_t partitions = 4;
  uint32_t buffer_bytes = 4096;
  bool flush_holds_latch = false;  // nobody inserts while a flush is under way
  InsertForm insert = InsertForm::kLatch;
  LogWriting writing = {};
  uint32_t write_bytes = 64 * 1024;  // that one write takes at most
  // Each write is followed by a sync, also where the file's writes are durable by themselves: the
  // log of software that does not know its file system.
  bool always_sync = false;
};

// A log master: what restart needs to know before it has read any log.
struct LogMaster {
  uint64_t magic = 0;
  uint64_t sequence = 0;        // the larger of two whole masters counts
  uint64_t checkpoint_lsn = 0;  // of the last checkpoint's begin
  uint64_t first_lsn = 0;       // nothing below is needed
  uint64_t epoch_lsn = 0;       // where the records of `epoch` begin
  uint32_t partition_bytes = 0;
  uint32_t partitions = 0;
  uint32_t epoch = 0;  // restarts before, and one
  uint32_t checksum = 0;

  // Returns whether a record of `record_epoch` at `lsn` can follow one of `previous_epoch`. After a
  // restart has overwritten what a power cut left, the next cut can complete an older record with
  // words that both have: it is intact, and yet no part of this epoch's log.
  bool Follows(Lsn lsn, uint32_t record_epoch, uint32_t previous_epoch) const {
    return lsn < epoch_lsn ? record_epoch >= previous_epoch : record_epoch == epoch;
  }
};

// The listing lines and structures under which the log announces itself.
struct LogLabels {
  uint16_t latch = 0, join = 0, full = 0, claim = 0, copy = 0, release = 0, write = 0, master = 0;
  uint16_t buffer_structure = 0, file_structure = 0, master_structure = 0;
};

struct CentralLogCounters {
  uint64_t records = 0;
  uint64_t bytes = 0;
  uint64_t flushes = 0;
  uint64_t full_stalls = 0;
  Time insert_ns = 0;
};

// Returns the checksum over all of the master but the checksum itself.
uint32_t MasterChecksum(LogMaster master);

class CentralLog {
 public:
  static constexpr Lsn kFirstLsn = 64;  // LSN 0 means none

  // A log in `file`, neither fresh nor found again: Format or ReadMaster comes next. REQUIRES: the
  // file has FileBytes and outlives the log.
  CentralLog(Arena& arena, const MachineProfile& machine, File& file,
             const CentralLogParams& params, const LogLabels& labels);
  static uint64_t FileBytes(const CentralLogParams& params, uint32_t block_bytes) {
    return 2 * uint64_t{std::max(block_bytes, params.writing.block_bytes)} +
           uint64_t{params.partition_bytes} * params.partitions;
  }
  void Format();

  // Appends a record, fills in its LSN, epoch and checksum, and returns its LSN. It stalls while
  // the buffer is full. In a group that is not complete yet it returns before the flusher may have
  // the record. A transaction `txn` knows of it before the flusher may have it, so that a
  // checkpoint which passes the record finds it there. REQUIRES: the caller has made sure of space
  // in the partitions (see Room).
  Task<Lsn> Insert(Thread& thread, RecordHeader header, Bytes before, Bytes after,
                   Transaction* txn = nullptr);
  // Returns when the record at `lsn` is durable; the thread writes, or waits for the writer.
  Task<void> Force(Thread& thread, Lsn lsn);
  // Flushes everything that is in the buffer, once; the writer sleeps for `pause` before.
  Task<void> Flush(Thread& thread, Time pause = 0);
  // Waits, without flushing, until another thread has made `lsn` durable. If `pipelined`, the core
  // goes to another client's transaction without a context switch.
  Task<void> AwaitDurable(Thread& thread, Lsn lsn, bool pipelined);

  // Waits until the record at `lsn` and all before it are in the buffer.
  Task<void> AwaitReleased(Thread& thread, Lsn lsn);
  // Waits until there is something to flush, where a thread is filling space that it has taken.
  // Padding alone is released with the next record only. REQUIRES: the thread comes first.
  Task<void> AwaitRelease(Thread& thread) {
    const bool waits = durable_lsn() == released_ && oldest_;
    return AwaitReleased(thread, waits ? released_ : kNoLsn);
  }

  // The LSN of the next record: all space below is taken.
  Lsn next_lsn() const { return claimed_; }
  // Everything below has been copied, and may be flushed.
  Lsn released_lsn() const { return released_; }
  // Everything below is durable.
  Lsn durable_lsn() const { return flush_.durable(); }
  Lsn first_lsn() const { return first_; }
  // Bytes that may still be inserted.
  uint64_t Room() const;
  // Returns whether a record of `bytes` would fit into the buffer at once.
  bool HasRoomInBuffer(uint32_t bytes) const;
  uint32_t PartitionOf(Lsn lsn) const {
    return static_cast<uint32_t>(lsn / params_.partition_bytes);
  }

  // Makes the checkpoint that began at `checkpoint` the one that restart finds; the log below
  // `first` is no longer needed, and complete partitions of it are free. With a `label` another
  // line than the checkpoint's does the write.
  Task<void> WriteMaster(Thread& thread, Lsn checkpoint, Lsn first, uint16_t label = 0);

  // --- Reading ---
  // Reads the record at `lsn`, from the buffer if it is still there, else from the file, and its
  // images into `images`. False where there is no record of this log. REQUIRES: `images` has room
  // for kMaxRecordBytes.
  Task<bool> ReadRecord(Thread& thread, Lsn lsn, RecordHeader* header, uint8_t* images);
  // Returns the LSN of the record behind one of `size` bytes at `lsn`, which is a kPad if `pad`.
  Lsn Behind(Lsn lsn, uint32_t size, bool pad) const;

  // --- Restart ---
  // Reads the masters and gives the later whole one. False where neither is whole.
  Task<bool> ReadMaster(Thread& thread, LogMaster* master);
  // Reads the record at `lsn`; returns false if there is none. It reads the file block by block,
  // ahead.
  Task<bool> Scan(Thread& thread, Lsn lsn, RecordHeader* header, uint8_t* images) {
    return Scan(thread, lsn, nullptr, 0, header, images);
  }
  // Reads likewise while the log's end is not known: a record that cannot follow one of `epoch`
  // does not count.
  Task<bool> ScanToEnd(Thread& thread, Lsn lsn, const LogMaster& master, uint32_t epoch,
                       RecordHeader* header, uint8_t* images) {
    return Scan(thread, lsn, &master, epoch, header, images);
  }
  // Ends the log at `end`, where new records, of the next epoch, will go.
  Task<void> Continue(Thread& thread, const LogMaster& master, Lsn end);

  const CentralLogCounters& counters() const { return counters_; }
  const CentralLogParams& params() const { return params_; }
  File& file() { return file_; }
  const File& file() const { return file_; }
  // Checks what must hold of masters and records, by their bytes, at no cost.
  void CheckStructures(StructureCheck& check);
  // Copies bytes of the buffer, by DRAM address, for the interface; returns false if there are
  // none.
  bool ReadBuffer(Address address, uint32_t size, uint8_t* out) const {
    return buffer_.ReadAt(address, size, out);
  }
  Address BufferAddress(Lsn lsn) const { return buffer_.AddressOf(lsn); }
  // Returns the place of the byte `lsn` in the file.
  uint64_t FileOffset(Lsn lsn) const;
  // The oldest byte that the buffer still has.
  Lsn buffered_from() const { return buffered_from_; }
  // Reads the header at `lsn`, from the buffer or the file, at no cost. False where none is there.
  bool PeekHeader(Lsn lsn, RecordHeader* header);
  // Functions for the interface, at no cost: the headers of the records that have not been released
  // from the buffer, or that a write has left out; and of the latest `most` records that the file's
  // device holds, including those on their way to it, according to its bytes.
  void HeadersInBuffer(ArenaVector<RecordHeader>& headers);
  // The space of a thread or a group whose records are being copied, or wait for earlier ones; for
  // the interface.
  struct Space {
    Lsn lsn;
    uint32_t bytes;
    uint32_t copying;  // records of it that are not there yet
    TxnLabel txn;      // of the thread that took it
  };
  void TakenSpace(ArenaVector<Space>& spaces) const;
  void HeadersInFile(ArenaVector<RecordHeader>& headers, size_t most) {
    Headers(headers, most, &File::PeekNewest);
  }
  // The same, and where records are missing before others, the latest first: at places whose
  // records were not there yet when what lies behind them was written.
  void HeadersInFile(ArenaVector<RecordHeader>& headers, size_t most, ArenaVector<Lsn>& holes) {
    Headers(headers, most, &File::PeekNewest, &holes);
  }
  // The same of what a Read of the file would give: what an operating system keeps comes first.
  void HeadersRead(ArenaVector<RecordHeader>& headers, size_t most) {
    Headers(headers, most, &File::Peek);
  }

 private:
  static constexpr uint64_t kMagic = 0x31474f4c58;  // "XLOG1"
  // Bytes behind the durable end that stay in the buffer for those who roll back.
  static constexpr uint64_t kRetained = 1 << 20;

  // Space in the buffer for one record, or for those of a group.
  struct Claim {
    Lsn lsn = kNoLsn;      // none yet: its first member waits for the latch
    Lsn end = kNoLsn;      // where the next claim begins
    uint32_t bytes = 0;    // of all members
    uint32_t copying = 0;  // members that have not copied their record yet
    TxnLabel txn = 0;      // of the first member
    WaitQueue members;     // who wait for the claim's LSN
    WaitQueue turn;        // who waits for the claim to be the oldest
    Claim* next = nullptr;
  };
  // Groups that may be open at once: with 3 or 4 Aether's array of groups is at its best.
  static constexpr uint32_t kGroups = 3;

  uint32_t Block() const { return std::max(file_.block_bytes(), params_.writing.block_bytes); }
  Lsn BlockFloor(Lsn lsn) const { return lsn - lsn % Block(); }
  // The most that one write takes, in whole blocks.
  uint32_t MostWritten() const {
    return std::max<uint32_t>(Block(), static_cast<uint32_t>(BlockFloor(params_.write_bytes)));
  }
  bool HasBufferRoom(uint32_t bytes) const {
    return claimed_ + bytes - BlockFloor(durable_lsn()) <= params_.buffer_bytes;
  }
  // True where a record of `bytes` may be inserted. It ends the partition where the record does not
  // fit into it.
  bool MakeRoom(uint32_t bytes);
  // Gives the LSN of a record of `bytes`, and what it is part of. With InsertForm::kLatch the
  // thread then holds the latch.
  Task<Lsn> TakeSpace(Thread& thread, uint32_t bytes, Claim** claim);
  // Returns an open group that has room for a record of `bytes`, or opens one; null where all are
  // full.
  Claim* GroupFor(uint32_t bytes);
  // Gives the claim to the flusher.
  void Publish(Thread& thread, Claim& claim);
  Latch& FlushLatch() { return decoupled() ? flush_latch_ : latch_; }
  // The forms that the module of the first lectures leaves out.
  bool decoupled() const { return kWhole && params_.insert != InsertForm::kLatch; }
  bool consolidated() const { return kWhole && params_.insert == InsertForm::kConsolidated; }
  bool in_parts() const { return kWhole && params_.writing.in_parts; }
  void ClearBuffer(Lsn from, Lsn to);
  void Put(Lsn lsn, RecordHeader header, Bytes before, Bytes after);
  // Makes it durable; returns the place of the last byte.
  Task<DevicePlace> WriteOut(Thread& thread, Lsn from, Lsn to);
  bool Syncs() const { return params_.always_sync || in_parts() || !file_.durable_on_write(); }
  void Forget();
  // Reads the partition, from the block of `lsn` on, into the window.
  Task<void> FillWindow(Thread& thread, Lsn lsn);
  bool CopyWindow(Lsn lsn, uint32_t size, void* out) const;
  Task<bool> Scan(Thread& thread, Lsn lsn, const LogMaster* master, uint32_t epoch,
                  RecordHeader* header, uint8_t* images);
  // The way to look at bytes of the file: File::Peek or File::PeekNewest.
  using Look = void (File::*)(uint64_t offset, void* out, uint32_t size);
  void Headers(ArenaVector<RecordHeader>& headers, size_t most, Look look,
               ArenaVector<Lsn>* holes = nullptr);
  // Gives all records from `from` on that the buffer or the file has, up to those that are not
  // released. One that is still being copied, though what lies behind it is released, is a kPad.
  void Released(Lsn from, ArenaVector<RecordHeader>& headers);
  bool IsInFile(const RecordHeader& header, Look look);
  // Gives the headers that restart would find, for a log that does not know them yet.
  void FindInFile(ArenaVector<RecordHeader>& headers);

  Arena& arena_;
  File& file_;
  CentralLogParams params_;
  LogLabels labels_;
  Time record_ns_;
  Time copy_line_ns_;
  Time read_line_ns_;
  LatchCosts latch_costs_;
  Latch latch_;
  Latch flush_latch_;    // who flushes next, where that is not for the latch of the buffer to say
  Latch waiters_latch_;  // over the condition that a flush has ended
  Claim* oldest_ = nullptr;
  Claim* youngest_ = nullptr;
  Claim* groups_[kGroups] = {};
  WaitQueue released_more_;
  RingBuffer buffer_;
  bool open_ = false;  // fresh, or found again after a power cut: the ends below are the log's
  Lsn claimed_ = kFirstLsn;
  Lsn released_ = kFirstLsn;
  GroupFlush flush_{kFirstLsn};
  Lsn first_ = kFirstLsn;
  Lsn buffered_from_ = kFirstLsn;
  uint32_t epoch_ = 1;
  Lsn epoch_lsn_ = kFirstLsn;
  uint64_t master_sequence_ = 0;
  uint8_t* chunk_ = nullptr;   // what a flush is writing
  uint8_t* block_ = nullptr;   // a master
  uint8_t* window_ = nullptr;  // what a scan has read
  Lsn window_from_ = 0;
  uint32_t window_bytes_ = 0;
  bool window_taken_ = false;
  WaitQueue window_free_;
  CentralLogCounters counters_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_LOG_CENTRAL_LOG_H_
