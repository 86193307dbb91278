#include "scheme/systems/base/tables/lsn_counter.h"

#include "scheme/systems/base/story.h"
#include "scheme/systems/base/words.h"

namespace afterimage::base {

LsnCounter::LsnCounter(Nvm& nvm, const MachineProfile& machine, uint32_t step)
    : nvm_(nvm), latch_(LatchCostsOf(machine)), atomic_ns_(machine[Price::kAtomic]), step_(step) {}

void LsnCounter::Format() {
  bound_ = next_ + step_;
  nvm_.Format(Layout::kBound, &bound_, sizeof bound_);
}

bool LsnCounter::Open(Thread& thread) {
  nvm_.ChargeLoad(thread, Category::kLogWork, Layout::kBound, kLineBytes);
  next_ = bound_ = nvm_.LoadWord(Layout::kBound);
  return next_ > 0 && next_ < Lsn{1} << 62;
}

Task<Lsn> LsnCounter::Take(Thread& thread) {
  thread.Charge(Category::kLogWork, atomic_ns_);
  co_await Ordered(thread);
  const Lsn lsn = next_++;
  if (lsn < bound_) co_return lsn;
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  co_await Ordered(thread);
  if (lsn >= bound_) {
    const Lsn bound = next_ + step_;
    co_await PersistWord(thread, nvm_, Layout::kBound, bound, {kLogBound, kAnchors, 0},
                         kLogBoundFence);
    co_await Ordered(thread);
    bound_ = bound;
  }
  co_await Latch::Release(thread, latch_);
  co_return lsn;
}

}  // namespace afterimage::base
