#include "persistency/line_fifo_model.h"

#include <utility>

namespace afterimage::persistency {

Outcomes LineFifoModel::Reachable(const Program& program, Order order) {
  turns_.Start(program, order);
  return search_.Run([this](const State& state) { Successors(state); });
}

void LineFifoModel::Successors(const State& state) {
  turns_.ForEachNext(state.done, [&](int thread, uint8_t bit, const Instruction& instruction) {
    if (!MayRun(state, thread, instruction)) return;
    State next = state;
    next.done[thread] |= bit;
    Execute(next, thread, instruction);
    search_.Reach(next);
  });
  for (int thread = 0; thread < kThreads; ++thread) {
    for (int word = 0; word < kWords; ++word) {
      if (state.combining[thread][word] == 0) continue;
      State next = state;
      next.medium[word] = std::exchange(next.combining[thread][word], 0);
      search_.Reach(next);
    }
  }
  for (int line = 0; line < kLines; ++line) {
    if (state.length[line] == 0) continue;
    State next = state;
    TakeHead(next, line);
    search_.Reach(next);
  }
}

bool LineFifoModel::MayRun(const State& state, int thread, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kClflush: return !HasStore(state, instruction.place);
    case Op::kFetchAdd:
    case Op::kFence: return Drained(state, thread);
    default: return true;
  }
}

void LineFifoModel::Execute(State& state, int thread, const Instruction& instruction) {
  const uint8_t place = instruction.place, value = instruction.value;
  switch (instruction.op) {
    case Op::kStore: Append(state, LineOf(place), place, value); break;
    case Op::kNtStore: StoreNonTemporal(state, thread, place, value); break;
    case Op::kFetchAdd: Append(state, LineOf(place), place, Visible(state, place) + value); break;
    case Op::kClwb: Append(state, place, kTicket + thread, 0); break;
    case Op::kClflush:
    case Op::kFence: break;
    case Op::kAcknowledge: state.acknowledged |= static_cast<uint8_t>(1 << place); break;
  }
}

bool LineFifoModel::HasStore(const State& state, int line) {
  const Item* queue = state.queue[line];
  return std::any_of(queue, queue + state.length[line],
                     [](const Item& item) { return item.place < kTicket; });
}

bool LineFifoModel::Drained(const State& state, int thread) {
  for (int line = 0; line < kLines; ++line) {
    for (int i = 0; i < state.length[line]; ++i) {
      if (state.queue[line][i].place == kTicket + thread) return false;
    }
  }
  const uint8_t* words = state.combining[thread];
  return std::all_of(words, words + kWords, [](uint8_t value) { return value == 0; });
}

void LineFifoModel::Append(State& state, int line, int place, int value) {
  AI_CHECK(state.length[line] < kMaxSteps);
  state.queue[line][state.length[line]++] = {static_cast<uint8_t>(place),
                                             static_cast<uint8_t>(value)};
}

void LineFifoModel::StoreNonTemporal(State& state, int thread, uint8_t word, uint8_t value) {
  const int line = LineOf(word);
  for (int i = 0; i < state.length[line]; ++i) {
    if (state.queue[line][i].place == word) state.queue[line][i].value = value;
  }
  for (auto& buffer : state.combining) {
    if (buffer[word] != 0) buffer[word] = value;
  }
  state.combining[thread][word] = value;
}

void LineFifoModel::TakeHead(State& state, int line) {
  Item* queue = state.queue[line];
  const Item head = queue[0];
  std::copy(queue + 1, queue + state.length[line], queue);
  queue[--state.length[line]] = {};
  if (head.place >= kTicket) return;
  state.medium[head.place] = head.value;
  for (auto& buffer : state.combining) buffer[head.place] = 0;
}

uint8_t LineFifoModel::Visible(const State& state, uint8_t word) {
  const int line = LineOf(word);
  for (int i = state.length[line]; i-- > 0;) {
    if (state.queue[line][i].place == word) return state.queue[line][i].value;
  }
  for (const auto& buffer : state.combining) {
    if (buffer[word] != 0) return buffer[word];
  }
  return state.medium[word];
}

}  // namespace afterimage::persistency
