// The hooks that a page-based scheme fills in: they say what is logged, when it is durable, and how
// a crash is repaired. PageEngine calls them, on the client's thread unless said otherwise.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_LOGGING_HOOKS_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_LOGGING_HOOKS_H_

#include "db/pool/buffer_pool.h"
#include "scheme/contract/checkpointer.h"
#include "scheme/contract/restart.h"

namespace afterimage {

class PageParts;
class RecordHome;

class LoggingHooks : public WriteGate, public CheckpointTaker {
 public:
  // Gives the hooks the parts of the engine that they may use, which outlive them. It is called
  // once, before any other hook.
  virtual void Attach(PageParts& engine) = 0;
  // Writes an empty log to fresh devices, at no cost and without events; pages are there already.
  virtual void Format() = 0;
  // Start the daemons of normal operation, and let them finish and end; see StorageEngine.
  virtual void Start() = 0;
  virtual void Stop(Thread& thread) = 0;
  // `txn` begins: a client's, or a system transaction (txn.system).
  virtual Task<void> OnBegin(Thread& thread, Transaction& txn) = 0;
  // Makes room in the log for `changes` more changes of `txn` and for undoing them. It may wait for
  // room, so no latch is held. Returns false if there is none: the client must abort.
  virtual Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) = 0;
  // See StorageEngine.
  virtual const Mismatch* too_small() const { return nullptr; }
  // Returns a lower bound of all LSNs that are given out from now on.
  virtual Lsn NextLsn() const = 0;
  // Logs `change` and returns its LSN. The caller has latched the page and changes it, with this
  // LSN, after this returns. REQUIRES: a client's transaction has reserved room for it.
  virtual Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) = 0;
  // Returns the home of records that are read and updated without their pages; null if there is
  // none. The result never changes.
  virtual RecordHome* record_home() { return nullptr; }
  // Logs a CLR: `change` compensates the update `lsn`. Returns the CLR's LSN, with which the caller
  // changes `frame`, which it has latched, after this returns.
  virtual Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                                 const Frame& frame) = 0;
  // Recovery is to undo the change of a record that its page does not have, so the page does not
  // have the change either. False where no power cut leaves that, and the page or the log is
  // damaged.
  virtual Task<bool> OnNeverMade(Thread&, Transaction&) { co_return false; }
  // The transaction of `thread` that a structure change is about to be a part of; null where each
  // is a system transaction of its own. The hooks know from here on, until OnSystemEnd, that what
  // it logs belongs to the change.
  virtual Transaction* StructureOwner(Thread&) { return nullptr; }
  // The owner's rollback takes its structure changes back, too, however long ago they were. Where
  // not, each is a nested top action of its owner.
  virtual bool UndoesStructures() const { return false; }
  // Called when a system transaction is about to copy contents of `page` to other pages. On return,
  // the actions of unfinished transactions on the page can be undone after a crash, wherever it
  // then is.
  virtual Task<void> BeforeSplit(Thread& thread, PageId page) = 0;
  // Called when an index entry is about to take room on `page` that others have left. The log about
  // the page is durable when this returns, or will be before everything that is logged from now on.
  virtual Task<void> BeforeRefill(Thread& thread, PageId page) { return BeforeSplit(thread, page); }
  // Entries for which a leaf must keep room, beside those that it has: a rollback would bring them
  // back to where they were. Who finds none left for one more splits the leaf.
  virtual uint32_t RoomKept(PageId) const { return 0; }
  // All of a structure change is logged: of a system transaction, or of its owner. From here on
  // nothing that is logged later may survive a crash without it.
  virtual Task<void> OnSystemEnd(Thread& thread, Transaction& txn) = 0;
  // A system transaction's changes are on their pages, which are still latched. A scheme without
  // redo sends them home here.
  virtual Task<void> OnSystemApplied(Thread&, Transaction&) { co_return; }
  // Commits the transaction: returns when the scheme's promise holds.
  virtual Task<void> OnCommit(Thread& thread, Transaction& txn) = 0;
  // Rolls the transaction back, change by change, through PageRecovery::Undo.
  virtual Task<void> OnAbort(Thread& thread, Transaction& txn) = 0;
  // Called when the transaction has been acknowledged: its volatile parts can be reused.
  virtual void OnEnd(Transaction& txn) = 0;
  // Brings the pages back from the log, pass by pass (see Restart). The home has been repaired and
  // the catalog read. Once all passes have found no damage, the pages hold the effects of committed
  // transactions and of no others. It can be repeated after a crash at any point in it.
  virtual Task<void> OnRecover(Thread& thread, Restart& restart) = 0;
  // Adds what the scheme has counted since it was created.
  virtual void AddTo(EngineCounters& counters) const = 0;
  // The states that the scheme plans by, as StorageEngine::occupancy says.
  virtual Occupancy occupancy(Time) const { return {}; }
  // Shows the scheme's own structures, after those of pages and locks.
  virtual void Describe(Inspector& inspector) = 0;
  // Checks the scheme's own structures, beside the pages, as StorageEngine::CheckStructures says.
  virtual void CheckStructures(StructureCheck& check) = 0;
#if AFTERIMAGE_WATCHES_READS
  // Checks the scheme's own memory, as StorageEngine::CheckMemory says.
  virtual void CheckMemory(StructureCheck&) {}
  // The same as StorageEngine::CheckAnytime says.
  virtual void CheckAnytime(StructureCheck&) {}
#endif
  // Adds where the scheme's own structures are, as StorageEngine::AddFormats says.
  virtual void AddFormats(DeviceFormats*) {}
  // Copies bytes of DRAM that belong to the scheme, beyond its allocations; returns false if there
  // are none.
  virtual bool ReadDram(Address, uint32_t, uint8_t*) const { return false; }

 protected:
  ~LoggingHooks() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_LOGGING_HOOKS_H_
