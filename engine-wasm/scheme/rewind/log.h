// REWIND's log, Simple version, one layer, force policy: records on the atomic list, words as the
// unit (sections 3.2 and 4). Before a word of the database changes, its record is in the list; the
// word is stored past the cache; a commit fences those stores, appends END, frees what was deleted
// and clears its records, END last. Nothing of a transaction is kept outside of the list but how
// much room it has left.
#ifndef AFTERIMAGE_SCHEME_REWIND_LOG_H_
#define AFTERIMAGE_SCHEME_REWIND_LOG_H_

#include "base/flat_map.h"
#include "scheme/rewind/adll.h"
#include "scheme/rewind/heap.h"
#include "scheme/scheme.h"

namespace afterimage::rewind {

enum class RecordType : uint8_t { kNone, kUpdate, kClr, kDelete, kRollback, kEnd, kCount };

struct LogRecord {
  uint64_t lsn = 0;
  uint32_t txn = 0;
  TxnLabel label = 0;  // the transaction's name, for the interface
  RecordType type = RecordType::kNone;
  uint8_t committed = 0;  // of an END: 1 after a commit, 0 after a rollback
  uint64_t address = 0;   // of the word; of a DELETE: the block
  uint64_t old_word = 0;
  uint64_t new_word = 0;
  uint64_t undoes = 0;  // of a CLR: the LSN of the update that it undoes
};
static_assert(sizeof(LogRecord) == 48);

class Log {
 public:
  // Slots of the list from kSlots; the heap is where blocks to delete are.
  Log(const EngineContext& context, PersistentHeap& heap, uint32_t slots);

  // Makes all slots free: the list is empty, and words from `data` on are the database.
  void Open(Address data);
  // Room for so many updates and deletes of `txn`, and for undoing them. False where there is none.
  bool Reserve(Transaction& txn, uint32_t updates, uint32_t deletes);
  // Logs that the word is to change, then changes it. `where` is the line that the store belongs
  // to.
  Task<void> Set(Thread& thread, Transaction& txn, Address address, uint64_t word, Where where);
  // The block is free once `txn` has committed.
  Task<void> Delete(Thread& thread, Transaction& txn, Address block);
  // On return `txn` is durable, its blocks are free and its records are gone.
  Task<void> Commit(Thread& thread, Transaction& txn);
  // On return nothing of `txn` is left.
  Task<void> RollBack(Thread& thread, Transaction& txn);
  // False where the bytes are damaged. Sets the times of the report.
  Task<bool> Recover(Thread& thread, RecoveryReport* report);

  void AddTo(EngineCounters* counters) const;
  void DescribeHeader(Inspector& inspector) const;
  void DescribeList(Inspector& inspector) const;
  void DescribeTable(Inspector& inspector) const;

 private:
  // What a transaction has of the log while it runs.
  struct Share {
    uint32_t reserved = 0;  // slots
    bool logged = false;    // it has records in the list
    ArenaVector<Address> deleted;
    Share* next_free = nullptr;
    explicit Share(Arena& arena) : deleted(ArenaAllocator<Address>(arena)) {}
  };
  // A row of the transaction table, which recovery alone has.
  enum class State : uint8_t { kRunning, kAborted, kFinished };
  struct Entry {
    TxnId id = 0;
    TxnLabel label = 0;
    State state = State::kRunning;
    bool committed = false;
    Lsn undone = kNoLsn;  // the update that its last CLR undoes
  };

  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }

  // --- log.cc ---
  Share& ShareOf(Transaction& txn);
  void EndShare(Transaction& txn);
  LogRecord Read(Address node) const;
  // Creates the record in a slot, of `share` where there is one, and appends it. No LSN where none
  // is free.
  Task<Lsn> Append(Thread& thread, LogRecord record, Share* share);
  Task<void> AppendOwn(Thread& thread, Transaction& txn, LogRecord record);
  Task<void> Free(Thread& thread, Address block, uint16_t label);
  // Takes the transaction's records out of the list, END last.
  Task<void> Clear(Thread& thread, TxnId txn);
  // The updates of `txn`, newest first.
  Task<void> CollectUpdates(Thread& thread, TxnId txn, ArenaVector<LogRecord>* updates);
  // Puts the old word back, after its CLR. False where no slot is free.
  Task<bool> Undo(Thread& thread, const LogRecord& update, Share* share, uint16_t label);
  // The item of the database that has this word, for the interface.
  Where PlaceOf(uint16_t label, Address word) const;

  // --- recovery.cc ---
  bool Plausible(const LogRecord& record) const;
  Entry& EntryOf(const LogRecord& record) { return table_[*index_->Find(record.txn)]; }
  void Analyse(const LogRecord& record);
  // Counts the records that it reads.
  Task<bool> Analysis(Thread& thread, uint64_t* records);
  // A record that only names its type. False where no slot is free.
  Task<bool> AppendFor(Thread& thread, const Entry& entry, RecordType type, uint16_t label);
  Task<void> RedoClr(Thread& thread, const LogRecord& clr);
  Task<bool> UndoAll(Thread& thread);
  Task<bool> EndAll(Thread& thread);
  Task<void> DeleteAgain(Thread& thread);
  Task<void> NewLog(Thread& thread);

  // --- describe.cc ---
  Codec WordCodec(uint64_t word) const;

  Arena& arena_;
  Nvm& nvm_;
  PersistentHeap& heap_;
  uint32_t slots_;
  Time record_ns_;
  uint32_t mutations_;
  AtomicList list_;
  Latch latch_;
  Address data_ = 0;
  ArenaVector<Address> free_;  // slots, the next one last
  uint32_t reserved_ = 0;      // of them
  Lsn next_lsn_ = 1;
  Share* free_shares_ = nullptr;
  ArenaVector<Entry> table_;
  FlatMap<uint32_t>* index_;  // into table_, by transaction
  uint64_t records_ = 0;
  uint64_t clrs_ = 0;
  Time insert_ns_ = 0;
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_REWIND_LOG_H_
