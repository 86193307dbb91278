// Persisting log objects (sections 4.3 and 5.2): by the thread that needs it or, with
// flush-on-commit, by daemons meanwhile.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_PERSISTER_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_PERSISTER_H_

#include <algorithm>

#include "scheme/systems/nv_logging/objects.h"
#include "scheme/systems/nv_logging/ring/ring.h"

namespace afterimage::nvlog {

class Persister {
 public:
  // `daemons`: adds so many threads.
  Persister(const EngineContext& context, const Layout& layout, Ring& ring, ObjectPool& pool,
            uint32_t daemons);

  void Start();
  void Stop(Thread& thread);

  // The object is populated.
  void Add(LogObject* object) { queue_.Add(object); }
  // A daemon persists it when its turn comes.
  void HandOver(Thread& thread, const LogObject& object);
  // The object of this LSN is persistent on return: content, write-back, each state bit and its
  // write-back. Waits where another thread is at it. The memory of one that is persistent may be
  // another object's by now, which is left alone.
  Task<void> Persist(Thread& thread, LogObject* object, Lsn lsn);
  // All of a transaction's objects are, in their order. `line`: of the caller's listing.
  Task<void> PersistAll(Thread& thread, const TxnLog& log, uint16_t line);
  // All objects that changed the page are, and the tail behind them.
  Task<void> PersistPage(Thread& thread, PageId page);

 private:
  Task<void> Run(Thread& thread);
  bool IsDaemon(const Thread& thread) const {
    return std::find(daemons_.begin(), daemons_.end(), &thread) != daemons_.end();
  }
  Nvm::StoreAndFlushOp CopyObject(Thread& thread, const LogObject& object);
  Nvm::StoreAndFlushOp SetState(Thread& thread, const LogObject& object);
  Task<void> PersistStateFirst(Thread& thread, LogObject* object);

  Kernel& kernel_;
  Nvm& nvm_;
  Layout layout_;
  Ring& ring_;
  ObjectPool& pool_;
  bool state_first_;  // a mutation
  bool out_of_turn_;  // another
  ObjectQueue queue_;
  ArenaVector<Thread*> daemons_;
  WaitQueue work_;
  bool stopping_ = false;
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_PERSISTER_H_
