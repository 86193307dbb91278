// Keeps what has reached its destination with the latest event, for the interface: a device keeps
// nothing else of a store or a request that is over. Traced build.
#ifndef AFTERIMAGE_TIER_ARRIVALS_H_
#define AFTERIMAGE_TIER_ARRIVALS_H_

#include <cstdint>
#include <span>

#include "base/arena.h"
#include "sim/kernel.h"

namespace afterimage {

template <class T>
class Arrivals {
 public:
  explicit Arrivals(Arena& arena) : items_(ArenaAllocator<T>(arena)) {}

  // Adds an item that came with the event that has just been recorded. It keeps nothing in a world
  // whose events are not recorded.
  void Add(Kernel& kernel, const T& item) { AddTo(kernel, kernel.recorder().count() - 1, item); }
  // Adds an item that comes with the next event.
  void AddToNext(Kernel& kernel, const T& item) { AddTo(kernel, kernel.recorder().count(), item); }
  // Returns what came with event `event` of this world. It is empty unless that is the latest event
  // that brought something.
  std::span<const T> With(uint32_t event) const {
    return event == event_ ? std::span<const T>(items_.data(), items_.size())
                           : std::span<const T>();
  }

 private:
  void AddTo(Kernel& kernel, uint32_t event, const T& item) {
    if (!kTraced || kernel.events_disabled() || kernel.recorder().quiet() ||
        kernel.recorder().muted())
      return;
    if (event != event_) items_.clear();
    event_ = event;
    items_.push_back(item);
  }

  uint32_t event_ = ~uint32_t{0};
  ArenaVector<T> items_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_ARRIVALS_H_
