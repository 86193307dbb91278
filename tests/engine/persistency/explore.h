// The part that both models have in common: a search through every state that a machine can reach.
// How a machine works is up to each model.
#ifndef AFTERIMAGE_TESTS_PERSISTENCY_EXPLORE_H_
#define AFTERIMAGE_TESTS_PERSISTENCY_EXPLORE_H_

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "base/check.h"
#include "persistency/program.h"

namespace afterimage::persistency {

// A set of states without padding, whose size is a multiple of 8 bytes. Each is numbered once, in
// the order of insertion. One set serves many searches.
template <class State>
class StateSet {
 public:
  static_assert(std::has_unique_object_representations_v<State> && sizeof(State) % 8 == 0);

  void Clear() {
    for (const uint32_t cell : used_) table_[cell] = 0;
    used_.clear();
    states_.clear();
  }
  void Insert(const State& state) {
    if (2 * states_.size() >= table_.size()) Grow();
    const uint32_t cell = CellOf(state);
    if (table_[cell] != 0) return;
    states_.push_back(state);
    Fill(cell);
  }
  size_t size() const { return states_.size(); }
  const State& operator[](size_t i) const { return states_[i]; }
  const std::vector<State>& states() const { return states_; }

 private:
  static uint64_t HashOf(const State& state) {
    uint64_t hash = 0;
    const auto* bytes = reinterpret_cast<const char*>(&state);
    for (size_t at = 0; at < sizeof(State); at += 8) {
      uint64_t part = 0;
      std::memcpy(&part, bytes + at, sizeof part);
      hash = hash * 0x9e3779b97f4a7c15ull + part;
    }
    return Mix64(hash);
  }
  // The cell with the state, or the empty one for it.
  uint32_t CellOf(const State& state) const {
    const uint64_t mask = table_.size() - 1;
    uint64_t at = HashOf(state) & mask;
    while (table_[at] != 0 && std::memcmp(&states_[table_[at] - 1], &state, sizeof state) != 0)
      at = (at + 1) & mask;
    return static_cast<uint32_t>(at);
  }
  void Fill(uint32_t cell) {
    used_.push_back(cell);
    table_[cell] = static_cast<uint32_t>(used_.size());
  }
  void Grow() {
    table_.assign(std::max<size_t>(256, 2 * table_.size()), 0);
    used_.clear();
    for (const State& state : states_) Fill(CellOf(state));
  }

  std::vector<State> states_;
  std::vector<uint32_t> table_;  // 1 + the number of the state, or 0
  std::vector<uint32_t> used_;   // the states' cells
};

// The code of each thread, and what may run next.
class Turns {
 public:
  void Start(const Program& program, Order order) {
    AI_CHECK(program.size() <= kMaxSteps);
    program_ = &program;
    order_ = order;
    for (auto& code : codes_) code.clear();
    for (const Step& step : program) codes_[step.thread].push_back(step.instruction);
  }
  // Calls run(thread, bit, instruction) for each instruction that may be next where those with
  // their bits in `done`, a byte a thread, are over.
  template <class Run>
  void ForEachNext(const uint8_t (&done)[kThreads], const Run& run) const {
    for (int thread = 0; thread < kThreads; ++thread) {
      if (order_ == Order::kAsGiven && !IsTurn(done, thread)) continue;
      const std::vector<Instruction>& code = codes_[thread];
      size_t i = 0;
      while (i < code.size() && IsOver(done[thread], i)) ++i;
      if (i < code.size()) run(thread, BitOf(i), code[i]);
      if (order_ != Order::kEarlyClwb) continue;
      for (size_t early = i + 1; early < code.size(); ++early) {
        if (MayBeEarly(code, done[thread], early)) run(thread, BitOf(early), code[early]);
      }
    }
  }

 private:
  static uint8_t BitOf(size_t i) { return static_cast<uint8_t>(1 << i); }
  static bool IsOver(uint8_t done, size_t i) { return (done >> i) & 1; }
  bool IsTurn(const uint8_t (&done)[kThreads], int thread) const {
    size_t over = 0;
    for (size_t i = 0; i < kMaxSteps; ++i)
      over += IsOver(done[0], i) + IsOver(done[1], i) + IsOver(done[2], i);
    return over < program_->size() && (*program_)[over].thread == thread;
  }
  static bool MayBeEarly(const std::vector<Instruction>& code, uint8_t done, size_t clwb) {
    if (code[clwb].op != Op::kClwb || IsOver(done, clwb)) return false;
    for (size_t i = 0; i < clwb; ++i) {
      if (!IsOver(done, i) && !MayPass(code[clwb].place, code[i])) return false;
    }
    return true;
  }
  // Tells if a clwb of `line` may overtake an older instruction of its thread.
  static bool MayPass(uint8_t line, const Instruction& older) {
    switch (older.op) {
      case Op::kStore:
      case Op::kNtStore: return LineOf(older.place) != line;
      case Op::kClflush: return older.place != line;
      case Op::kClwb: return true;
      default: return false;
    }
  }

  const Program* program_ = nullptr;
  Order order_ = Order::kEvery;
  std::vector<Instruction> codes_[kThreads];
};

// The search itself. Power may fail in any state that is reached.
template <class State>
class Search {
 public:
  // Outcomes of all states that `successors(state)`, which calls Reach, leads to from the first
  // one, in which all is zero.
  template <class Successors>
  Outcomes Run(const Successors& successors) {
    states_.Clear();
    outcomes_.Clear();
    states_.Insert(State{});
    for (size_t i = 0; i < states_.size(); ++i) {
      const State state = states_[i];
      Outcome outcome;
      std::memcpy(outcome.words, state.medium, sizeof outcome.words);
      outcome.acknowledged = state.acknowledged;
      outcomes_.Insert(outcome);
      successors(state);
    }
    Outcomes sorted = outcomes_.states();
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  void Reach(const State& state) { states_.Insert(state); }

 private:
  StateSet<State> states_;
  StateSet<Outcome> outcomes_;
};

}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TESTS_PERSISTENCY_EXPLORE_H_
