// The pending-event set: a heap with four children a node and 16-byte keys. Order is by time, then
// by tie, both in integers; two entries with equal time and tie must not be pending together.
#ifndef AFTERIMAGE_SIM_EVENT_QUEUE_H_
#define AFTERIMAGE_SIM_EVENT_QUEUE_H_

#include <cstdint>

#include "base/arena.h"
#include "base/check.h"
#include "base/types.h"

namespace afterimage {

class EventQueue {
 public:
  // Times below 2^48 ns (78 hours), ties below 2^32, payloads below 2^32.
  static constexpr Time kTimeLimit = Time{1} << 48;

  EventQueue(Arena& arena, uint32_t capacity) : heap_(arena.NewArray<Key>(capacity + 4)), capacity_(capacity) {}

  bool empty() const { return size_ == 0; }
  uint32_t size() const { return size_; }

  void Push(Time time, uint32_t tie, uint32_t payload) {
    AI_CHECK(size_ < capacity_ && time < kTimeLimit);
    SiftUp(size_++, MakeKey(time, tie, payload));
  }

  Time top_time() const { return heap_[0].high >> 16; }
  uint32_t top_payload() const { return static_cast<uint32_t>(heap_[0].low); }
  // True if (time, tie) comes before everything that is pending.
  bool ComesFirst(Time time, uint32_t tie) const {
    if (size_ == 0) return true;
    const Key key = MakeKey(time, tie, 0);
    return Less(key, heap_[0]);
  }

  // Removes the first entry; the queue must not be empty.
  void Pop() {
    const Key last = heap_[--size_];
    if (size_ > 0) SiftDown(last);
  }

  // Pop and Push in one: a single pass down the heap.
  void ReplaceTop(Time time, uint32_t tie, uint32_t payload) {
    AI_CHECK(time < kTimeLimit);
    SiftDown(MakeKey(time, tie, payload));
  }

 private:
  struct Key {
    uint64_t high;  // time << 16 | tie >> 16
    uint64_t low;   // tie << 48 | payload
  };
  static Key MakeKey(Time time, uint32_t tie, uint32_t payload) {
    return {time << 16 | tie >> 16, static_cast<uint64_t>(tie) << 48 | payload};
  }
  static bool Less(const Key& a, const Key& b) {
    // Without branches: which key is smaller cannot be predicted.
    return (a.high < b.high) | ((a.high == b.high) & (a.low < b.low));
  }

  void SiftUp(uint32_t hole, Key key) {
    while (hole > 0) {
      const uint32_t parent = (hole - 1) / 4;
      if (!Less(key, heap_[parent])) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = key;
  }

  void SiftDown(Key key) {
    uint32_t hole = 0;
    for (;;) {
      const uint32_t first = hole * 4 + 1;
      if (first >= size_) break;
      uint32_t best = first;
      if (first + 4 <= size_) {  // a tournament: two comparisons side by side, then the final
        const uint32_t left = first + Less(heap_[first + 1], heap_[first]);
        const uint32_t right = first + 2 + Less(heap_[first + 3], heap_[first + 2]);
        best = Less(heap_[right], heap_[left]) ? right : left;
      } else {
        for (uint32_t child = first + 1; child < size_; ++child) {
          if (Less(heap_[child], heap_[best])) best = child;
        }
      }
      if (!Less(heap_[best], key)) break;
      heap_[hole] = heap_[best];
      hole = best;
    }
    heap_[hole] = key;
  }

  Key* heap_;
  uint32_t capacity_;
  uint32_t size_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_EVENT_QUEUE_H_
