// The operations of a thread on NVM, step by step.
#include <algorithm>
#include <cstring>
#include <utility>

#include "tier/nvm/nvm.h"

namespace afterimage {

namespace {
// Private operations of the untraced build run through without ordering.
template <class Op>
bool RunPrivately(Op& op, Thread& thread) {
  while (op.Step(thread) != Progress::kDone) {
  }
  return true;
}
}  // namespace

void Nvm::StoreInLine(Thread& thread, Address address, const uint8_t* data, uint32_t size,
                      bool non_temporal, uint8_t flags) {
  image_.DecideRange(address, size);
  thread.Emit(non_temporal ? EventKind::kNtStore : EventKind::kStore,
              {.tier = Tier::kNvm,
               .flags = static_cast<uint8_t>(kFlagDevice | flags),
               .address = address,
               .size = size});
  Cache(thread, LineOf(address), non_temporal);
  if (size == kLineBytes && !non_temporal && cache_.TryRewrite(LineOf(address), data)) return;
  Line& line = cache_.DirtyLine(thread, LineOf(address));
  cache_.Put(thread, line, address, data, size, non_temporal);
  if (non_temporal)
    cache_.MarkNonTemporal(thread.id(), line);
  else
    cache_.EnterCache(thread, line);
}

void Nvm::StoreDurably(Thread& thread, Address address, const void* data, uint32_t size) {
  image_.DecideRange(address, size);
  thread.Emit(EventKind::kStore,
              {.tier = Tier::kNvm, .flags = kFlagDevice, .address = address, .size = size});
  durable_.Write(address, data, size);
}

// --- What mutations delay ------------------------------------------------------------------------

class Nvm::DelayedStore final : public DelayedOperation {
 public:
  DelayedStore(Nvm& nvm, Arena& arena, Address address, const uint8_t* data, uint32_t size,
               bool non_temporal)
      : nvm_(nvm),
        data_(static_cast<uint8_t*>(arena.Allocate(size))),
        address_(address),
        size_(size),
        non_temporal_(non_temporal) {
    std::memcpy(data_, data, size);
  }
  void Happen(Thread& thread) override {
    for (uint32_t done = 0; done < size_;) {
      const Address at = address_ + done;
      const uint32_t part = InFirstLine(at, size_ - done);
      nvm_.StoreInLine(thread, at, data_ + done, part, non_temporal_, kFlagBroken);
      done += part;
    }
  }

 private:
  Nvm& nvm_;
  uint8_t* data_;
  Address address_;
  uint32_t size_;
  bool non_temporal_;
};

class Nvm::DelayedFlush final : public DelayedOperation {
 public:
  DelayedFlush(Nvm& nvm, uint32_t line, uint32_t end, FlushKind kind)
      : nvm_(nvm), line_(line), end_(end), kind_(kind) {}
  void Happen(Thread& thread) override {
    for (uint32_t index = line_; index < end_; ++index) {
      Line* line = nvm_.cache_.Find(index);
      thread.Emit(kind_ == FlushKind::kClwb ? EventKind::kWriteBackStart : EventKind::kWriteBack,
                  {.tier = Tier::kNvm,
                   .flags = kFlagDevice | kFlagBroken,
                   .address = LineAt(index),
                   .size = kLineBytes});
      if (!line) continue;
      if (kind_ == FlushKind::kClwb) {
        nvm_.cache_.MarkWriteBack(thread.id(), index);
      } else {
        nvm_.cache_.WriteBack(thread, line, nvm_.cache_.order(), nvm_.cache_.NextFlight(),
                              line->current);
      }
    }
  }

 private:
  Nvm& nvm_;
  uint32_t line_;
  uint32_t end_;
  FlushKind kind_;
};

class Nvm::DelayedFence final : public DelayedOperation {
 public:
  explicit DelayedFence(Nvm& nvm) : nvm_(nvm) {}
  void Happen(Thread& thread) override {
    thread.Emit(EventKind::kFence, {.tier = Tier::kNvm, .flags = kFlagDevice | kFlagBroken});
    nvm_.cache_.PersistMarked(thread);
  }

 private:
  Nvm& nvm_;
};

// An operation whose write has found no place never ends.
Progress Nvm::Lost(Thread& thread, Category category) {
  thread.WillBlock(WaitFor::kDevice, 0, 0, category, WhileBlocked::kStalls);
  return Progress::kBlocked;
}

// --- Operations ----------------------------------------------------------------------------------

// Between two of its requests others may have theirs.
Progress Nvm::ReadOp::Step(Thread& thread) {
#if AFTERIMAGE_WATCHES_READS
  if (std::exchange(held_, false) && thread.kernel().schedule().HoldsRead(thread.kernel(), thread))
    return Progress::kBlocked;
#endif
  const NvmTiming::ReadTurn turn = nvm_.timing_.TakeRead(thread.id(), thread.now());
  thread.Charge(turn.category, turn.ns);
  return nvm_.timing_.HasReads(thread.id()) ? Progress::kAgain : Progress::kDone;
}

bool Nvm::StoreOp::await_ready() {
  if (nvm_.Unordered(access_)) return RunPrivately(*this, thread_);
  Arrive();
  return thread_.Drive(*this);
}

void Nvm::StoreOp::Arrive() {
  nvm_.CheckReadsAwaited(thread_);
  action_ = thread_.Reach(non_temporal_ ? SiteKind::kNtStore : SiteKind::kStore);
}

Progress Nvm::StoreOp::Step(Thread& thread) {
  if (kTraced && action_ != SiteAction::kAsWritten) {
    thread.EmitMissing({.tier = Tier::kNvm, .address = address_, .size = left_});
    if (action_ == SiteAction::kDelay) {
      thread.Delay(thread.arena().New<DelayedStore>(nvm_, thread.arena(), address_, data_, left_,
                                                    non_temporal_));
    }
    return Progress::kDone;
  }
  if (nvm_.AssumesNoCrash()) {
    nvm_.StoreDurably(thread, address_, data_, left_);
    return Progress::kDone;
  }
  if (left_ == 0) {  // the store has pushed the cache over its capacity
    const uint32_t evicted = nvm_.cache_.EvictOldest(thread);
    if (nvm_.wear_.worn_out()) return nvm_.Lost(thread, category_);
    if (evicted == NvmCache::kNoLine) return Progress::kDone;
    nvm_.timing_.Evict(evicted, thread.now());
    return nvm_.cache_.OverCapacity(thread.id()) ? Progress::kAgain : Progress::kDone;
  }
  const uint32_t part = InFirstLine(address_, left_);
  nvm_.StoreInLine(thread, address_, data_, part, non_temporal_, 0);
  ++nvm_.counters_.stores;
  thread.Charge(category_, nvm_.timing_.copy_line_ns());
  if (non_temporal_)
    thread.Charge(category_, nvm_.timing_.NonTemporal(thread.id(), LineOf(address_), thread.now()));
  address_ += part;
  data_ += part;
  left_ -= part;
  if (left_ > 0) return Progress::kAgain;
  return nvm_.cache_.OverCapacity(thread.id()) ? Progress::kAgain : Progress::kDone;
}

bool Nvm::FlushOp::await_ready() {
  if (nvm_.Unordered(access_)) return RunPrivately(*this, thread_);
  Arrive();
  return thread_.Drive(*this);
}

void Nvm::FlushOp::Arrive() {
  nvm_.CheckReadsAwaited(thread_);
  action_ = thread_.Reach(SiteKind::kWriteBack);
  if (!kTraced || nvm_.AssumesNoCrash()) return;  // then nobody can tell whether there is work
  if (action_ == SiteAction::kAsWritten && !nvm_.cache_.HasWork(line_, end_)) thread_.SiteIdle();
}

Progress Nvm::FlushOp::Step(Thread& thread) {
  if (kTraced && action_ != SiteAction::kAsWritten) {
    thread.EmitMissing(
        {.tier = Tier::kNvm, .address = LineAt(line_), .size = (end_ - line_) * kLineBytes});
    if (action_ == SiteAction::kDelay)
      thread.Delay(thread.arena().New<DelayedFlush>(nvm_, line_, end_, kind_));
    return Progress::kDone;
  }
  if (nvm_.AssumesNoCrash()) {
    thread.Emit(EventKind::kWriteBack,
                {.tier = Tier::kNvm, .flags = kFlagDevice, .address = LineAt(line_)});
    return Progress::kDone;
  }
  return started_ ? Complete(thread) : Start(thread);
}

Progress Nvm::FlushOp::Start(Thread& thread) {
  Line* line = nvm_.cache_.FindDirty(thread, line_);
  if (line && line->in_flight && kind_ == FlushKind::kClflush) {
    waiter_.thread = &thread;
    waiter_.ready = false;
    line->flushers.Append(&waiter_);
    thread.WillBlock(WaitFor::kDevice, 0, 0, category_, WhileBlocked::kStalls);
    return Progress::kBlocked;
  }
  ++nvm_.counters_.write_backs;
  thread.Emit(EventKind::kWriteBackStart, {.tier = Tier::kNvm,
                                           .flags = kFlagDevice,
                                           .address = LineAt(line_),
                                           .size = kLineBytes,
                                           .a = line ? 1u : 0u});
  mark_ = nvm_.cache_.order();
  thread.Charge(category_, nvm_.timing_.issue_ns());
  if (kind_ == FlushKind::kClwb) {
    if (line) {
      nvm_.cache_.MarkWriteBack(thread.id(), line_);
      nvm_.timing_.StartWriteBack(thread.id(), line_, thread.now());
    }
    return ++line_ < end_ ? Progress::kAgain : Progress::kDone;
  }
  if (nvm_.read_caches_.on()) nvm_.read_caches_.Drop(thread, line_);
  writing_ = line != nullptr;
  if (line) {
    line->in_flight = true;
    thread.set_uninterruptible(access_ == Access::kShared);
    line->flight = nvm_.cache_.NextFlight();
    line->flight_order = mark_;
    if constexpr (!kTraced) std::memcpy(line->in_flight_bytes, line->current, kLineBytes);
    thread.Charge(category_, nvm_.timing_.WriteBack(thread.id(), line_, thread.now(), paid_));
    paid_ = true;
  }
  started_ = true;
  return Progress::kAgain;
}

Progress Nvm::FlushOp::Complete(Thread& thread) {
  thread.Emit(
      EventKind::kWriteBack,
      {.tier = Tier::kNvm, .flags = kFlagDevice, .address = LineAt(line_), .size = kLineBytes});
  if (writing_) {
    Line* line = nvm_.cache_.Find(line_);
    line->in_flight = false;
    thread.set_uninterruptible(false);
    line->flushers.WakeAll(thread.kernel(), thread.now());
    nvm_.cache_.WriteBack(thread, line, mark_, line->flight, line->in_flight_bytes);
    if (nvm_.wear_.worn_out()) return nvm_.Lost(thread, category_);
  }
  started_ = false;
  return ++line_ < end_ ? Progress::kAgain : Progress::kDone;
}

Task<void> Nvm::FlushCaches(Thread& thread, Category category) {
  co_await Ordered(thread);
  ArenaVector<uint32_t> dirty{ArenaAllocator<uint32_t>(thread.arena())};
  cache_.CollectDirty(dirty);
  for (const uint32_t line : dirty)
    co_await Clflush(thread, category, LineAt(line), kLineBytes, Access::kShared);
}

bool Nvm::FenceOp::await_ready() {
  nvm_.CheckReadsAwaited(thread_);
  if (nvm_.TryFence(thread_, category_, access_)) return true;
  action_ = thread_.Reach(SiteKind::kFence);
  return thread_.Drive(*this);
}

bool Nvm::TryFence(Thread& thread, Category category, Access access) {
  if (!Unordered(access) || cache_.MarkedBy(thread.id()).lines() > 0) return false;
  ++counters_.fences;
  thread.Charge(category, timing_.fence_ns());
  return true;
}

bool Nvm::TryStoreThrough(Thread& thread, Category category, Address address, const void* data,
                          uint32_t size) {
  const uint32_t first = LineOf(address), last = LineOf(address + size - 1);
  for (uint32_t line = first; line <= last; ++line) {
    if (cache_.IsDirty(line)) return false;
  }
  image_.DecideRange(address, size);
  const uint32_t lines = last - first + 1;
  counters_.stores += lines;
  counters_.write_backs += lines;
  wear_.Count(first, last, thread.now());
  if (read_caches_.on()) read_caches_.StoreThrough(thread, first, last);
  thread.Charge(category, timing_.StoreThrough(thread.id(), lines));
  durable_.Write(address, data, size);
  return true;
}

bool Nvm::StoreAndFlushOp::await_ready() {
  const bool unordered = nvm_.Unordered(access_);
  if (unordered && kind_ == FlushKind::kClflush &&
      nvm_.TryStoreThrough(thread_, category_, address_, data_, size_)) {
    return true;
  }
  store_.emplace(thread_, nvm_, category_, address_, data_, size_, access_, false);
  if (unordered) return RunPrivately(*this, thread_);
  store_->Arrive();
  return thread_.Drive(*this);
}

Progress Nvm::StoreAndFlushOp::Step(Thread& thread) {
  if (flush_) return flush_->Step(thread);
  const Progress progress = store_->Step(thread);
  if (progress != Progress::kDone) return progress;
  if (back_) thread.At(*back_);
  flush_.emplace(thread, nvm_, category_, address_, size_, access_, kind_);
  flush_->Arrive();
  thread.GoesOnToNext();
  return Progress::kAgain;
}

Progress Nvm::FenceOp::Step(Thread& thread) {
  if (kTraced && action_ != SiteAction::kAsWritten) {
    thread.EmitMissing({.tier = Tier::kNvm});
    if (action_ == SiteAction::kDelay) thread.Delay(thread.arena().New<DelayedFence>(nvm_));
    return Progress::kDone;
  }
  if (nvm_.AssumesNoCrash()) {
    thread.Emit(EventKind::kFence, {.tier = Tier::kNvm, .flags = kFlagDevice});
    return Progress::kDone;
  }
  const size_t marked = nvm_.cache_.MarkedBy(thread.id()).lines();
  if (!waited_) {
    waited_ = true;
    if (kTraced && marked == 0) thread.SiteIdle();
    thread.Charge(category_, nvm_.timing_.fence_ns());
    thread.Charge(category_, nvm_.DrainNs(thread));
    return Progress::kAgain;
  }
  ++nvm_.counters_.fences;
  thread.Emit(EventKind::kFence,
              {.tier = Tier::kNvm, .flags = kFlagDevice, .a = static_cast<uint32_t>(marked)});
  nvm_.cache_.PersistMarked(thread);
  return nvm_.wear_.worn_out() ? nvm_.Lost(thread, category_) : Progress::kDone;
}

// --- Locked changes of a word --------------------------------------------------------------------

uint64_t Nvm::Fetched(uint64_t before, uint64_t operand, Fetch fetch) {
  switch (fetch) {
    case Fetch::kAdd: return before + operand;
    case Fetch::kSet: return before | operand;
    case Fetch::kClear: return before & ~operand;
  }
  return before;
}

uint64_t Nvm::FetchNow(Thread& thread, Category category, Address address, uint64_t operand,
                       Fetch fetch, uint8_t flags) {
  image_.DecideRange(address, kAtomBytes);
  const uint64_t before = LoadWord(address);
  thread.Emit(EventKind::kStore, {.tier = Tier::kNvm,
                                  .flags = static_cast<uint8_t>(kFlagDevice | flags),
                                  .address = address,
                                  .size = kAtomBytes,
                                  .a = 1});
  const uint64_t after = Fetched(before, operand, fetch);
  Cache(thread, LineOf(address), false);
  AI_CHECK(!cache_.Rewritten(LineOf(address)));  // whose it is would be forgotten
  Line* existing = cache_.Find(LineOf(address));
  const bool elsewhere = existing && existing->owner != thread.id();
  cache_.PersistMarked(thread);
  Line& line = cache_.DirtyLine(thread, LineOf(address));
  cache_.Put(thread, line, address, reinterpret_cast<const uint8_t*>(&after), kAtomBytes, false);
  if (!cache_.bounded()) line.owner = thread.id();
  cache_.EnterCache(thread, line);
  ++counters_.stores;
  thread.Charge(category, timing_.AtomicNs(elsewhere));
  return before;
}

class Nvm::DelayedFetch final : public DelayedOperation {
 public:
  DelayedFetch(Nvm& nvm, Category category, Address address, uint64_t operand, Fetch fetch)
      : nvm_(nvm), category_(category), address_(address), operand_(operand), fetch_(fetch) {}
  void Happen(Thread& thread) override {
    nvm_.FetchNow(thread, category_, address_, operand_, fetch_, kFlagBroken);
  }

 private:
  Nvm& nvm_;
  Category category_;
  Address address_;
  uint64_t operand_;
  Fetch fetch_;
};

// The result of an addition is needed by the thread: it is no site.
bool Nvm::FetchOp::await_ready() {
  nvm_.CheckReadsAwaited(thread_);
  if (fetch_ != Fetch::kAdd) action_ = thread_.Reach(SiteKind::kStore);
  return thread_.Drive(*this);
}

Progress Nvm::FetchOp::Step(Thread& thread) {
  AI_CHECK(address_ % kAtomBytes == 0);
  if (kTraced && action_ != SiteAction::kAsWritten) {
    thread.EmitMissing({.tier = Tier::kNvm, .address = address_, .size = kAtomBytes});
    if (action_ == SiteAction::kDelay) {
      thread.Delay(thread.arena().New<DelayedFetch>(nvm_, category_, address_, operand_, fetch_));
    }
    return Progress::kDone;
  }
  if (nvm_.AssumesNoCrash()) {
    before_ = nvm_.LoadWord(address_);
    const uint64_t after = Fetched(before_, operand_, fetch_);
    nvm_.StoreDurably(thread, address_, &after, kAtomBytes);
    return Progress::kDone;
  }
  if (!waited_ && nvm_.cache_.MarkedBy(thread.id()).lines() > 0) {
    waited_ = true;
    thread.Charge(category_, nvm_.DrainNs(thread));
    return Progress::kAgain;
  }
  before_ = nvm_.FetchNow(thread, category_, address_, operand_, fetch_, 0);
  return nvm_.wear_.worn_out() ? nvm_.Lost(thread, category_) : Progress::kDone;
}

}  // namespace afterimage
