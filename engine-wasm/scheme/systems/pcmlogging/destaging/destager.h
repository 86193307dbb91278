// Moves committed versions from PCM to their pages on the disk, so that there is room (PCMLogging,
// sections 3.3 and 5).
//
// Nothing is lost however far it has come: a version counts in PCM until its page is durable, and
// what was changed meanwhile has a version of its own.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGER_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGER_H_

#include "scheme/systems/pcmlogging/home.h"

namespace afterimage::pcm {

struct DestageCounters {
  uint64_t reads = 0;
  uint64_t pages = 0;
  uint64_t versions = 0;
};

class Destager {
 public:
  // Adds the thread; it is not started. Both must outlive it.
  Destager(const EngineContext& context, StagingArea& area, Home& home);

  void Start();
  void Stop(Thread& thread);
  // Moves all that has committed. One thread at a time destages.
  Task<void> DestageAll(Thread& thread);
  const DestageCounters& counters() const { return counters_; }

 private:
  struct Moved {
    Item* item;
    uint32_t first;
    uint64_t seq;
  };
  Task<void> Run(Thread& thread);
  // Returns how long to wait before the next page: 0 not at all, DestagePace::kNever until the
  // thread is woken.
  Time Wait(Time now);
  // Returns the page whose last commit is longest ago, among those that have something to destage;
  // or the one that has most of it. Null if there is none.
  PageEntry* Victim();
  Task<void> DestagePage(Thread& thread, PageEntry& page);
  // Waits where the page comes next again and all that has committed of it is being flushed.
  Task<void> AwaitMoves(Thread& thread, const PageEntry& page);
  Task<void> FreeMoved(Thread& thread, PageEntry& page);
  bool StandsBelow(const Item& item, const PageEntry& page) const;

  Kernel& kernel_;
  StagingArea& area_;
  Home& home_;
  Thread& thread_;
  uint8_t* bytes_;
  ArenaVector<Moved> moved_;
  DestageCounters counters_;
  bool going_ = false;       // from the upper watermark to the lower one
  Time last_began_ = 0;      // of the thread's last page
  uint32_t last_slots_ = 0;  // that it has freed
  bool stopping_ = false;
  bool busy_ = false;
  WaitQueue idle_;
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_DESTAGING_DESTAGER_H_
