// The source of LSNs: a counter in DRAM, under a bound in NVM that is raised before the counter
// reaches it. After a power cut the counter begins at the bound: no LSN is given out twice.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_LSN_COUNTER_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_LSN_COUNTER_H_

#include "scheme/systems/base/layout.h"
#include "sim/latch.h"
#include "tier/nvm/nvm.h"

namespace afterimage::base {

class LsnCounter {
 public:
  // The bound goes up by `step` at a time.
  LsnCounter(Nvm& nvm, const MachineProfile& machine, uint32_t step);

  void Format();
  // Opens the counter after a power cut. Returns false if the bound is invalid.
  bool Open(Thread& thread);
  // The next LSN, larger than all before.
  Task<Lsn> Take(Thread& thread);
  // A lower bound of those to come.
  Lsn next() const { return next_; }
  // All that were given out are smaller, which NVM says before Open(), too.
  Lsn bound() const { return nvm_.LoadWord(Layout::kBound); }

 private:
  Nvm& nvm_;
  Latch latch_;
  Time atomic_ns_;
  uint32_t step_;
  Lsn next_ = 1;
  Lsn bound_ = 0;  // that is durable
};

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_LSN_COUNTER_H_
