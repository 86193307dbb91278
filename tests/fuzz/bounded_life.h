// Lives of the machine that must end, whatever input they are given.
#ifndef AFTERIMAGE_TESTS_FUZZ_BOUNDED_LIFE_H_
#define AFTERIMAGE_TESTS_FUZZ_BOUNDED_LIFE_H_

#include "run/life/session.h"
#include "run/reply/frame.h"

namespace afterimage::fuzz {

// Far more than a recovery of the small databases here can need.
inline constexpr uint64_t kMaxSteps = 1000000;

// Runs the open phase to its end, or so many events or steps. True if it has ended.
inline bool RunFor(Session& session, uint32_t events, uint64_t steps) {
  session.world().kernel().Limit(steps);
  return session.Advance(session.at() + events, false) == Session::Advanced::kEnded;
}

// Recovers after a power cut: recovery ends, reports its result, and the result can be shown.
inline void MustRecover(Session& session) {
  World& world = session.world();
  AI_CHECK(RunFor(session, kMaxSteps, kMaxSteps));
  AI_CHECK(world.kernel().thread(world.recovery_actor()).done());
  const Status status = world.report().status;
  AI_CHECK(status == Status::kOk || status == Status::kDamaged);
  session.Verdict();
  std::string frame;
  WriteFrame(session, &frame);
}

}  // namespace afterimage::fuzz

#endif  // AFTERIMAGE_TESTS_FUZZ_BOUNDED_LIFE_H_
