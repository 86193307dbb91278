#include "run/litmus/persist_machine.h"

#include <algorithm>

namespace afterimage::litmus {

bool PersistMachine::Step(State& state, uint8_t thread) const {
  const std::vector<Instruction>& code = program_.threads[thread];
  const uint8_t number = state.next[thread];
  if (number >= code.size()) return false;
  const Instruction& instruction = code[number];
  const bool removed = (removed_.instructions[thread] >> number) & 1;
  if (!removed && Waits(state, instruction)) return false;
  state.next[thread] = static_cast<uint8_t>(number + 1);
  if (!removed) Execute(state, thread, instruction, number);
  return true;
}

bool PersistMachine::Waits(const State& state, const Instruction& instruction) const {
  return instruction.op == Op::kAcknowledge &&
         std::any_of(state.buffer.begin(), state.buffer.end(),
                     [](const Entry& entry) { return entry.IsMark(); });
}

void PersistMachine::Execute(State& state, uint8_t thread, const Instruction& instruction,
                             uint8_t number) const {
  const uint8_t place = instruction.place;
  const uint8_t value =
      instruction.from_register ? state.registers[thread][instruction.reg] : instruction.value;
  switch (instruction.op) {
    case Op::kStore: Append(state, {Entry::kStore, thread, place, value, number}); break;
    case Op::kNtStore: Append(state, {Entry::kNtStore, thread, place, value, number}); break;
    case Op::kFetchAdd: {
      Drain(state, thread);
      const auto sum = static_cast<uint8_t>(Newest(state, place) + value);
      Append(state, {Entry::kStore, thread, place, sum, number});
      break;
    }
    case Op::kLoad: state.registers[thread][instruction.reg] = Newest(state, place); break;
    case Op::kClflush: Append(state, {Entry::kMarkOfLine, 0, place, 0, 0}); break;
    case Op::kClwb: state.promised[thread] |= static_cast<uint16_t>(1u << place); break;
    case Op::kFence: Drain(state, thread); break;
    case Op::kAcknowledge: state.acknowledged |= static_cast<uint8_t>(1u << place); break;
    case Op::kBranch:
      if (!Holds(state, thread, instruction)) state.next[thread] = instruction.target;
      break;
    case Op::kOpCount: break;
  }
}

bool PersistMachine::Holds(const State& state, uint8_t thread, const Instruction& branch) const {
  const uint8_t found =
      branch.of_register ? state.registers[thread][branch.reg] : Newest(state, branch.place);
  return (found == branch.value) == branch.equal;
}

void PersistMachine::Drain(State& state, uint8_t thread) const {
  for (uint8_t line = 0; line < program_.lines; ++line)
    if ((state.promised[thread] >> line) & 1) Keep(state, thread, line);
  Append(state, {Entry::kMarkOfThread, thread, 0, 0, 0});
}

void PersistMachine::Keep(State& state, uint8_t thread, uint8_t line) const {
  state.promised[thread] &= static_cast<uint16_t>(~(1u << line));
  Append(state, {Entry::kMarkOfLine, 0, line, 0, 0});
}

void PersistMachine::Append(State& state, const Entry& entry) const {
  state.buffer.push_back(entry);
  const size_t last = state.buffer.size() - 1;
  // A mark that has nothing to wait for does not stay; caches that are kept are durable at once.
  if (entry.IsMark() && !HoldsBack(state, last))
    state.buffer.pop_back();
  else if (model_ == FailureModel::kEadr && entry.kind == Entry::kStore)
    Leave(state, last);
}

bool PersistMachine::MayLeave(const State& state, size_t i) const {
  uint32_t held = 0;
  for (size_t older = 0; older < i; ++older) {
    if (state.buffer[older].IsMark()) return false;
    IsHeld(state.buffer[older], &held);
  }
  return !state.buffer[i].IsMark() && !IsHeld(state.buffer[i], &held);
}

bool PersistMachine::IsHeld(const Entry& store, uint32_t* held) const {
  if (store.kind != Entry::kStore || removed_.line_order) return false;
  const uint32_t line = 1u << program_.line_of[store.place];
  const bool is_held = (*held & line) != 0;
  *held |= line;
  return is_held;
}

bool PersistMachine::HoldsBack(const State& state, size_t mark) const {
  const Entry& entry = state.buffer[mark];
  return std::any_of(state.buffer.begin(), state.buffer.begin() + static_cast<ptrdiff_t>(mark),
                     [&](const Entry& older) {
                       if (entry.kind == Entry::kMarkOfLine)
                         return older.kind == Entry::kStore &&
                                program_.line_of[older.place] == entry.place;
                       return older.kind == Entry::kNtStore && older.thread == entry.thread;
                     });
}

void PersistMachine::Leave(State& state, size_t i) const {
  const Entry entry = state.buffer[i];
  state.medium[entry.place] = entry.value;
  for (size_t older = 0; older < i; ++older) {
    Entry& other = state.buffer[older];
    if (!other.IsMark() && other.place == entry.place) other.value = entry.value;
  }
  state.buffer.erase(state.buffer.begin() + static_cast<ptrdiff_t>(i));
  for (size_t mark = state.buffer.size(); mark-- > 0;) {
    if (state.buffer[mark].IsMark() && !HoldsBack(state, mark))
      state.buffer.erase(state.buffer.begin() + static_cast<ptrdiff_t>(mark));
  }
}

void PersistMachine::LeaveWithLine(State& state, uint8_t line) const {
  for (size_t i = 0; i < state.buffer.size();) {
    const Entry& entry = state.buffer[i];
    const bool of_line = !entry.IsMark() && program_.line_of[entry.place] == line;
    if (!of_line || !MayLeave(state, i)) {
      ++i;
      continue;
    }
    Leave(state, i);
    i = 0;  // marks may have gone with it
  }
}

uint8_t PersistMachine::Newest(const State& state, uint8_t word) const {
  for (size_t i = state.buffer.size(); i-- > 0;) {
    const Entry& entry = state.buffer[i];
    if (!entry.IsMark() && entry.place == word) return entry.value;
  }
  return state.medium[word];
}

void PersistMachine::Normalize(State& state) const {
  const auto key = [&](const Entry& entry) {
    return entry.IsMark() ? entry.kind * kMostLines + entry.place + entry.thread
                          : program_.line_of[entry.place];
  };
  for (auto from = state.buffer.begin(); from != state.buffer.end();) {
    const bool marks = from->IsMark();
    auto to = from;
    while (to != state.buffer.end() && to->IsMark() == marks) ++to;
    // They are few, and nearly in order: no sort that needs memory.
    for (auto at = from; at != to; ++at) {
      const auto behind =
          std::find_if(from, at, [&](const Entry& other) { return key(*at) < key(other); });
      std::rotate(behind, at, at + 1);
    }
    if (!marks) {
      from = to;
      continue;
    }
    const auto equal = [&](const Entry& a, const Entry& b) { return key(a) == key(b); };
    const auto last = std::unique(from, to, equal);
    from = state.buffer.erase(last, to);
  }
}

}  // namespace afterimage::litmus
