#include "run/explore/schedules.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/digest.h"
#include "run/life/session.h"

namespace afterimage {
namespace {

// A shared operation of a run.
struct Step {
  ActorId thread;
  uint32_t operation;
  SharedUse use;
};

class StepList final : public OperationWatch {
 public:
  void Begins(ActorId thread, uint32_t operation, const SharedUse& use) override {
    if (steps.size() < kMost) steps.push_back({thread, operation, use});
  }
  std::vector<Step> steps;

 private:
  static constexpr size_t kMost = 100000;
};

bool SameThing(const Step& a, const Step& b) {
  return a.use.kind == b.use.kind && a.use.what == b.use.what &&
         a.use.kind != SharedKind::kAcknowledge && a.use.kind != SharedKind::kFence;
}

// An acknowledged transaction must be durable by then, whichever thread makes it so.
bool Depend(const Step& a, const Step& b) {
  return SameThing(a, b) || (a.use.makes_durable && b.use.kind == SharedKind::kAcknowledge);
}

struct Ran {
  std::vector<Step> steps;
  bool came = true;  // every delay held a thread until what it waited for
};

Ran Run(const Scenario& scenario, const Delays& more) {
  constexpr uint32_t kEndless = 1000000;
  StepList list;
  Session session(WithDelays(scenario, more), nullptr);
  Schedule& schedule = session.world().kernel().schedule();
  schedule.set_watch(&list);
  session.world().recorder().Quiet();
  session.Advance(kEndless, false);
  schedule.set_watch(nullptr);
  Ran ran{std::move(list.steps)};
  for (uint32_t i = 0; i < session.scenario().delays.size(); ++i)
    ran.came = ran.came && schedule.outcome(i) == DelayOutcome::kOver;
  return ran;
}

// The order of what depends on each other, without the names that things have in this run alone.
class OrderDigest {
 public:
  explicit OrderDigest(const std::vector<Step>& steps) : steps_(steps) {}

  uint64_t Value() {
    std::map<std::pair<SharedKind, uint64_t>, std::vector<const Step*>> things;
    for (const Step& step : steps_) {
      if (SameThing(step, step)) things[{step.use.kind, step.use.what}].push_back(&step);
    }
    std::set<uint64_t> orders;  // the same whatever the things are called
    for (const auto& [thing, users] : things) {
      Digest digest;
      digest.Word(static_cast<uint64_t>(thing.first));
      for (const Step* step : users) Add(*step, digest);
      orders.insert(digest.Value());
    }
    Digest all;
    for (const uint64_t order : orders) all.Word(order);
    Acknowledged(all);
    return all.Value();
  }

 private:
  static void Add(const Step& step, Digest& digest) {
    digest.Word(uint64_t{step.thread} << 32 | step.operation);
  }

  // Digests what every thread had made durable when a client got its answer.
  void Acknowledged(Digest& digest) const {
    std::map<ActorId, uint32_t> durable;
    for (const Step& step : steps_) {
      if (step.use.makes_durable) durable[step.thread] = step.operation;
      if (step.use.kind != SharedKind::kAcknowledge) continue;
      Add(step, digest);
      for (const auto& [thread, operation] : durable)
        digest.Word(uint64_t{thread} << 32 | operation);
    }
  }

  const std::vector<Step>& steps_;
};

// The delays that reverse two operations of a run, one for each pair; of the second operations only
// those behind `from`.
Delays CandidatesOf(const std::vector<Step>& steps, size_t from) {
  Delays found;
  for (size_t a = from; a < steps.size(); ++a) {
    std::map<ActorId, uint32_t> begun;
    for (size_t i = 0; i < a; ++i) begun[steps[i].thread] = steps[i].operation;
    for (size_t b = a + 1; b < steps.size(); ++b) {
      if (steps[b].thread == steps[a].thread || !Depend(steps[a], steps[b])) continue;
      found.push_back({steps[a].thread, steps[a].operation, steps[b].thread,
                       steps[b].operation - begun[steps[b].thread]});
    }
  }
  return found;
}

// Returns the place of the held operation: a further delay comes behind it.
size_t PlaceOf(const std::vector<Step>& steps, const ThreadDelay& delay) {
  const auto held = std::find_if(steps.begin(), steps.end(), [&](const Step& step) {
    return step.thread == delay.thread && step.operation == delay.operation;
  });
  return static_cast<size_t>(held - steps.begin());
}

class Search {
 public:
  Search(const Scenario& scenario, uint32_t bound) : scenario_(scenario), bound_(bound) {}

  ScheduleSet Run() {
    const Ran plain = afterimage::Run(scenario_, {});
    found_.operations = static_cast<uint32_t>(plain.steps.size());
    found_.bound = found_.operations > kMostOperationsForTwo ? std::min(bound_, 1u) : bound_;
    found_.schedules.emplace_back();
    seen_.insert(OrderDigest(plain.steps).Value());
    Extend({}, plain.steps, 0);
    return std::move(found_);
  }

 private:
  void Extend(const Delays& delays, const std::vector<Step>& steps, size_t from) {
    if (delays.size() >= found_.bound) return;
    for (const ThreadDelay& delay : CandidatesOf(steps, from)) {
      if (found_.schedules.size() >= kMostSchedules) {
        found_.all = false;
        return;
      }
      Delays more = delays;
      more.push_back(delay);
      const Ran ran = afterimage::Run(scenario_, more);
      if (!ran.came || !seen_.insert(OrderDigest(ran.steps).Value()).second) {
        ++found_.equal;
        continue;
      }
      found_.schedules.push_back(more);
      Extend(more, ran.steps, PlaceOf(ran.steps, delay));
    }
  }

  const Scenario& scenario_;
  uint32_t bound_;
  ScheduleSet found_;
  std::set<uint64_t> seen_;
};

}  // namespace

Scenario WithDelays(const Scenario& scenario, const Delays& delays) {
  Scenario delayed = scenario;
  delayed.delays.insert(delayed.delays.end(), delays.begin(), delays.end());
  return delayed;
}

ScheduleSet SchedulesOf(const Scenario& scenario, uint32_t bound) {
  return Search(scenario, bound).Run();
}

}  // namespace afterimage
