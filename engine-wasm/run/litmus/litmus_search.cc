#include "run/litmus/litmus_search.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/random.h"

namespace afterimage::litmus {
namespace {

using State = PersistMachine::State;

// The same bytes for the same state, which can be had back from them.
void Pack(const State& state, size_t threads, std::string* bytes) {
  bytes->clear();
  const auto put = [&](const auto& part) {
    bytes->append(reinterpret_cast<const char*>(&part), sizeof part);
  };
  for (size_t thread = 0; thread < threads; ++thread) {
    put(state.next[thread]);
    put(state.registers[thread]);
    put(state.promised[thread]);
  }
  put(state.acknowledged);
  put(state.medium);
  for (const PersistMachine::Entry& entry : state.buffer) put(entry);
}

void Unpack(std::string_view bytes, size_t threads, State* state) {
  const auto take = [&](auto& part) {
    std::memcpy(&part, bytes.data(), sizeof part);
    bytes.remove_prefix(sizeof part);
  };
  for (size_t thread = 0; thread < threads; ++thread) {
    take(state->next[thread]);
    take(state->registers[thread]);
    take(state->promised[thread]);
  }
  take(state->acknowledged);
  take(state->medium);
  state->buffer.resize(bytes.size() / sizeof(PersistMachine::Entry));
  for (PersistMachine::Entry& entry : state->buffer) take(entry);
}

Image ImageIn(std::string_view bytes) {
  Image image;
  std::memcpy(image.words.data(), bytes.data(), image.words.size());
  image.acknowledged = static_cast<uint8_t>(bytes.back());
  return image;
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
  Sum();
}

Search::Search(const LitmusProgram& program, FailureModel model, const Removed& removed,
               uint32_t most_states, const Goal& goal)
    : program_(program), machine_(program, model, removed), goal_(goal), images_alone_(true) {
  Everything(most_states);
  Sum();
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
  missing_.resize(stores_.size());
  for (size_t store = 0; store < stores_.size(); ++store) {
    const auto [thread, instruction] = stores_[store];
    for (size_t run = instruction + 1; run <= kMostInstructions; ++run)
      run_[thread][run].set(store);
  }
}

// States are gone through in the order in which they were reached.
void Search::Everything(uint32_t most_states) {
  State from;
  Reach(from, 0, {});
  for (uint32_t at = 0; at < states() && whole_; ++at) {
    Unpack(numbers_.At(at), program_.threads.size(), &from);
    machine_.ForEachNext(from, [&](const Move& move, const State& next) {
      whole_ = whole_ && states() < most_states && !met_;
      if (whole_) Reach(next, at, move);
    });
  }
}

// Draws executions step by step. Their images count like those of a complete search.
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
      Reach(reached, number, move);
      number = numbers_.Number(packed_).first;
      state = reached;
    }
  }
}

void Search::Reach(const State& state, uint32_t from, Move move) {
  Pack(state, program_.threads.size(), &packed_);
  const auto [number, fresh] = numbers_.Number(packed_);
  if (!fresh) return;
  parents_.push_back({from, move});
  Note(state, number);
}

void Search::Note(const State& state, uint32_t number) {
  constexpr size_t kBytes = kMostWords + 1;
  char bytes[kBytes];
  std::memcpy(bytes, state.medium.data(), kMostWords);
  bytes[kMostWords] = static_cast<char>(state.acknowledged);
  const auto [image, fresh] = image_numbers_.Number({bytes, kBytes});
  if (fresh) {
    first_states_.push_back(number);
    if (goal_.condition) met_ |= Holds(*goal_.condition, ImageIn({bytes, kBytes})) == goal_.holds;
  }
  if (images_alone_) return;
  const auto* next = reinterpret_cast<const char*>(state.next.data());
  const uint64_t point = point_numbers_.Number({next, state.next.size()}).first;
  seen_.push_back(point << 32 | image);
  NoteOrder(state);
}

void Search::NoteOrder(const State& state) {
  // A store is durable where it has run, in this execution, and waits no longer.
  Stores there;
  for (size_t thread = 0; thread < program_.threads.size(); ++thread)
    there |= run_[thread][state.next[thread]];
  for (const PersistMachine::Entry& entry : state.buffer) {
    if (entry.IsMark()) continue;
    const Store store(entry.thread, entry.instruction);
    const auto found = std::find(stores_.begin(), stores_.end(), store);
    if (found != stores_.end()) there.reset(static_cast<size_t>(found - stores_.begin()));
  }
  durable_ |= there;
  const Stores missing = ~there;
  for (size_t store = 0; store < stores_.size(); ++store)
    if (there[store]) missing_[store] |= missing;
}

void Search::Sum() {
  std::vector<Image> images;  // by number
  for (uint32_t image = 0; image < image_numbers_.size(); ++image) {
    images.push_back(ImageIn(image_numbers_.At(image)));
    images_.emplace(images.back(), first_states_[image]);
  }
  std::sort(seen_.begin(), seen_.end());
  seen_.erase(std::unique(seen_.begin(), seen_.end()), seen_.end());
  for (const uint64_t seen : seen_) {
    CrashPoint point;
    std::memcpy(point.data(), point_numbers_.At(static_cast<uint32_t>(seen >> 32)).data(),
                point.size());
    points_[point].push_back(images[static_cast<uint32_t>(seen)]);
  }
  for (auto& [point, left] : points_) std::sort(left.begin(), left.end());
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
  const auto before = [&](size_t a, size_t b) { return a != b && durable_[b] && !missing_[b][a]; };
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
