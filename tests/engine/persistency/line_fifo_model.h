// Model 2: a queue for each cache line and synchronous write-backs, after PTSOsyn and its
// sequentially consistent companion PSC (Khyzha, Lahav: Taming x86-TSO persistency, POPL 2021).
//
// Ordinary stores go to the end of their line's queue; at any time the head of a queue may go to
// the medium. Instructions wait for the medium themselves:
//
//   clflush                    runs only while no store is in its line's queue
//   clwb                       puts a ticket of its thread at the end of its line's queue
//   fence, locked instruction  run only while no queue has a ticket of their thread, and its
//                              write-combining buffer is empty
//   acknowledgement            runs at any time
//
// Non-temporal stores are not in that paper. Each thread has a write-combining buffer, from which
// single words may go to the medium at any time, in any order. A non-temporal store collapses with
// the older bytes of its word, wherever they are on their way; an ordinary store whose turn has
// come discards what write-combining buffers hold of its word.
//
// No marks and no order between lines here, and no waiting for the medium in the other model: the
// two have nothing in common but their outcomes.
#ifndef AFTERIMAGE_TESTS_PERSISTENCY_LINE_FIFO_MODEL_H_
#define AFTERIMAGE_TESTS_PERSISTENCY_LINE_FIFO_MODEL_H_

#include "persistency/explore.h"

namespace afterimage::persistency {

class LineFifoModel {
 public:
  // The outcomes that a power cut at any moment may leave.
  Outcomes Reachable(const Program& program, Order order);

 private:
  struct Item {
    uint8_t place;  // the word, or kTicket + the thread
    uint8_t value;
  };
  static constexpr uint8_t kTicket = kWords;
  struct State {
    uint8_t done[kThreads];  // instructions, a bit each
    uint8_t acknowledged;
    uint8_t medium[kWords];
    uint8_t length[kLines];
    uint8_t unused[5];
    Item queue[kLines][kMaxSteps];        // head first
    uint8_t combining[kThreads][kWords];  // 0: nothing there
  };

  void Successors(const State& state);
  static bool MayRun(const State& state, int thread, const Instruction& instruction);
  static void Execute(State& state, int thread, const Instruction& instruction);
  static bool HasStore(const State& state, int line);
  static bool Drained(const State& state, int thread);
  static void Append(State& state, int line, int place, int value);
  static void StoreNonTemporal(State& state, int thread, uint8_t word, uint8_t value);
  static void TakeHead(State& state, int line);
  // The value that the threads see.
  static uint8_t Visible(const State& state, uint8_t word);

  Turns turns_;
  Search<State> search_;
};

}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TESTS_PERSISTENCY_LINE_FIFO_MODEL_H_
