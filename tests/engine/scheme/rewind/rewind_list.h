// REWIND's atomic list alone, in one life after the other.
#ifndef AFTERIMAGE_TESTS_SCHEME_REWIND_REWIND_LIST_H_
#define AFTERIMAGE_TESTS_SCHEME_REWIND_REWIND_LIST_H_

#include "scheme/systems/rewind/lists/simple_list.h"
#include "support/litmus.h"

namespace afterimage::testing_support {

// The content of a list: the names of its elements, from head to tail.
using Names = std::vector<uint64_t>;

class ListLife {
 public:
  static constexpr uint32_t kSlotCount = 5;
  static constexpr uint32_t kSlotBytes = rewind::SimpleList::kSlotBytes;

  // A fresh, empty list.
  ListLife()
      : machine_(SetupA()),
        nvm(*sim.arena.New<Nvm>(sim.arena, machine_, kBytes)),
        list(nvm, rewind::LogSpace(), kSlotBytes, kSlotCount,
             rewind::AtomicList::Naming::kByElement) {}
  // Begins with what a power cut leaves of `crashed`, which must remain as it is.
  ListLife(const ListLife& crashed, PersistChoice& choice)
      : machine_(SetupA()),
        nvm(*sim.arena.New<Nvm>(sim.arena, machine_, crashed.nvm, choice)),
        list(nvm, rewind::LogSpace(), kSlotBytes, kSlotCount,
             rewind::AtomicList::Naming::kByElement) {}

  static Address Slot(uint32_t i) { return rewind::LogSpace().area + i * kSlotBytes; }

  // Appends an element of this name in slot `i`.
  Task<void> Append(Thread& t, uint32_t i, uint64_t name) {
    nvm.Format(rewind::AtomicList::ElementOf(Slot(i)), &name, sizeof name);
    co_await list.Append(t, Slot(i));
  }
  Names Forwards() const {
    Names names;
    for (Address node = list.head(); node != 0 && names.size() <= kSlotCount;
         node = list.Next(node))
      names.push_back(NameOf(node));
    return names;
  }
  Names Backwards() const {
    Names names;
    for (Address node = list.tail(); node != 0 && names.size() <= kSlotCount;
         node = list.Prior(node))
      names.insert(names.begin(), NameOf(node));
    return names;
  }
  // Runs recovery, to its end (true) or `stop_at` events.
  bool Recover(uint32_t stop_at = ~0u) {
    recovery_ = [this](Thread& t) -> Task<> { recovered = co_await list.Recover(t); };
    sim.Spawn(recovery_);
    return sim.Run(stop_at);
  }

  Sim sim;
  bool recovered = false;

 private:
  static constexpr uint32_t kBytes = rewind::LogSpace().area + kSlotCount * kSlotBytes;
  uint64_t NameOf(Address node) const { return nvm.LoadWord(rewind::AtomicList::ElementOf(node)); }

  MachineProfile machine_;
  std::function<Task<>(Thread&)> recovery_;

 public:
  Nvm& nvm;
  rewind::AtomicList list;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_REWIND_REWIND_LIST_H_
