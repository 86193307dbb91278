// The smallest machine that can lose power: lines of eight words, a program of stores and
// write-backs, and a recovery that reads words and may store again. The tests count its outcomes by
// hand.
#ifndef AFTERIMAGE_TESTS_SUPPORT_TOY_MACHINE_H_
#define AFTERIMAGE_TESTS_SUPPORT_TOY_MACHINE_H_

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "crash/crashable.h"

namespace afterimage::testing_support {

struct ToyOp {
  enum class Kind { kStore, kFlush, kRead, kSkipUnless } kind;
  uint32_t line = 0;
  uint32_t word = 0;
  uint64_t value = 0;  // of kSkipUnless: what the word must be, or the next operation is skipped
};
inline ToyOp Store(uint32_t line, uint32_t word, uint64_t value) {
  return {ToyOp::Kind::kStore, line, word, value};
}
inline ToyOp Flush(uint32_t line) { return {ToyOp::Kind::kFlush, line, 0, 0}; }
// The result of recovery: the sum of what it reads, each word with its weight.
inline ToyOp Read(uint32_t line, uint32_t word, uint64_t weight = 1) {
  return {ToyOp::Kind::kRead, line, word, weight};
}
inline ToyOp If(uint32_t line, uint32_t word, uint64_t value) {
  return {ToyOp::Kind::kSkipUnless, line, word, value};
}

class ToyMachine final : public Crashable {
 public:
  ToyMachine(std::vector<ToyOp> program, const std::vector<ToyOp>& recovery)
      : program_(std::move(program)), recovery_(recovery) {}

  bool ToNextPoint() override {
    while (pc_ < program_.size()) {
      if (Step()) return true;
    }
    return false;
  }
  void ToEnd() override {
    while (ToNextPoint()) continue;
  }
  OutcomeId Outcome() override { return static_cast<OutcomeId>(outcome_); }
  uint32_t at() const override { return static_cast<uint32_t>(pc_); }
  void CollectUnits(std::vector<PersistUnit>* units) const override {
    for (const auto& [line, stores] : pending_) {
      if (stores.empty()) continue;
      PersistUnit unit;
      unit.address = line * kLineBytes;
      unit.ordinary = static_cast<uint32_t>(stores.size());
      unit.stores = &stores.front();
      units->push_back(unit);
    }
    for (const auto& [line, unit] : undecided_) units->push_back(unit);
  }
  void ReadDurable(UnitId unit, uint32_t size, uint8_t* out) const override {
    std::memset(out, 0, size);
    const auto found = durable_.find(static_cast<uint32_t>(unit.address / kLineBytes));
    if (found != durable_.end()) std::memcpy(out, found->second.bytes, size);
  }
  uint32_t UnitBytes(Tier) const override { return kLineBytes; }
  // Those that recover from now on cannot go back, or can.
  void set_goes_back(bool goes_back) { goes_back_ = goes_back; }
  bool Keep(std::unique_ptr<Mark>* mark) const override;
  void GoBack(const Mark& mark) override;
  uint64_t steps() const override { return pc_; }
  void ToStep(uint64_t step) override {
    while (pc_ < step) Step();
  }
  // Operations done by all machines that recovered.
  static inline uint64_t operations = 0;

  std::unique_ptr<Crashable> Crash(PersistChoice& choice, Life) override {
    auto machine = std::make_unique<ToyMachine>(recovery_, recovery_);
    machine->goes_back_ = goes_back_;
    machine->durable_ = durable_;
    machine->choice_ = &choice;
    std::vector<PersistUnit> units;
    CollectUnits(&units);
    for (PersistUnit& unit : units) {
      unit.inherited = true;
      machine->undecided_[static_cast<uint32_t>(unit.address / kLineBytes)] = unit;
    }
    return machine;
  }

 private:
  struct ToyMark;
  // True where it has changed the device.
  bool Step() {
    if (choice_) ++operations;
    const ToyOp op = program_[pc_++];
    if (op.kind == ToyOp::Kind::kStore || op.kind == ToyOp::Kind::kFlush) return Do(op), true;
    if (op.kind == ToyOp::Kind::kRead) outcome_ += Load(op) * op.value;
    if (op.kind == ToyOp::Kind::kSkipUnless && Load(op) != op.value) ++pc_;
    return false;
  }
  struct Line {
    uint8_t bytes[kLineBytes] = {};
  };
  void Look(uint32_t line) {
    if (!choice_ || !looked_.insert(line).second) return;
    const auto open = undecided_.find(line);
    if (open != undecided_.end()) {
      const PersistUnit unit = open->second;
      undecided_.erase(open);
      ApplyOption(unit, choice_->Choose(0, unit), durable_[line].bytes);
    }
    choice_->Looked(Tier::kNvm, line * kLineBytes);
  }
  uint64_t Load(const ToyOp& op) {
    Look(op.line);
    uint64_t value = 0;
    std::memcpy(&value, durable_[op.line].bytes + op.word * 8, 8);
    for (const PendingStore& store : pending_[op.line]) {
      if (store.address == op.line * kLineBytes + op.word * 8) std::memcpy(&value, store.data, 8);
    }
    return value;
  }
  void Do(const ToyOp& op) {
    Look(op.line);
    std::deque<PendingStore>& pending = pending_[op.line];
    if (op.kind == ToyOp::Kind::kFlush) {
      for (const PendingStore& store : pending)
        std::memcpy(durable_[op.line].bytes + (store.address - op.line * kLineBytes), store.data,
                    8);
      pending.clear();
      return;
    }
    PendingStore store;
    store.address = op.line * kLineBytes + op.word * 8;
    store.size = 8;
    std::memcpy(store.data, &op.value, 8);
    pending.push_back(store);
    if (pending.size() > 1) pending[pending.size() - 2].next = &pending.back();
  }

  std::vector<ToyOp> program_;
  const std::vector<ToyOp>& recovery_;
  size_t pc_ = 0;
  bool goes_back_ = true;
  uint64_t outcome_ = 0;
  std::map<uint32_t, Line> durable_;
  std::map<uint32_t, std::deque<PendingStore>> pending_;
  std::map<uint32_t, PersistUnit> undecided_;
  std::set<uint32_t> looked_;
  PersistChoice* choice_ = nullptr;
};

struct ToyMachine::ToyMark final : Mark {
  explicit ToyMark(const ToyMachine& now) : machine(now) {}
  ToyMachine machine;
};

inline bool ToyMachine::Keep(std::unique_ptr<Mark>* mark) const {
  if (goes_back_) *mark = std::make_unique<ToyMark>(*this);
  return goes_back_;
}

inline void ToyMachine::GoBack(const Mark& mark) {
  const ToyMachine& then = static_cast<const ToyMark&>(mark).machine;
  pc_ = then.pc_;
  outcome_ = then.outcome_;
  durable_ = then.durable_;
  pending_ = then.pending_;
  undecided_ = then.undecided_;
  looked_ = then.looked_;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_TOY_MACHINE_H_
