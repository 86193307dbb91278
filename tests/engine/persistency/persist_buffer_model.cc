#include "persistency/persist_buffer_model.h"

namespace afterimage::persistency {

Outcomes PersistBufferModel::Reachable(const Program& program, Order order) {
  turns_.Start(program, order);
  return search_.Run([this](const State& state) { Successors(state); });
}

void PersistBufferModel::Successors(const State& state) {
  turns_.ForEachNext(state.done, [&](int thread, uint8_t bit, const Instruction& instruction) {
    State next = state;
    next.done[thread] |= bit;
    if (Execute(next, thread, instruction)) search_.Reach(next);
  });
  for (int thread = 0; thread < kThreads; ++thread) {
    for (int line = 0; line < kLines; ++line) {
      if (((state.promised[thread] >> line) & 1) == 0) continue;
      State next = state;
      Keep(next, thread, line);
      search_.Reach(next);
    }
  }
  for (int i = 0; i < state.count; ++i) {
    if (!MayLeave(state, i)) continue;
    State next = state;
    Leave(next, i);
    search_.Reach(next);
  }
}

bool PersistBufferModel::Execute(State& state, int thread, const Instruction& instruction) {
  const uint8_t place = instruction.place;
  switch (instruction.op) {
    case Op::kStore: Append(state, Kind::kStore, 0, place, instruction.value); break;
    case Op::kNtStore: Append(state, Kind::kNtStore, thread, place, instruction.value); break;
    case Op::kFetchAdd:
      Drain(state, thread);
      Append(state, Kind::kStore, 0, place, Newest(state, place) + instruction.value);
      break;
    case Op::kClflush: Append(state, Kind::kMarkOfLine, 0, place, 0); break;
    case Op::kClwb: state.promised[thread] |= static_cast<uint8_t>(1 << place); break;
    case Op::kFence: Drain(state, thread); break;
    case Op::kAcknowledge:
      if (std::any_of(state.buffer, state.buffer + state.count, IsMark)) return false;
      state.acknowledged |= static_cast<uint8_t>(1 << place);
      break;
  }
  return true;
}

void PersistBufferModel::Drain(State& state, int thread) {
  for (int line = 0; line < kLines; ++line) {
    if ((state.promised[thread] >> line) & 1) Keep(state, thread, line);
  }
  Append(state, Kind::kMarkOfThread, thread, 0, 0);
}

void PersistBufferModel::Keep(State& state, int thread, int line) {
  state.promised[thread] &= static_cast<uint8_t>(~(1 << line));
  Append(state, Kind::kMarkOfLine, 0, line, 0);
}

void PersistBufferModel::Append(State& state, Kind kind, int thread, int place, int value) {
  AI_CHECK(state.count < 2 * kMaxSteps);
  Entry& entry = state.buffer[state.count++];
  entry.kind = kind;
  entry.thread = static_cast<uint8_t>(thread);
  entry.place = static_cast<uint8_t>(place);
  entry.value = static_cast<uint8_t>(value);
  if (IsMark(entry) && !Holds(state, state.count - 1)) Remove(state, state.count - 1);
}

bool PersistBufferModel::MayLeave(const State& state, int i) {
  const Entry& entry = state.buffer[i];
  if (IsMark(entry)) return false;
  return std::none_of(state.buffer, state.buffer + i, [&](const Entry& older) {
    const bool same_line = LineOf(older.place) == LineOf(entry.place);
    return IsMark(older) || (older.kind == Kind::kStore && entry.kind == Kind::kStore && same_line);
  });
}

bool PersistBufferModel::Holds(const State& state, int mark) {
  const Entry& entry = state.buffer[mark];
  return std::any_of(state.buffer, state.buffer + mark, [&](const Entry& older) {
    if (entry.kind == Kind::kMarkOfLine)
      return older.kind == Kind::kStore && LineOf(older.place) == entry.place;
    return older.kind == Kind::kNtStore && older.thread == entry.thread;
  });
}

void PersistBufferModel::Leave(State& state, int i) {
  const Entry entry = state.buffer[i];
  state.medium[entry.place] = entry.value;
  for (int older = 0; older < i; ++older) {
    Entry& other = state.buffer[older];
    if (!IsMark(other) && other.place == entry.place) other.value = entry.value;
  }
  Remove(state, i);
  for (int mark = state.count; mark-- > 0;) {
    if (IsMark(state.buffer[mark]) && !Holds(state, mark)) Remove(state, mark);
  }
}

void PersistBufferModel::Remove(State& state, int i) {
  std::copy(state.buffer + i + 1, state.buffer + state.count, state.buffer + i);
  state.buffer[--state.count] = {};
}

uint8_t PersistBufferModel::Newest(const State& state, uint8_t word) {
  for (int i = state.count; i-- > 0;) {
    if (!IsMark(state.buffer[i]) && state.buffer[i].place == word) return state.buffer[i].value;
  }
  return state.medium[word];
}

}  // namespace afterimage::persistency
