// A store for the records of one log or many, which knows when they are durable. There is no LSN up
// to which everything is durable: a transaction's own records become durable in their order, those
// of two transactions in any order.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RECORD_STORE_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RECORD_STORE_H_

#include "scheme/page_engine/cleaning/page_sweeper.h"
#include "scheme/page_engine/early_commits.h"
#include "scheme/page_engine/page_parts.h"
#include "scheme/shared/record_logs/record.h"
#include "scheme/shared/record_logs/story.h"

namespace afterimage::wal {

struct StoreCounters {
  uint64_t records = 0;
  uint64_t bytes = 0;
  Time insert_ns = 0;
};

// The listing lines under which a store makes something durable.
struct PersistLines {
  uint16_t first = 0;
  uint16_t second = 0;
};
inline constexpr PersistLines kCommitLines{kCommitTail, kCommitFence};
inline constexpr PersistLines kAbortLines{kAbortTail, kAbortFence};
inline constexpr PersistLines kGateLines{kGateTail, kGateFence};

class RecordStore {
 public:
  virtual void Attach(PageParts& engine, EarlyCommits& early_commits) = 0;
  virtual void Format() = 0;
  virtual void Start() = 0;
  virtual void Stop(Thread& thread) = 0;

  // --- A transaction's records ---
  // Sets txn.log: where the transaction will log that runs on `thread`.
  virtual void Open(Thread& thread, Transaction& txn) = 0;
  // The same for a loser, one of whose records this is.
  virtual void Reopen(Transaction& txn, const RecordHeader& header) = 0;
  // Forgets what is volatile of it.
  virtual void Close(Transaction& txn) = 0;
  // Reserves room for `changes` more changes and for undoing them; returns false if there is none
  // at present.
  virtual bool TryReserve(Transaction& txn, uint32_t changes) = 0;
  // Returns, in recovery, whether there is room for one more record with these images.
  virtual bool HasRoom(const Transaction& txn, uint32_t image_bytes) const = 0;
  // Gives the record a GSN and takes it. A page that it changes is latched and in the buffer pool.
  // The record will not be durable before the records of commits that the transaction depends on.
  virtual Task<Lsn> Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                           Bytes after) = 0;
  // Return the number of its records, and record i of them, from 0, for a rollback. `images`:
  // kMostRecordBytes.
  virtual uint32_t RecordCount(const Transaction& txn) const = 0;
  virtual Task<bool> ReadBack(Thread& thread, const Transaction& txn, uint32_t i,
                              RecordHeader* header, uint8_t* images) = 0;
  // The listing line of reading it.
  virtual uint16_t ReadLine(const Transaction&, uint32_t) const { return kAbortRead; }
  // No GSN that is given out from now on is smaller.
  virtual Lsn NextGsn() const = 0;

  // --- Durability ---
  // All records of the transaction.
  virtual Task<void> PersistTransaction(Thread& thread, Transaction& txn, PersistLines lines) = 0;
  // Makes the records of a rollback durable, as far as others may depend on them: they change the
  // same data next.
  virtual Task<void> PersistRollback(Thread& thread, Transaction& txn) {
    return PersistTransaction(thread, txn, kAbortLines);
  }
  // Waits for everything else that an acknowledgement of the commit `gsn` needs.
  virtual Task<void> AwaitOthers(Thread& thread, Lsn gsn) = 0;
  // All records that changed the page, whose last one is `page_lsn`.
  virtual Task<void> PersistPage(Thread& thread, PageId page, Lsn page_lsn) = 0;

  // --- Truncation ---
  // There is so much log that a checkpoint should come.
  virtual bool WantsCheckpoint() const = 0;
  // The partitions of its file, where it is one log in a file.
  virtual const PartitionedLog* partitions() const { return nullptr; }
  // Pages that were changed before the GSN it gives must go home.
  virtual Task<Lsn> BeginCheckpoint(Thread& thread) = 0;
  // Frees the records below `head`. Returns when the log says so durably.
  virtual Task<void> Truncate(Thread& thread, Lsn head) = 0;

  // --- Recovery ---
  // Finds every whole record, in any order. False where the log is damaged.
  virtual Task<bool> Collect(Thread& thread, ArenaVector<Found>& records) = 0;
  // All pages are at home: the log becomes empty, in one store or write for each part of it.
  virtual Task<void> Empty(Thread& thread) = 0;

  // The structure in which recovery finds records.
  virtual uint16_t found_in() const { return kRecords; }

  virtual const StoreCounters& counters() const = 0;
  virtual void Describe(Inspector& inspector) = 0;
  virtual void CheckStructures(StructureCheck& check) = 0;

 protected:
  ~RecordStore() = default;
};

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RECORD_STORE_H_
