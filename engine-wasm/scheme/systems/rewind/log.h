// REWIND's runtime: records on a list, words as the unit (sections 3 and 4). Before a
// word of the database changes, its record is in the log.
//
// Force: words are stored past the cache; a commit fences them and appends END. No-force: they are
// ordinary stores, and a commit is its END alone; recovery stores them again. Records go when their
// transaction ends, or at checkpoints; under no-force always at those, and blocks that a
// transaction deleted with them.
//
// In one layer nothing of a transaction is kept outside of the list but how much room it has left,
// what it deleted or took, and the stores that wait for their group: its records are found by a
// walk over all. In two layers the transaction table has its last record, and each leads to the one
// before it.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LOG_H_

#include "base/flat_map.h"
#include "scheme/contract/checkpointer.h"
#include "scheme/shared/heap/library.h"
#include "scheme/systems/rewind/held_stores.h"
#include "scheme/systems/rewind/lists/bucket_list.h"
#include "scheme/systems/rewind/lists/simple_list.h"
#include "scheme/systems/rewind/tree/tree_list.h"

namespace afterimage::rewind {

using heap::PersistentHeap;

enum class Version : uint8_t { kSimple, kOptimized, kBatch };
enum class Policy : uint8_t { kForce, kNoForce };
// The time at which the records of finished transactions leave the log.
enum class Clearing : uint8_t { kAtCommit, kAtCheckpoint };
// The records that redo repeats: only those that the last complete flush may not have made durable;
// or all that are in the log, which is then cleared in its own order.
enum class Redo : uint8_t { kBehindCheckpoint, kEverything };

struct LogParams {
  uint32_t records = 0;  // that it can hold, at least
  uint32_t layers = 1;
  Version version = Version::kSimple;
  uint32_t bucket_records = 0;
  uint32_t group = 0;
  uint32_t compact_percent = 0;
  Policy policy = Policy::kForce;
  Clearing clearing = Clearing::kAtCommit;
  Redo redo = Redo::kBehindCheckpoint;
  uint32_t checkpoint_records = 0;  // between two checkpoints; 0: only where room is short
  uint32_t logs = 1;                // each for the threads whose numbers leave the same remainder

  BucketParams buckets() const {
    return {records, bucket_records, version == Version::kBatch ? group : 0, compact_percent};
  }
  // Returns the places that a transaction reserves beside those of its updates: of ROLLBACK and
  // END; and, if cells are filled without the latch, of the record that it is appending when the
  // power fails. Its cell stays zero if one that was taken later is durable, and recovery may have
  // to append that record itself.
  uint32_t places_kept() const { return layers == 1 && version == Version::kOptimized ? 3 : 2; }
  // Records that a log can hold, and bytes of NVM that it takes, and all together.
  uint64_t Capacity() const;
  uint64_t Bytes() const;
  uint64_t AllBytes() const { return LogSpace::BytesOf(logs, Bytes()); }
  LogSpace Space(uint32_t number) const { return LogSpace::Of(number, logs, Bytes()); }
};

class Log final : public heap::Library, public CheckpointTaker {
 public:
  // Log `number` of those that the parameters ask for. The heap is where blocks to delete are;
  // `held` is for the stores of all logs that wait for their records.
  Log(const EngineContext& context, PersistentHeap& heap, HeldStores& held, const LogParams& params,
      uint32_t number);

  uint64_t bytes() const override { return params_.Bytes(); }
  uint64_t capacity() const override { return params_.Capacity(); }
  void Format() override;
  void Open(Address data) override;
  // The daemon that takes checkpoints, where records leave the log at those.
  void Start() override;
  void Stop(Thread& thread) override;
  // Waits for checkpoints where they make room.
  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t updates, uint32_t deletes) override;
  // Logs that the word is to change, then changes it, or sees to it that it will be.
  Task<void> Set(Thread& thread, Transaction& txn, Address address, uint64_t word,
                 Where where) override;
  uint64_t LoadWord(Address address) const override { return held_.LoadWord(nvm_, address); }
  void Load(Address address, uint8_t* out, uint32_t size) const override {
    held_.Load(nvm_, address, out, size);
  }
  void Took(Transaction& txn, Address block) override { ShareOf(txn).taken.push_back(block); }
  void Return(Transaction& txn, Address block) override;
  // Fills words past the cache, under any policy: redo does not know of them.
  Task<void> Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                  Where where) override;
  Task<void> Free(Thread& thread, Transaction& txn, Address block) override;
  // Makes `txn` durable.
  Task<void> Commit(Thread& thread, Transaction& txn) override;
  Task<void> RollBack(Thread& thread, Transaction& txn) override;
  bool undoes() const override { return true; }
  // Makes room, where records leave the log at checkpoints.
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<bool> Recover(Thread& thread, RecoveryReport* report) override;

  void AddTo(EngineCounters* counters) const override;
  void Describe(Inspector& inspector) const override;
  void Check(StructureCheck& check) const override;
  bool AddFormats(DeviceFormats* formats, uint32_t* waiting) const override;
#if AFTERIMAGE_WATCHES_READS
  uint32_t CountFreed() const override;
#endif

 private:
  // The part of the log that a transaction has while it runs: in two layers its row of the
  // transaction table.
  struct Share {
    TxnId txn = 0;
    TxnLabel label = 0;
    uint32_t reserved = 0;         // places
    bool logged = false;           // it has records in the list
    Lsn last = kNoLsn;             // of its records (two layers)
    ArenaVector<Address> updates;  // their records, in the untraced build
    ArenaVector<Address> deleted;
    ArenaVector<Address> taken;
    ArenaVector<HeldStore> held;
    Share* next_free = nullptr;
    explicit Share(Arena& arena)
        : updates(ArenaAllocator<Address>(arena)),
          deleted(ArenaAllocator<Address>(arena)),
          taken(ArenaAllocator<Address>(arena)),
          held(ArenaAllocator<HeldStore>(arena)) {}
  };
  // A row of the table that recovery makes.
  enum class State : uint8_t { kRunning, kAborted, kFinished };
  struct Entry {
    TxnId id = 0;
    TxnLabel label = 0;
    State state = State::kRunning;
    bool committed = false;
    bool flushed = false;  // finished before the last CHECKPOINT whose flush is complete
    Lsn undone = kNoLsn;   // the update that its last CLR undoes
    Lsn last = kNoLsn;     // of its records
  };
  // A block that goes back to the heap when the records of its transaction have left the log.
  struct Retired {
    TxnId txn;
    Address block;
  };
  // Transactions that ended before a CHECKPOINT, in the order of their ids.
  struct FinishedTransaction {
    TxnId txn;
    bool committed;
  };
  using Finished = ArenaVector<FinishedTransaction>;

  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }
  bool force() const { return params_.policy == Policy::kForce; }
  // Checkpoints say in the list's header how far redo need go back.
  bool marks_flush() const { return !force() && params_.redo == Redo::kBehindCheckpoint; }
  bool clears_at_commit() const { return params_.clearing == Clearing::kAtCommit; }

  // --- log.cc ---
  LogList* MakeList(const EngineContext& context);
  Share& ShareOf(Transaction& txn);
  void EndShare(Transaction& txn);
  void ResetRoom();
  bool TryReserve(Transaction& txn, uint32_t places);
  // Appends the record, in a place that `share` has reserved, or in any. LSN kNoLsn if none is
  // free.
  struct Logged {
    Lsn lsn = kNoLsn;
    Appended at;
  };
  Task<Logged> Append(Thread& thread, LogRecord record, Share& share, bool reserved,
                      Urgency urgency);
  Task<Logged> AppendOwn(Thread& thread, Transaction& txn, LogRecord record, Urgency urgency);
  // A word of the user's: past the cache under force.
  Task<void> Store(Thread& thread, const Where& where, Address address, uint64_t word);
  // The same, or later, when its record is durable.
  Task<void> StoreBehind(Thread& thread, Share& share, const HeldStore& store);
  // Makes the held stores whose records are durable.
  Task<void> MakeHeldStores(Thread& thread, Share& share);

  // --- commit.cc ---
  // Appends END behind all stores of the transaction.
  Task<void> End(Thread& thread, Transaction& txn, bool committed, uint16_t fence_label,
                 uint16_t end_label);
  Task<void> MarkFree(Thread& thread, Address block, uint16_t label);
  // Collects the updates of `txn`, newest first: by a walk over the complete log, or by its own
  // chain.
  Task<void> CollectUpdates(Thread& thread, const Transaction& txn,
                            ArenaVector<LogRecord>* updates);
  void CollectScanned(Thread& thread, const Share& share, ArenaVector<LogRecord>* updates);
  void CollectChain(Thread& thread, const Share& share, ArenaVector<LogRecord>* updates);
  // Puts the old word back, after its CLR. False where no place is free.
  Task<bool> Undo(Thread& thread, const LogRecord& update, Share& share, bool reserved,
                  uint16_t label);
  // Takes the transaction's records out of the list, END last.
  Task<void> Clear(Thread& thread, const Transaction& txn);
  Task<void> ClearScanned(Thread& thread, TxnId txn);
  Task<void> ClearChain(Thread& thread, const Share& share);

  // --- checkpoint.cc: of a CHECKPOINT at a place, and the transactions that ended before it ---
  Task<void> FlushForCheckpoint(Thread& thread);
  // Reserves a place for the next CHECKPOINT. Returns false if all are taken or reserved.
  bool ReserveCheckpoint();
  // Null where the transaction is not among them.
  static const FinishedTransaction* Find(const Finished& finished, TxnId txn);
  // The record after this place, or the first one.
  struct Visited {
    Place place = 0;  // 0 behind the last
    LogRecord record;
  };
  Task<Visited> Visit(Thread& thread, Place after);
  Task<void> FindFinished(Thread& thread, Place checkpoint, Finished* finished);
  Task<void> FreeDeleted(Thread& thread, Place checkpoint, const Finished& finished);
  enum class Removes : uint8_t { kOthers, kEnds, kInOrder };
  Task<void> RemoveFinished(Thread& thread, Place checkpoint, const Finished& finished,
                            Removes removes);
  void GiveBackRetired(const Finished& finished);
  // Gives a block back to the heap. REQUIRES: no record of the log changes its header any more, or
  // recovery would do so again when the block is another's.
  void GiveBack(Address block);
  // True where a record of the log changes the block's header.
  bool Names(Address block) const;

  // --- recovery.cc ---
  bool Plausible(const LogRecord& record) const;
  Entry& EntryOf(const LogRecord& record) { return table_[*index_->Find(record.txn)]; }
  void Analyse(const LogRecord& record, uint64_t flushed);
  // Counts in the report what it reads.
  Task<bool> Analysis(Thread& thread, RecoveryReport* report);
  Task<void> RedoAll(Thread& thread);
  // A record that only names its type. False where no place is free.
  Task<bool> AppendFor(Thread& thread, const Entry& entry, RecordType type, uint16_t label);
  Task<void> RedoClr(Thread& thread, const LogRecord& clr);
  // One layer: Algorithm 2. Two layers: each loser's own chain.
  Task<bool> UndoAll(Thread& thread);
  Task<bool> UndoScanned(Thread& thread);
  Task<bool> UndoChain(Thread& thread, Entry& entry);
  // The common work of both on a record of a transaction that has not ended.
  Task<bool> UndoRecord(Thread& thread, const LogRecord& record, Entry& entry);
  Task<bool> EndAll(Thread& thread);
  Task<void> DeleteAgain(Thread& thread);
  Task<void> NewLog(Thread& thread);

  bool IsEmpty() const;

  // --- describe_log.cc ---
  Codec WordCodec(uint64_t word) const;
  void DescribeTable(Inspector& inspector) const;
  void DescribeHeld(Inspector& inspector) const;
  void DescribeRecord(Inspector& inspector, Address at) const;

  Arena& arena_;
  Nvm& nvm_;
  LogParams params_;
  LogSpace space_;
  Time record_ns_;
  uint32_t mutations_;
  LogList& list_;
  Checkpointer* checkpointer_ = nullptr;
  Address data_ = 0;
  uint32_t reserved_ = 0;         // places
  uint64_t next_ = 1;             // record
  uint64_t next_checkpoint_ = 0;  // when so many records have been appended
  Share* free_shares_ = nullptr;
  ArenaVector<Share*> shares_;  // all
  Share recovering_;            // of recovery
  Share checkpointing_;         // of the next CHECKPOINT
  HeldStores& held_;
  ArenaVector<Retired> retired_;
  ArenaVector<Entry> table_;
  FlatMap<uint32_t>* index_;  // into table_, by transaction
  uint64_t records_ = 0;
  uint64_t clrs_ = 0;
  uint64_t idle_checkpoints_ = 0;  // that had nothing to clear
  Time insert_ns_ = 0;
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LOG_H_
