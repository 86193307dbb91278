// Schedules by delay bounding. Virtual time orders what threads do; a delay makes one of them wait
// at an operation that others may depend on, as if its core had been taken away there, until
// another thread has gone on. A run with delays is as deterministic as one without.
//
// In the traced build only: the other one does not count these operations.
#ifndef AFTERIMAGE_SIM_SCHEDULE_H_
#define AFTERIMAGE_SIM_SCHEDULE_H_

#include <cstdint>

#include "base/build.h"
#include "base/random.h"
#include "base/types.h"

namespace afterimage {

// The thing that an operation touches and on which other threads may depend.
enum class SharedKind : uint8_t {
  kNothing,
  kLine,  // of the NVM
  kPage,  // of a disk
  kLatch,
  kLock,
  kAcknowledge,  // a client is told the end of its transaction
  kFence
};

struct SharedUse {
  SharedKind kind = SharedKind::kNothing;
  bool makes_durable = false;
  uint64_t what = 0;  // which one of its kind; the same one in the same run only
};

// The thread is held before its `operation`-th shared operation (from 1), until the thread `until`
// has ended `next` more of its own. A read of NVM is no shared operation: without banks no other
// thread comes between it and the next one. With banks, and `at_read`, the thread is held at its
// `operation`-th read instead, in builds that watch reads.
struct ThreadDelay {
  ActorId thread = 0;
  uint32_t operation = 1;
  ActorId until = 0;
  uint32_t next = 1;
#if AFTERIMAGE_WATCHES_READS
  bool at_read = false;
#endif
  bool operator==(const ThreadDelay&) const = default;
};
inline bool AtRead([[maybe_unused]] const ThreadDelay& delay) {
#if AFTERIMAGE_WATCHES_READS
  return delay.at_read;
#else
  return false;
#endif
}

// kMissed: it ended without what it waited for, since that thread has ended or cannot go on.
enum class DelayOutcome : uint8_t { kAhead, kHolding, kOver, kMissed };
inline constexpr const char* kDelayOutcomeNames[] = {"ahead", "holding", "over", "missed"};

// Receives every shared operation as it begins, after its delays.
class OperationWatch {
 public:
  virtual void Begins(ActorId thread, uint32_t operation, const SharedUse& use) = 0;

 protected:
  ~OperationWatch() = default;
};

inline constexpr uint32_t kMostDelays = 8;

class Kernel;
class Thread;

// The delays of a run, and who is held by one.
class Schedule {
 public:
  // REQUIRES: there are at most kMostDelays, and the threads have not run.
  void Set(const ThreadDelay* delays, uint32_t count);
  // REQUIRES: it outlives the kernel, or is taken away with null.
  void set_watch(OperationWatch* watch) { watch_ = watch; }
  bool counts() const {
#if AFTERIMAGE_WATCHES_READS
    if (some_come_late()) return true;
#endif
    return count_ > 0 || watch_ != nullptr;
  }
  bool holds() const { return holding_ > 0; }
  DelayOutcome outcome(uint32_t delay) const { return entries_[delay].outcome; }

  // The thread comes to its next shared operation: true where a delay holds it there.
  bool Arrives(Kernel& kernel, Thread& thread);
#if AFTERIMAGE_WATCHES_READS
  // It comes to its next read of NVM: true where a delay is to hold it there.
  bool ComesToRead(const Thread& thread) { return at_reads_ > 0 && CountRead(thread); }
  // It has its turn at that read: true where the delay holds it.
  bool HoldsRead(Kernel& kernel, Thread& thread);
#endif
#if AFTERIMAGE_WATCHES_READS
  // From now on threads come late by chance, each in its own measure: before `percent` of a hundred
  // operations, and after as many of their waits, by up to `most`.
  void ComeLate(uint64_t seed, uint32_t percent, Time most);
  bool some_come_late() const { return late_percent_ > 0; }
  // Returns by how much the thread comes late now.
  Time Late(const Thread& thread);
#endif
  // It begins that operation.
  void Begins(const Thread& thread, const SharedUse& use);
  // It has ended that operation: those go on who waited for it.
  void Ended(Kernel& kernel, const Thread& thread);
  // Notes that the thread has ended, so that no other waits for it any more.
  void ThreadEnded(Kernel& kernel, const Thread& thread);
  // Lets all go that are held, since nothing else can come: true where there were any.
  bool LetGo(Kernel& kernel);
  // The same where they have been held for so long that nothing will.
  void LetGoOverdue(Kernel& kernel);

 private:
  // Daemons that wake from time to time would hold a thread for ever that waits for another one.
  static constexpr uint64_t kMostHeldSteps = 50000;

  struct Entry {
    ThreadDelay delay;
    DelayOutcome outcome = DelayOutcome::kAhead;
    uint32_t goal = 0;  // the operation of delay.until that ends it
    uint64_t since = 0;
#if AFTERIMAGE_WATCHES_READS
    uint32_t reads = 0;  // that its thread has come to
#endif
  };
#if AFTERIMAGE_WATCHES_READS
  bool CountRead(const Thread& thread);
#endif
  // True where the thread is held now: the one that it waits for can still come.
  bool Hold(Kernel& kernel, Thread& thread, Entry& entry);
  void End(Kernel& kernel, Entry& entry, DelayOutcome outcome);

  Entry entries_[kMostDelays];
  uint32_t count_ = 0;
  uint32_t holding_ = 0;
#if AFTERIMAGE_WATCHES_READS
  uint32_t at_reads_ = 0;  // of the delays
  Random late_{0};
  uint64_t late_seed_ = 0;
  uint32_t late_percent_ = 0;
  Time late_most_ = 0;
#endif
  OperationWatch* watch_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_SCHEDULE_H_
