// The costs of operations on the NVM, and how long the device makes them wait.
//
// Without a limit of banks the device takes any number of lines at once. With `nvm.banks` each bank
// takes one line at a time, read or written, in the order in which lines come: a line belongs to a
// bank by its address, and a thread that waits for a line waits for those before it, too. A thread
// reads one line after the other, as without banks: those side by side in a bank are one request.
//
// A store past the cache streams: its thread's next fence waits for it. With `cpu.nt_waits` the
// thread waits at once, as an emulator's delay loop does, but only once for consecutive stores to
// one line (REWIND, section 5).
#ifndef AFTERIMAGE_TIER_NVM_NVM_TIMING_H_
#define AFTERIMAGE_TIER_NVM_NVM_TIMING_H_

#include <span>

#include "base/arena.h"
#include "tier/nvm/nvm_wear.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

class NvmTiming {
 public:
  // `wear` says where lines are, and must outlive this.
  NvmTiming(Arena& arena, const MachineProfile& machine, NvmWear& wear);
  NvmTiming(const NvmTiming&) = delete;
  NvmTiming& operator=(const NvmTiming&) = delete;

  // The time to read so many adjacent lines if no other thread makes this one wait. A processor
  // requests the next before the first has come.
  Time ReadNs(uint64_t lines) const {
    return lines == 0 ? 0 : read_ns_ + (lines - 1) * next_read_ns_;
  }
  // The time for a line behind one that is read, too.
  Time next_read_ns() const { return next_read_ns_; }
  Time issue_ns() const { return issue_ns_; }
  Time copy_line_ns() const { return copy_line_ns_; }
  Time fence_ns() const { return fence_ns_; }
  // A locked operation, on a line that another core has modified or not.
  Time AtomicNs(bool elsewhere) const { return atomic_ns_ + (elsewhere ? transfer_ns_ : 0); }
  // The processor has write-backs that may overlap.
  bool clwb() const { return clwb_; }
  // True if threads can make each other wait: then every operation needs its place in virtual time.
  bool shared() const { return banks_ > 0; }
  // 0: no limit.
  uint32_t banks() const { return banks_; }
  // A request in a bank's queue: the line that is asked for, or kNoLine of what the device does of
  // its own accord; and when it is served.
  static constexpr uint32_t kNoLine = ~0u;
  struct Request {
    uint32_t line;
    Time served_at;
  };
  // Requests of the bank that are not served yet at `now`, in their order, of which the first is
  // being served. Traced build; `now` is not before the event that brought the last request.
  std::span<const Request> Requests(uint32_t bank, Time now) const;

  // All of these say how long the thread waits from `now` on. `now` never goes back where the
  // device is shared().

  // The time until one line of a Clflush is written. `more`: the operation has waited for a line
  // before; lines that may overlap are waited for together.
  Time WriteBack(ActorId actor, uint32_t line, Time now, bool more);
  // Begins a Clwb of the line: the thread does not wait.
  void StartWriteBack(ActorId actor, uint32_t line, Time now);
  // A store past the cache.
  Time NonTemporal(ActorId actor, uint32_t line, Time now);
  // A fence or a locked operation, for what the thread has on its way: write-backs, stores past the
  // cache.
  Time Drain(ActorId actor, Time now, bool write_backs, bool non_temporal);
  // Writes a line that the cache evicts on its own: no thread waits, but the bank is busy.
  void Evict(uint32_t line, Time now);

  // Notes lines that the thread has read, from `line` on. REQUIRES: shared().
  void NoteRead(ActorId actor, Category category, uint32_t line, uint64_t lines) {
    if (lines > 0) Of(actor).reads.push_back({category, line, lines});
  }
  // True if the thread has noted reads that have not had their turn.
  bool HasReads(ActorId actor) { return !Of(actor).reads.empty(); }
  // The next request of what the thread has noted has its turn. REQUIRES: HasReads(actor).
  struct ReadTurn {
    Category category;
    Time ns;
  };
  ReadTurn TakeRead(ActorId actor, Time now);
  // Lines from `line` on are asked for while the thread does something else, after others that come
  // by the time `after`: when all of these have come.
  Time StartRead(uint32_t line, uint64_t lines, Time now, Time after);

  // Several lines that are stored, written back and waited for at once, on a device that is not
  // shared().
  Time StoreThrough(ActorId actor, uint32_t lines) {
    if (nt_waits_) Of(actor).last_past_cache = kNoLine;
    return lines * (copy_line_ns_ + issue_ns_) + (clwb_ ? 1 : lines) * flush_ns_;
  }

 private:
  struct NotedRead {
    Category category;
    uint32_t line;
    uint64_t lines;
  };
  struct PerActor {
    explicit PerActor(Arena& arena) : reads(ArenaAllocator<NotedRead>(arena)) {}
    uint32_t last_past_cache = kNoLine;  // the line of its last write, if that went past the cache
    Time due = 0;                        // when all that it has on its way is written
    ArenaVector<NotedRead> reads;        // that have not had their turn, all but `begun` of them
    size_t begun = 0;
  };
  PerActor& Of(ActorId actor);
  // Puts a request for the line's bank into its queue; when it is served. What the device does of
  // its own comes first.
  Time Take(uint32_t line, Time now, Time ns);
  // `asked`: the line as programs have it.
  Time TakeAtMedium(uint32_t line, Time now, Time ns, uint32_t asked = kNoLine);
  void TakeCopy(const NvmWear::Copy& copy);
  // The number of `lines` from `line` on that are adjacent in its bank.
  uint64_t SideBySide(uint32_t line, uint64_t lines) const;

  Arena& arena_;
  NvmWear& wear_;
  Time write_ns_, flush_ns_, read_ns_, next_read_ns_, issue_ns_, fence_ns_, copy_line_ns_,
      atomic_ns_, transfer_ns_;
  bool clwb_;
  bool flush_waits_;
  bool nt_waits_;
  uint32_t banks_;
  uint32_t bank_shift_;        // from lines to the stretches that go round the banks
  ArenaVector<Time> free_at_;  // by bank
  // Traced build: by bank, the requests that had not been served at the last one's event.
  ArenaVector<ArenaVector<Request>> queues_;
  ArenaVector<PerActor> actors_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_NVM_TIMING_H_
