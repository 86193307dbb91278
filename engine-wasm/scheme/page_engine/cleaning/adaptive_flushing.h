// Adaptive flushing, as XtraDB and InnoDB have it: a page cleaner that is the faster the older the
// oldest change is that is not at home, so that no checkpoint comes as a surprise.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_ADAPTIVE_FLUSHING_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_ADAPTIVE_FLUSHING_H_

#include "scheme/page_engine/cleaning/housekeeping.h"

namespace afterimage {

// Knows the age of that change: the log implements it.
class LogAge {
 public:
  // Returns the log since then, in percent of that after which a checkpoint comes.
  virtual uint64_t AgePercent() const = 0;

 protected:
  ~LogAge() = default;
};

class AdaptiveFlushing {
 public:
  // Assumes a device of this many pages a second; 0 means that there is none.
  AdaptiveFlushing(Kernel& kernel, Arena& arena, uint32_t io_capacity, const LogAge& age)
      : pace_(io_capacity, age), cleaner_(kernel, arena, io_capacity > 0 ? 1 : 0) {}

  bool on() const { return pace_.io_capacity > 0; }
  void Start(BufferPool& pool) { cleaner_.Start(pool, pace_); }
  void Stop(Thread& thread) { cleaner_.Stop(thread); }
  // Wakes the cleaner because the log has grown.
  void Wake(Thread& thread) { cleaner_.Wake(thread); }
  // Returns how many pages are to go home in a second at this age: none below a tenth, and up to
  // some thirteen times the capacity (MySQL 5.6, af_get_pct_for_lsn, with its largest capacity ten
  // times the usual one).
  static uint64_t PagesAt(uint64_t age_percent, uint32_t io_capacity);

 private:
  struct Pace final : CleanerPace {
    Pace(uint32_t capacity, const LogAge& of) : io_capacity(capacity), age(of) {}
    Time Pause() const override;
    uint32_t io_capacity;
    const LogAge& age;
  };

  Pace pace_;
  PageCleaners cleaner_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_ADAPTIVE_FLUSHING_H_
