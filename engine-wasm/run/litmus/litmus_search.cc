#include "run/litmus/litmus_search.h"

#include <algorithm>
#include <deque>

#include "base/random.h"

namespace afterimage::litmus {
namespace {

using State = PersistMachine::State;

// The same bytes for the same state.
std::string Packed(const State& state, size_t threads) {
  std::string bytes;
  bytes.reserve(threads * 7 + 1 + state.medium.size() + state.buffer.size() * 4);
  for (size_t thread = 0; thread < threads; ++thread) {
    bytes += static_cast<char>(state.next[thread]);
    for (const uint8_t value : state.registers[thread]) bytes += static_cast<char>(value);
    bytes += static_cast<char>(state.promised[thread] & 0xff);
    bytes += static_cast<char>(state.promised[thread] >> 8);
  }
  bytes += static_cast<char>(state.acknowledged);
  bytes.append(reinterpret_cast<const char*>(state.medium.data()), state.medium.size());
  for (const PersistMachine::Entry& entry : state.buffer) {
    for (const uint8_t part : {static_cast<uint8_t>(entry.kind * kMostThreads + entry.thread),
                               entry.place, entry.value, entry.instruction})
      bytes += static_cast<char>(part);
  }
  return bytes;
}

constexpr uint32_t kSampledRuns = 500;

}  // namespace

bool Holds(const Condition& condition, const Image& image) {
  return std::any_of(condition.begin(), condition.end(), [&](const std::vector<Term>& part) {
    return std::all_of(part.begin(), part.end(), [&](const Term& term) {
      const uint8_t found =
          term.is_ack ? (image.acknowledged >> term.place) & 1 : image.words[term.place];
      return (found == term.value) == term.equal;
    });
  });
}

Search::Search(const LitmusProgram& program, FailureModel model, uint32_t most_states,
               uint64_t seed)
    : program_(program), machine_(program, model, {}), images_alone_(false) {
  FindStores();
  Everything(most_states);
  if (!whole_) Sample(seed);
  for (auto& [point, images] : points_) {
    std::sort(images.begin(), images.end());
    images.erase(std::unique(images.begin(), images.end(),
                             [](const Image& a, const Image& b) { return !(a < b) && !(b < a); }),
                 images.end());
  }
}

Search::Search(const LitmusProgram& program, FailureModel model, const Removed& removed,
               uint32_t most_states, const Goal& goal)
    : program_(program), machine_(program, model, removed), goal_(goal), images_alone_(true) {
  Everything(most_states);
}

void Search::FindStores() {
  for (uint8_t thread = 0; thread < program_.threads.size(); ++thread) {
    const std::vector<Instruction>& code = program_.threads[thread];
    size_t certain = 0;  // what is before it may be passed over
    for (uint8_t i = 0; i < code.size(); ++i) {
      const Op op = code[i].op;
      if (op == Op::kBranch) certain = std::max<size_t>(certain, code[i].target);
      if (i >= certain && (op == Op::kStore || op == Op::kNtStore || op == Op::kFetchAdd))
        stores_.emplace_back(thread, i);
    }
  }
  unordered_.resize(stores_.size() * stores_.size());
  durable_.resize(stores_.size());
}

void Search::Everything(uint32_t most_states) {
  std::deque<std::pair<State, uint32_t>> open;
  open.emplace_back(State(), Number(State(), 0, {}).first);
  Note(State(), 0);
  while (!open.empty()) {
    const std::pair<State, uint32_t> from = std::move(open.front());
    open.pop_front();
    machine_.ForEachNext(from.first, [&](const Move& move, const State& next) {
      if (!whole_) return;
      if (states() >= most_states || met_) {
        whole_ = false;
        return;
      }
      const auto [reached, fresh] = Number(next, from.second, move);
      if (!fresh) return;
      Note(next, reached);
      open.emplace_back(next, reached);
    });
    if (!whole_) return;
  }
}

// Executions drawn step by step. What they come by is told as what was found everywhere else is.
void Search::Sample(uint64_t seed) {
  Random random(seed);
  for (uint32_t run = 0; run < kSampledRuns; ++run) {
    State state;
    uint32_t number = 0;
    while (true) {
      std::vector<std::pair<Move, State>> next;
      machine_.ForEachNext(
          state, [&](const Move& move, const State& reached) { next.emplace_back(move, reached); });
      if (next.empty()) break;
      const auto& [move, reached] = next[random.Below(static_cast<uint32_t>(next.size()))];
      const auto [at, fresh] = Number(reached, number, move);
      if (fresh) Note(reached, at);
      state = reached;
      number = at;
    }
  }
}

std::pair<uint32_t, bool> Search::Number(const State& state, uint32_t from, Move move) {
  const auto [found, fresh] = numbers_.try_emplace(Packed(state, program_.threads.size()),
                                                   static_cast<uint32_t>(parents_.size()));
  if (fresh) parents_.push_back({from, move});
  return {found->second, fresh};
}

void Search::Note(const State& state, uint32_t number) {
  Image image;
  image.words = state.medium;
  image.acknowledged = state.acknowledged;
  const bool fresh = images_.try_emplace(image, number).second;
  if (fresh && goal_.condition) met_ |= Holds(*goal_.condition, image) == goal_.holds;
  if (images_alone_) return;
  points_[state.next].push_back(image);
  NoteOrder(state);
}

void Search::NoteOrder(const State& state) {
  // A store is durable where it has run, in this execution, and waits no longer.
  std::vector<bool> pending(stores_.size());
  for (size_t i = 0; i < stores_.size(); ++i) {
    pending[i] = std::any_of(state.buffer.begin(), state.buffer.end(), [&](const auto& entry) {
      return !entry.IsMark() && Store(entry.thread, entry.instruction) == stores_[i];
    });
  }
  const auto has_run = [&](size_t i) { return state.next[stores_[i].first] > stores_[i].second; };
  for (size_t later = 0; later < stores_.size(); ++later) {
    if (!has_run(later) || pending[later]) continue;
    durable_[later] = true;
    for (size_t first = 0; first < stores_.size(); ++first)
      if (!has_run(first) || pending[first]) unordered_[first * stores_.size() + later] = true;
  }
}

std::vector<Move> Search::WayTo(uint32_t state) const {
  std::vector<Move> way;
  for (; state != 0; state = parents_[state].state) way.push_back(parents_[state].move);
  std::reverse(way.begin(), way.end());
  return way;
}

std::vector<std::pair<Search::Store, Search::Store>> Search::PersistOrder() const {
  std::vector<std::pair<Store, Store>> order;
  const size_t n = stores_.size();
  const auto before = [&](size_t a, size_t b) {
    return a != b && durable_[b] && !unordered_[a * n + b];
  };
  for (size_t a = 0; a < n; ++a) {
    for (size_t b = 0; b < n; ++b) {
      if (!before(a, b)) continue;
      bool direct = true;  // nothing lies between
      for (size_t c = 0; c < n && direct; ++c)
        direct =
            c == a || c == b || !(before(a, c) && before(c, b)) || before(c, a) || before(b, c);
      if (direct) order.emplace_back(stores_[a], stores_[b]);
    }
  }
  return order;
}

}  // namespace afterimage::litmus
