// The set of pending events is a heap with four children a node. It is ordered by time, then by
// tie, both in integers that make one word; two entries with equal time and tie must not be pending
// together.
#ifndef AFTERIMAGE_SIM_EVENT_QUEUE_H_
#define AFTERIMAGE_SIM_EVENT_QUEUE_H_

#include <cstdint>

#include "base/arena.h"
#include "base/check.h"
#include "base/types.h"

namespace afterimage {

class EventQueue {
 public:
  // Times must be below this: 2^48 ns are 78 hours.
  static constexpr Time kTimeLimit = Time{1} << 48;

  EventQueue(Arena& arena, uint32_t capacity)
      : heap_(arena.NewArray<Entry>(capacity + 4)), capacity_(capacity) {}

  bool empty() const { return size_ == 0; }
  uint32_t size() const { return size_; }

  void Push(Time time, uint16_t tie, uint32_t payload) {
    AI_CHECK(size_ < capacity_ && time < kTimeLimit);
    SiftUp(size_++, {Order(time, tie), payload});
  }

  Time top_time() const { return heap_[0].order >> 16; }
  uint32_t top_payload() const { return heap_[0].payload; }
  // True if (time, tie) comes before everything that is pending.
  bool ComesFirst(Time time, uint16_t tie) const {
    return size_ == 0 || Order(time, tie) < heap_[0].order;
  }

  // Removes the first entry. REQUIRES: the queue is not empty.
  void Pop() {
    const Entry last = heap_[--size_];
    if (size_ > 0) SiftDown(last);
  }

  // Removes the entry with this payload, wherever it is. REQUIRES: there is one.
  void Remove(uint32_t payload) {
    uint32_t at = 0;
    while (heap_[at].payload != payload) AI_CHECK(++at < size_);
    const Entry last = heap_[--size_];
    if (at == size_) return;
    // The last one may belong above the hole or below it.
    for (; at > 0; at = (at - 1) / 4) heap_[at] = heap_[(at - 1) / 4];
    SiftDown(last);
  }

  // Does what Pop and then Push would do, in a single pass down the heap. REQUIRES: the queue is
  // not empty.
  void ReplaceTop(Time time, uint16_t tie, uint32_t payload) {
    AI_CHECK(time < kTimeLimit);
    SiftDown({Order(time, tie), payload});
  }

 private:
  struct Entry {
    uint64_t order;
    uint32_t payload;
  };
  static uint64_t Order(Time time, uint16_t tie) { return time << 16 | tie; }
  bool Before(uint32_t a, uint32_t b) const { return heap_[a].order < heap_[b].order; }

  void SiftUp(uint32_t hole, Entry entry) {
    while (hole > 0) {
      const uint32_t parent = (hole - 1) / 4;
      if (entry.order >= heap_[parent].order) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = entry;
  }

  void SiftDown(Entry entry) {
    uint32_t hole = 0;
    for (;;) {
      const uint32_t first = hole * 4 + 1;
      if (first >= size_) break;
      uint32_t best = first;
      if (first + 4 <=
          size_) {  // a tournament without branches: which is smaller cannot be predicted
        const uint32_t left = first + Before(first + 1, first);
        const uint32_t right = first + 2 + Before(first + 3, first + 2);
        best = Before(right, left) ? right : left;
      } else {
        for (uint32_t child = first + 1; child < size_; ++child)
          best = Before(child, best) ? child : best;
      }
      if (heap_[best].order >= entry.order) break;
      heap_[hole] = heap_[best];
      hole = best;
    }
    heap_[hole] = entry;
  }

  Entry* heap_;
  uint32_t capacity_;
  uint32_t size_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_EVENT_QUEUE_H_
