#include "run/explore/store_fates.h"

#include "run/life/session.h"

namespace afterimage {
namespace {

constexpr uint32_t kWordBytes = 8;
// A run that is longer is not followed.
constexpr uint32_t kMostEvents = 1000000;

uint64_t BitOf(ActorId actor) { return uint64_t{1} << (actor % 64); }

}  // namespace

void StoreFates::Read(uint32_t address) {
  Drain();
  const auto found = words_.find(address / kWordBytes * kWordBytes);
  if (found != words_.end()) found->second.needed = true;
}

void StoreFates::Drain() {
  for (uint32_t i = 0; i < buffer_.event_count(); ++i) Add(buffer_.events()[i]);
  buffer_.Drain();
}

void StoreFates::Add(const Event& event) {
  if (event.tier != Tier::kNvm) return;
  switch (event.kind) {
    case EventKind::kStore:
    case EventKind::kNtStore: return Store(event);
    case EventKind::kWriteBackStart: return Back(event);
    case EventKind::kWriteBack: {
      const auto [from, to] = LineOf(event.address);
      return Persist(event.actor, from, to);
    }
    case EventKind::kFence: return Persist(event.actor, words_.begin(), words_.end());
    default: return;
  }
}

std::pair<StoreFates::Words::iterator, StoreFates::Words::iterator> StoreFates::LineOf(
    uint32_t address) {
  const uint32_t line = address / kLineBytes * kLineBytes;
  return {words_.lower_bound(line), words_.lower_bound(line + kLineBytes)};
}

StoreFate* StoreFates::FateOf(const Event& store) {
  if (store.label <= label_before_) return nullptr;
  StoreFate& fate = fates_[store.label - label_before_];
  fate.line = store.label - label_before_;
  return &fate;
}

void StoreFates::Store(const Event& event) {
  for (uint32_t word = event.address / kWordBytes * kWordBytes; word < event.address + event.size;
       word += kWordBytes)
    StoreWord(word, event);
}

void StoreFates::StoreWord(uint32_t word, const Event& event) {
  const auto before = words_.find(word);
  StoreFate* const fate = before == words_.end() ? nullptr : FateOf(before->second.store);
  if (fate) {
    const Pending& first = before->second;
    const bool in_statement =
        first.store.actor == event.actor && first.store.statement == event.statement;
    const bool own = event.label > label_before_;
    if (first.backed == 0 && !first.needed && in_statement && own) {
      ++fate->overwritten;
      fate->by = event.label - label_before_;
    } else {
      ++fate->other;
    }
  }
  const auto [from, to] = LineOf(word);
  for (auto other = from; other != to; ++other)
    if (other->first != word) other->second.needed = true;
  Pending pending;
  pending.store = event;
  if (event.kind == EventKind::kNtStore) pending.backed = BitOf(event.actor);
  words_[word] = pending;
}

void StoreFates::Back(const Event& event) {
  const auto [from, to] = LineOf(event.address);
  for (auto word = from; word != to; ++word) {
    if (word->second.store.kind == EventKind::kStore) word->second.backed |= BitOf(event.actor);
  }
}

void StoreFates::Persist(ActorId actor, Words::iterator from, Words::iterator to) {
  while (from != to) {
    if ((from->second.backed & BitOf(actor)) == 0) {
      ++from;
      continue;
    }
    if (StoreFate* const fate = FateOf(from->second.store)) ++fate->durable;
    from = words_.erase(from);
  }
}

std::vector<StoreFate> StoreFates::End() {
  for (const auto& [word, pending] : words_) {
    StoreFate* const fate = FateOf(pending.store);
    if (fate) ++(pending.backed == 0 ? fate->unwritten : fate->unfenced);
  }
  words_.clear();
  std::vector<StoreFate> all;
  for (const auto& [line, fate] : fates_) all.push_back(fate);
  return all;
}

std::optional<std::vector<StoreFate>> StoreFatesOf(const Scenario& scenario) {
  const ProgramInfo* const program = scenario.scheme->program;
  if (!program || scenario.site_mutation.wanted()) return std::nullopt;
  const auto buffer = std::make_unique<TraceBuffer>();
  StoreFates fates(*buffer, program->label_before);
  Session session(scenario, buffer.get());
  session.world().Watch(fates);
  Session::Advanced advanced = Session::Advanced::kFull;
  while (advanced == Session::Advanced::kFull) {
    advanced = session.Advance(kMostEvents, true);
    fates.Drain();
  }
  const bool whole = advanced == Session::Advanced::kEnded && !session.world().program_fault() &&
                     !session.world().stuck();
  if (!whole) return std::nullopt;
  return fates.End();
}

}  // namespace afterimage
