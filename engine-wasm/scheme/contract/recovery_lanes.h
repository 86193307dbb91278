// Threads that recover together: the one that is given to StorageEngine::Recover and, beside it,
// others of the same kind, each with its own clock and ledger. Work is given to all of them at
// once, and the next begins when all have done it: a barrier.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_RECOVERY_LANES_H_
#define AFTERIMAGE_SCHEME_CONTRACT_RECOVERY_LANES_H_

#include "base/arena.h"
#include "sim/latch.h"

namespace afterimage {

// The common work of lanes. They divide it among themselves: a lane takes a part that no other has
// taken.
class LaneWork {
 public:
  // Does a lane's part, on its thread. False where it has found damage.
  virtual Task<bool> OnLane(Thread& thread) = 0;

 protected:
  ~LaneWork() = default;
};

class RecoveryLanes {
 public:
  static constexpr uint32_t kMost = 64;

  // Adds count - 1 threads to the kernel. REQUIRES: 1 <= count <= kMost.
  RecoveryLanes(Kernel& kernel, Arena& arena, uint32_t count);

  // Has every lane do its part, `thread` among them; false where one has found damage. The others
  // start with the first call. REQUIRES: `work` stays until this returns.
  Task<bool> Run(Thread& thread, LaneWork& work);
  // Lets the other lanes end.
  void End(Thread& thread);

  uint32_t count() const { return static_cast<uint32_t>(others_.size()) + 1; }

 private:
  Task<void> Serve(Thread& thread);

  Kernel& kernel_;
  ArenaVector<Thread*> others_;
  LaneWork* work_ = nullptr;
  uint32_t round_ = 0;
  uint32_t busy_ = 0;  // of the others
  bool whole_ = true;
  bool ending_ = false;
  WaitQueue begin_;
  WaitQueue done_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_RECOVERY_LANES_H_
