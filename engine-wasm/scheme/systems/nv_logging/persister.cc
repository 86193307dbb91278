#include "scheme/systems/nv_logging/persister.h"

namespace afterimage::nvlog {

Persister::Persister(const EngineContext& context, const Layout& layout, Ring& ring,
                     ObjectPool& pool, uint32_t daemons)
    : kernel_(context.kernel),
      nvm_(context.devices.nvm),
      layout_(layout),
      ring_(ring),
      pool_(pool),
      state_first_(kTraced && (context.mutations >> kStateBitFirst & 1)),
      out_of_turn_(kTraced && (context.mutations >> kLaterObjectFirst & 1)),
      daemons_(ArenaAllocator<Thread*>(context.arena)) {
  for (uint32_t i = 0; i < daemons; ++i)
    daemons_.push_back(&kernel_.AddThread(ThreadKind::kDaemon, {"persister", "持久化线程"}));
}

void Persister::Start() {
  for (Thread* daemon : daemons_) kernel_.Spawn(*daemon, Run(*daemon));
}

void Persister::Stop(Thread& thread) {
  stopping_ = true;
  work_.WakeAll(kernel_, thread.now());
}

void Persister::HandOver(Thread& thread, const LogObject& object) {
  if (work_.empty()) return;
  // One that persists the object before it takes this one, too: a second would find nothing to do.
  if (daemons_.size() > 1 && !out_of_turn_ && !object.ComesNext()) return;
  work_.WakeFirst(kernel_, thread.now());
}

// --- Persisting an object (section 5.2) ----------------------------------------------------------

Task<void> Persister::Persist(Thread& thread, LogObject* object, Lsn lsn) {
  co_await Ordered(thread);
  // The wait spins: it is soon over, and a thread that holds a latch (the write gate) must not lose
  // its core to one that spins on that latch.
  while (object->lsn == lsn && object->state == LogObject::State::kPersisting) {
    co_await Sleep(thread, object->waiters, WaitFor::kPersister, static_cast<uint32_t>(lsn), 0,
                   Category::kLogWork, WhileBlocked::kSpins);
  }
  if (object->lsn != lsn || object->state == LogObject::State::kPersistent) co_return;
  object->state = LogObject::State::kPersisting;
  if (state_first_) {
    co_await PersistStateFirst(thread, object);
  } else {
    const uint64_t word = layout_.EntryWord(lsn, true);
    co_await CopyObject(thread, *object);
    if (layout_.object_has_bit()) co_await SetState(thread, *object);
    co_await ring_.SetStateBit(thread, lsn, word);
  }
  co_await Note(thread, EventKind::kLogDurable,
                {.tier = Tier::kNvm, .address = layout_.Object(lsn)});
  // Threads that waited for the line come before those that wait for the object.
  co_await Ordered(thread);
  object->state = LogObject::State::kPersistent;
  pool_.Bytes(*object)[kStateOffset] = 1;
  queue_.Remove(object);
  object->waiters.WakeAll(kernel_, thread.now());
  // It comes next now; a daemon takes it by itself.
  if (object->newer && !IsDaemon(thread)) HandOver(thread, *object->newer);
  if (object->orphan) pool_.Free(object);
}

Nvm::StoreAndFlushOp Persister::CopyObject(Thread& thread, const LogObject& object) {
  const auto key = static_cast<uint32_t>(object.lsn);
  thread.At({kPersistCopy, kObjects, key});
  return nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Object(object.lsn),
                            pool_.Bytes(object), object.bytes, Access::kPrivate,
                            {kPersistWriteBack, kObjects, key});
}

Nvm::StoreAndFlushOp Persister::SetState(Thread& thread, const LogObject& object) {
  static constexpr uint64_t kSet = 1;
  const auto key = static_cast<uint32_t>(object.lsn);
  thread.At({kPersistState, kObjects, key});
  return nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Object(object.lsn) + kStateOffset,
                            &kSet, sizeof kSet, Access::kPrivate,
                            {kPersistStateBack, kObjects, key});
}

// The mutation: the copy comes last, and must not clear a bit again.
Task<void> Persister::PersistStateFirst(Thread& thread, LogObject* object) {
  const uint64_t word = layout_.EntryWord(object->lsn, true);
  const Address to = layout_.Object(object->lsn);
  const uint8_t* bytes = pool_.Bytes(*object);
  const auto key = static_cast<uint32_t>(object->lsn);
  thread.set_broken(true);
  if (layout_.object_has_bit()) co_await SetState(thread, *object);
  co_await ring_.SetStateBit(thread, object->lsn, word);
  thread.At({kPersistCopy, kObjects, key});
  co_await nvm_.Store(thread, Category::kLogWork, to, bytes, kStateOffset, Access::kPrivate);
  if (object->bytes > kLineBytes) {
    co_await nvm_.Store(thread, Category::kLogWork, to + kLineBytes, bytes + kLineBytes,
                        object->bytes - kLineBytes, Access::kPrivate);
  }
  thread.At({kPersistWriteBack, kObjects, key});
  co_await nvm_.Clflush(thread, Category::kLogWork, to, object->bytes, Access::kPrivate);
  thread.set_broken(false);
}

// --- Several objects -----------------------------------------------------------------------------

Task<void> Persister::PersistAll(Thread& thread, const TxnLog& log, uint16_t line) {
  for (LogObject* object = log.oldest; object; object = object->newer) {
    co_await Step(thread, {line, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
    co_await Persist(thread, object, object->lsn);
  }
}

Task<void> Persister::PersistPage(Thread& thread, PageId page) {
  while (LogObject* object = queue_.OldestOf(page)) {
    const Lsn lsn = object->lsn;
    co_await Step(thread, {kGatePersist, kVolatileObjects, static_cast<uint32_t>(lsn)});
    co_await Persist(thread, object, lsn);
  }
  co_await ring_.WriteBackTail(thread, kGateTail);
}

// --- The daemons ---------------------------------------------------------------------------------

Task<void> Persister::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    LogObject* object = out_of_turn_ ? queue_.LastToPersist() : queue_.NextToPersist();
    if (!object) {
      if (stopping_) co_return;
      thread.set_txn(0);
      co_await Sleep(thread, work_, WaitFor::kWork);
      continue;
    }
    thread.set_txn(object->label);
    const Lsn lsn = object->lsn;
    thread.set_broken(out_of_turn_ && !object->ComesNext());
    co_await Step(thread, {kPersisterTake, kVolatileObjects, static_cast<uint32_t>(lsn)});
    co_await Persist(thread, object, lsn);
    thread.set_broken(false);
  }
}

}  // namespace afterimage::nvlog
