// What operations on the NVM cost, and how long the device keeps them waiting.
//
// Without a limit of banks the device takes any number of lines at once. With `nvm.banks` each bank
// takes one line at a time, in the order in which lines come: a line belongs to a bank by its
// address, and whoever waits for a line waits for those before it, too.
//
// A store past the cache streams: its thread's next fence waits for it. With `cpu.nt_waits` the
// thread waits at once, as an emulator's delay loop does, but only once for consecutive stores to
// one line (REWIND, section 5).
#ifndef AFTERIMAGE_TIER_NVM_TIMING_H_
#define AFTERIMAGE_TIER_NVM_TIMING_H_

#include "base/arena.h"
#include "tier/machine_profile.h"

namespace afterimage {

class NvmTiming {
 public:
  NvmTiming(Arena& arena, const MachineProfile& machine);
  NvmTiming(const NvmTiming&) = delete;
  NvmTiming& operator=(const NvmTiming&) = delete;

  Time read_ns() const { return read_ns_; }
  Time issue_ns() const { return issue_ns_; }
  Time copy_line_ns() const { return copy_line_ns_; }
  Time fence_ns() const { return fence_ns_; }
  // A locked operation, on a line that another core has modified or not.
  Time AtomicNs(bool elsewhere) const { return atomic_ns_ + (elsewhere ? transfer_ns_ : 0); }
  // The processor has write-backs that may overlap.
  bool clwb() const { return clwb_; }
  // Whether threads can make each other wait: then every operation needs its place in virtual time.
  bool shared() const { return banks_ > 0; }

  // All of these say how long the thread waits from `now` on. `now` never goes back where the
  // device is shared().

  // For one line of a Clflush to be written. `more`: the operation has waited for a line before;
  // lines that may overlap are waited for together.
  Time WriteBack(ActorId actor, uint32_t line, Time now, bool more);
  // A Clwb of the line begins: nobody waits.
  void StartWriteBack(ActorId actor, uint32_t line, Time now);
  // A store past the cache.
  Time NonTemporal(ActorId actor, uint32_t line, Time now);
  // A fence or a locked operation, for what the thread has on its way: write-backs, stores past the
  // cache.
  Time Drain(ActorId actor, Time now, bool write_backs, bool non_temporal);
  // The cache writes a line of its own accord: nobody waits, but the bank is busy.
  void Evict(uint32_t line, Time now);

  // Several lines that are stored, written back and waited for at once, on a device that is not
  // shared().
  Time StoreThrough(ActorId actor, uint32_t lines) {
    if (nt_waits_) Of(actor).last_past_cache = kNoLine;
    return lines * (copy_line_ns_ + issue_ns_) + (clwb_ ? 1 : lines) * flush_ns_;
  }

 private:
  static constexpr uint32_t kNoLine = ~0u;
  struct PerActor {
    uint32_t last_past_cache = kNoLine;  // the line of its last write, if that went past the cache
    Time due = 0;                        // when all that it has on its way is written
  };
  PerActor& Of(ActorId actor);
  // Puts the line into its bank's queue; when it is written.
  Time Take(uint32_t line, Time now);

  Time write_ns_, flush_ns_, read_ns_, issue_ns_, fence_ns_, copy_line_ns_, atomic_ns_,
      transfer_ns_;
  bool clwb_;
  bool flush_waits_;
  bool nt_waits_;
  uint32_t banks_;
  uint32_t bank_shift_;        // from lines to the stretches that go round the banks
  ArenaVector<Time> free_at_;  // by bank
  ArenaVector<PerActor> actors_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_TIMING_H_
