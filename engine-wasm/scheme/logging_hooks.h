// What a page-based scheme fills in: what is logged, when it is durable, how a crash is repaired.
// Coroutines run on the client's thread unless said otherwise.
#ifndef AFTERIMAGE_SCHEME_LOGGING_HOOKS_H_
#define AFTERIMAGE_SCHEME_LOGGING_HOOKS_H_

#include "db/buffer_pool.h"
#include "scheme/restart.h"

namespace afterimage {

class PageParts;

class LoggingHooks : public WriteGate {
 public:
  // Before anything else.
  virtual void Attach(PageParts& engine) = 0;
  virtual void Format() = 0;
  virtual void Start() = 0;
  virtual void Stop(Thread& thread) = 0;
  virtual Task<void> OnBegin(Thread& thread, Transaction& txn) = 0;
  // Makes room for so many more changes and for undoing them; no latch is held. False: abort.
  virtual Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t changes) = 0;
  // No LSN that is given out from now on is smaller.
  virtual Lsn NextLsn() const = 0;
  // Logs the change; the page is latched and changes after this returns, with this LSN. Of a system
  // transaction too (txn.system).
  virtual Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) = 0;
  // Logs that `change` compensates the update `lsn`; the frame is latched and changes after this
  // returns, with the CLR's LSN.
  virtual Task<Lsn> OnCompensate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn,
                                 const Frame& frame) = 0;
  // Contents of `page` are about to be copied to other pages by a system transaction: undo of what
  // unfinished transactions did to it must not depend on luck.
  virtual Task<void> BeforeSplit(Thread& thread, PageId page) = 0;
  // All of a system transaction is logged: nothing that is logged later may survive without it.
  virtual Task<void> OnSystemEnd(Thread& thread, Transaction& txn) = 0;
  // Its changes are on their pages, which it still has latched: a scheme that repeats nothing sends
  // them home here.
  virtual Task<void> OnSystemApplied(Thread&, Transaction&) { co_return; }
  virtual Task<void> OnCommit(Thread& thread, Transaction& txn) = 0;
  // Rolls the transaction back, change by change, through PageRecovery::Undo.
  virtual Task<void> OnAbort(Thread& thread, Transaction& txn) = 0;
  // After the acknowledgement: what is volatile can be reused.
  virtual void OnEnd(Transaction& txn) = 0;
  virtual Task<void> OnCheckpoint(Thread& thread) = 0;
  // Brings the pages back from the log, pass by pass; see Restart. Repeatable after a crash at any
  // point in it.
  virtual Task<void> OnRecover(Thread& thread, Restart& restart) = 0;
  // Adds what it has counted.
  virtual void AddTo(EngineCounters& counters) const = 0;
  virtual void Describe(Inspector& inspector) = 0;
  // Of the scheme's own structures, beside the pages: see StorageEngine::CheckStructures.
  virtual void CheckStructures(StructureCheck& check) = 0;
  // Bytes of DRAM that are the scheme's own, beyond what it has allocated; false where there are
  // none.
  virtual bool ReadDram(Address, uint32_t, uint8_t*) const { return false; }

 protected:
  ~LoggingHooks() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_LOGGING_HOOKS_H_
