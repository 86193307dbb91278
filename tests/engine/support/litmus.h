// Litmus tests on the NVM: small programs, and the set of images that a power cut may leave.
#ifndef AFTERIMAGE_TESTS_SUPPORT_LITMUS_H_
#define AFTERIMAGE_TESTS_SUPPORT_LITMUS_H_

#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <vector>

#include "crash/persist_choices.h"
#include "support/sim.h"
#include "tier/nvm/nvm.h"

namespace afterimage::testing_support {

// One image: the words that recovery reads at some addresses. All legal ones, each once.
using Words = std::vector<uint64_t>;
using Images = std::set<Words>;

inline Images ImagesOf(const Nvm& nvm, const MachineProfile& machine,
                       const std::vector<Address>& addresses) {
  Images images;
  BlockPool pool;
  EveryChoice every;
  do {
    Arena arena(pool);
    Nvm fork(arena, machine, nvm, every);
    Words words;
    for (const Address address : addresses) words.push_back(fork.LoadWord(address));
    images.insert(words);
  } while (every.Next());
  return images;
}

using Override = std::pair<Price, int64_t>;

// Machine A with clwb, which its processor did not have yet.
inline MachineProfile SetupA(const std::vector<Override>& overrides = {}) {
  MachineProfile machine(*FindMachine("setup-a"));
  machine.Set(Price::kClwb, 1);
  for (const auto& [price, value] : overrides) machine.Set(price, value);
  return machine;
}

// Words of three cache lines: kX, kX1, kX2 share one, kY and kY1 another, kZ has a third.
inline constexpr Address kX = 64, kX1 = 72, kX2 = 80, kY = 128, kY1 = 136, kZ = 192;

class Litmus : public ::testing::Test {
 protected:
  // Tests that need other prices call this first.
  void Start(const std::vector<Override>& overrides) {
    machine_ = SetupA(overrides);
    nvm_ = sim_.arena.New<Nvm>(sim_.arena, machine_, 1024);
  }

  // Operations, each to be awaited.
  auto Store(Thread& t, Address address, uint64_t value) {
    return nvm_->Store(t, Category::kLogWork, address, Keep(value), 8, Access::kShared);
  }
  auto StoreBytes(Thread& t, Address address, const void* data, uint32_t size) {
    return nvm_->Store(t, Category::kLogWork, address, data, size, Access::kShared);
  }
  auto NtStore(Thread& t, Address address, uint64_t value) {
    return nvm_->NtStore(t, Category::kLogWork, address, Keep(value), 8, Access::kShared);
  }
  auto Clflush(Thread& t, Address address, uint32_t size = 8) {
    return nvm_->Clflush(t, Category::kLogWork, address, size, Access::kShared);
  }
  auto Clwb(Thread& t, Address address, uint32_t size = 8) {
    return nvm_->Clwb(t, Category::kLogWork, address, size, Access::kShared);
  }
  auto Fence(Thread& t) { return nvm_->Fence(t, Category::kLogWork); }
  auto FetchAdd(Thread& t, Address address, uint64_t delta) {
    return nvm_->FetchAdd(t, Category::kLogWork, address, delta);
  }
  auto SetBits(Thread& t, Address address, uint64_t bits) {
    return nvm_->SetBits(t, Category::kLogWork, address, bits);
  }
  auto ClearBits(Thread& t, Address address, uint64_t bits) {
    return nvm_->ClearBits(t, Category::kLogWork, address, bits);
  }

  // Runs one thread to its end.
  template <class Program>
  void Play(Program program) {
    sim_.Spawn(program);
    ASSERT_TRUE(sim_.Run());
    ASSERT_TRUE(sim_.kernel.thread(sim_.kernel.thread_count() - 1).done());
  }

  Images Cut(const std::vector<Address>& addresses) {
#if AFTERIMAGE_WATCHES_READS
    EXPECT_TRUE(nvm_->CacheAgrees());
#endif
    return ImagesOf(*nvm_, machine_, addresses);
  }
  uint64_t Durable(Address address) const {
    uint64_t word = 0;
    nvm_->LoadDurable(address, &word, sizeof word);
    return word;
  }

  Sim sim_;
  MachineProfile machine_ = SetupA();
  Nvm* nvm_ = sim_.arena.New<Nvm>(sim_.arena, machine_, 1024);

 private:
  const uint64_t* Keep(uint64_t value) {
    values_.push_back(value);
    return &values_.back();
  }
  std::deque<uint64_t> values_;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_LITMUS_H_
