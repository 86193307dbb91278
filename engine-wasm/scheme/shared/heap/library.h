// A programmer's interface to a recoverable heap: transactions over its words and blocks (REWIND,
// sections 2 and 4.2). Data structures are written against it as against plain memory, except that
// each store goes through Set. The library decides what becomes of them in a power cut: REWIND's
// logs each word before it changes; the unlogged ones only store it.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_LIBRARY_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_LIBRARY_H_

#include "db/structure_check.h"
#include "scheme/contract/scheme.h"
#include "scheme/shared/heap/persistent_heap.h"

namespace afterimage::heap {

// The name by which a placement locks the thing of its own with this number: no record's key.
Key OwnLockName(const TableInfo& table, uint64_t number);

class Library {
 public:
  // Return the bytes that it takes from kLibraryArea on, and its size as the super line gives it.
  virtual uint64_t bytes() const = 0;
  virtual uint64_t capacity() const = 0;
  // Writes what the fresh database has of the library's own.
  virtual void Format() = 0;
  // Nothing is under way, and words from `data` on are the database.
  virtual void Open(Address data) = 0;
  // Its daemons.
  virtual void Start() = 0;
  virtual void Stop(Thread& thread) = 0;

  // --- Of one transaction ---
  // Room for so many updates and frees more, and for undoing them. Without it no call below may be
  // made. False where there is none, now or ever: the transaction must roll back.
  virtual Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t updates,
                             uint32_t frees) = 0;
  // log(address, old, new), and the store. `where` is the line that the store belongs to. Load and
  // LoadWord give the new word from here on, wherever it is.
  virtual Task<void> Set(Thread& thread, Transaction& txn, Address address, uint64_t word,
                         Where where) = 0;
  virtual uint64_t LoadWord(Address address) const = 0;
  virtual void Load(Address address, uint8_t* out, uint32_t size) const = 0;
  // Returns a block of the heap for `txn`, 0 if there is none. Stores into it by Fill need no log,
  // since nothing leads to it; then Set makes its header say "in use". If `txn` rolls back, the
  // heap has it again.
  Task<Address> Allocate(Thread& thread, Transaction& txn, uint32_t lines, uint16_t label);
  // A block just allocated is not needed after all: its header has not been set.
  virtual void Return(Transaction& txn, Address block) = 0;
  // Stores words of a block that nothing leads to; durable before any later Set is.
  virtual Task<void> Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                          Where where) = 0;
  // The block goes back to the heap once `txn` has committed (section 4.3: de-allocation cannot be
  // undone).
  virtual Task<void> Free(Thread& thread, Transaction& txn, Address block) = 0;
  // Makes `txn` as durable as the library promises.
  virtual Task<void> Commit(Thread& thread, Transaction& txn) = 0;
  // Undoes everything that `txn` did, if the library can undo.
  virtual Task<void> RollBack(Thread& thread, Transaction& txn) = 0;
  // False where RollBack leaves things as they are.
  virtual bool undoes() const = 0;

  virtual Task<void> OnCheckpoint(Thread& thread) = 0;
  // Brings the words back to what the library promises; false where the bytes are damaged. Sets the
  // times of the report.
  virtual Task<bool> Recover(Thread& thread, RecoveryReport* report) = 0;

  // True where a word of the super line says which of two logs is in use.
  virtual bool names_log_in_use() const { return bytes() > 0; }
  virtual void AddTo(EngineCounters* counters) const = 0;
  virtual void Describe(Inspector& inspector) const = 0;
  // Checks the invariants of its own bytes while no transaction is under way.
  virtual void Check(StructureCheck& check) const = 0;
  // Adds where its logs are. Returns false where it promises nothing that could be walked over;
  // else how many blocks wait for the end of a log record before the heap has them again.
  virtual bool AddFormats(DeviceFormats*, uint32_t* /*waiting*/) const { return false; }
#if AFTERIMAGE_WATCHES_READS
  // Returns how many of those blocks are free already.
  virtual uint32_t CountFreed() const { return 0; }
#endif

 protected:
  explicit Library(PersistentHeap& heap) : heap_(heap) {}
  ~Library() = default;
  // `txn` has taken the block from the heap.
  virtual void Took(Transaction& txn, Address block) = 0;

  PersistentHeap& heap_;
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_LIBRARY_H_
