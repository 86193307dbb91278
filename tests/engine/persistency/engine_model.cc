#include "persistency/engine_model.h"

#include <algorithm>

#include "support/litmus.h"

#if AFTERIMAGE_TRACED  // single stores are known to the traced build alone

namespace afterimage::persistency {
namespace {

using testing_support::Sim;

// More than any instruction takes.
constexpr Time kTurn = 10000;
constexpr Address AddressOf(int word) {
  return static_cast<Address>((1 + word / kWordsOfLine) * kLineBytes +
                              word % kWordsOfLine * kAtomBytes);
}

class Play {
 public:
  // `starts`: when each step may begin at the earliest. `cache_lines` a core may hold dirty; 0: any
  // number.
  Play(const Program& program, const std::vector<Time>& starts, uint32_t cache_lines)
      : program_(program),
        starts_(starts),
        machine_(testing_support::SetupA({{Price::kCacheLines, cache_lines}})) {
    for (const Step& step : program) values_.push_back(step.instruction.value);
    for (uint8_t i = 0; i < kThreads; ++i) {
      Thread& thread = sim_.kernel.AddThread(ThreadKind::kClient, {});
      sim_.kernel.Spawn(thread, Run(thread, *this, i));
    }
  }

  Outcomes Outcome() {
    Outcomes all;
    Collect(all);
    for (uint32_t events = 1; !sim_.Run(events); ++events) Collect(all);
    Collect(all);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

 private:
  static Task<> Run(Thread& thread, Play& play, uint8_t number) {
    for (size_t i = 0; i < play.program_.size(); ++i) {
      if (play.program_[i].thread != number) continue;
      if (thread.now() < play.starts_[i]) co_await testing_support::Until(thread, play.starts_[i]);
      co_await Execute(thread, play, i);
    }
  }
  static Task<> Execute(Thread& t, Play& play, size_t i) {
    const Instruction& step = play.program_[i].instruction;
    const uint64_t* value = &play.values_[i];
    constexpr auto kFor = Category::kLogWork;
    const Address word = AddressOf(step.place), line = AddressOf(step.place * kWordsOfLine);
    Nvm& nvm = *play.nvm_;
    switch (step.op) {
      case Op::kStore: co_await nvm.Store(t, kFor, word, value, kAtomBytes, Access::kShared); break;
      case Op::kNtStore:
        co_await nvm.NtStore(t, kFor, word, value, kAtomBytes, Access::kShared);
        break;
      case Op::kFetchAdd: co_await nvm.FetchAdd(t, kFor, word, *value); break;
      case Op::kClflush: co_await nvm.Clflush(t, kFor, line, kLineBytes, Access::kShared); break;
      case Op::kClwb: co_await nvm.Clwb(t, kFor, line, kLineBytes, Access::kShared); break;
      case Op::kFence: co_await nvm.Fence(t, kFor); break;
      case Op::kAcknowledge:
        co_await Note(t, EventKind::kAcknowledge);
        play.acknowledged_ |= static_cast<uint8_t>(1 << step.place);
        break;
    }
  }

  // Adds the outcomes that a power cut now may leave.
  void Collect(Outcomes& all) const {
    static const std::vector<Address> addresses = [] {
      std::vector<Address> words;
      for (int word = 0; word < kWords; ++word) words.push_back(AddressOf(word));
      return words;
    }();
    for (const testing_support::Words& image :
         testing_support::ImagesOf(*nvm_, machine_, addresses)) {
      persistency::Outcome outcome;
      std::copy(image.begin(), image.end(), outcome.words);
      outcome.acknowledged = acknowledged_;
      all.push_back(outcome);
    }
  }

  const Program& program_;
  const std::vector<Time>& starts_;
  std::vector<uint64_t> values_;
  uint8_t acknowledged_ = 0;
  Sim sim_;
  MachineProfile machine_;
  Nvm* nvm_ = sim_.arena.New<Nvm>(sim_.arena, machine_, 1024);
};

}  // namespace

Outcomes EngineOutcomes(const Program& program) {
  std::vector<Time> starts;
  for (size_t i = 0; i < program.size(); ++i) starts.push_back((i + 1) * kTurn);
  return Play(program, starts, 0).Outcome();
}

Outcomes EngineOutcomesOfEveryOrder(const Program& program) {
  Outcomes all, sum;
  for (const Program& order : Interleavings(program)) {
    const Outcomes some = EngineOutcomes(order);
    sum.clear();
    std::set_union(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(sum));
    std::swap(all, sum);
  }
  return all;
}

Outcomes EngineOutcomesInAHurry(const Program& program, Random& random) {
  std::vector<Time> starts;
  for (size_t i = 0; i < program.size(); ++i) starts.push_back(random.Below(150));
  return Play(program, starts, random.Below(2)).Outcome();
}

}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TRACED
