#include "tier/nvm.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace afterimage {

Nvm::Prices::Prices(const MachineProfile& machine)
    : write_ns(machine.nvm_write_ns()),
      flush_ns(machine[Price::kFlushWaits] != 0 ? write_ns : machine[Price::kDramRead]),
      read_ns(machine[Price::kNvmRead]),
      issue_ns(machine[Price::kFlushIssue]),
      fence_ns(machine[Price::kFence]),
      copy_line_ns(machine[Price::kCopyLine]),
      atomic_ns(machine[Price::kAtomic]),
      transfer_ns(machine[Price::kLineTransfer]),
      clwb(machine[Price::kClwb] != 0),
      capacity(static_cast<uint32_t>(machine[Price::kCacheLines])),
      wear_unit_bytes(static_cast<uint32_t>(machine[Price::kNvmWearUnit])),
      wear_shift(static_cast<uint32_t>(std::countr_zero(wear_unit_bytes / kLineBytes))) {}

Nvm::Nvm(Arena& arena, const Prices& price, PagedBytes durable, PagedBytes wear)
    : arena_(arena),
      durable_(durable),
      wear_(wear),
      price_(price),
      lines_(arena, 64),
      rewritten_(arena, durable.size() / kLineBytes / 8 + 1),
      actors_(ArenaAllocator<PerActor*>(arena)),
      arrived_(arena),
      undecided_index_(arena),
      looks_(arena, Tier::kNvm, kLineBytes, 0) {
  AI_CHECK(size() % kLineBytes == 0);
}

Nvm::Nvm(Arena& arena, const MachineProfile& machine, uint64_t size)
    : Nvm(arena, Prices(machine), PagedBytes(arena, size),
          PagedBytes(arena, size / machine[Price::kNvmWearUnit] * 4 + 4)) {}

Nvm::Nvm(Arena& arena, const MachineProfile& machine, const Nvm& crashed, PersistChoice& choice)
    : Nvm(arena, Prices(machine), PagedBytes(arena, crashed.durable_),
          PagedBytes(arena, crashed.wear_)) {
  choice_ = &choice;
  looks_.Watch(choice);
  ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(arena)};
  // The untraced build knows no single stores: there just what is durable survives.
  if constexpr (kTraced) crashed.CollectUnits(units);
  undecided_count_ = undecided_left_ = static_cast<uint32_t>(units.size());
  undecided_ = arena.NewArray<PersistUnit>(units.size() + 1);
  for (uint32_t i = 0; i < undecided_count_; ++i) {
    undecided_[i] = units[i];
    undecided_[i].inherited = true;
    undecided_index_[units[i].address / kLineBytes] = i;
  }
}

// --- Power-cut forks: lazily decided lines -----------------------------------------------------

void Nvm::Decide(uint32_t line) {
  const uint32_t* index = undecided_index_.Find(line);
  if (!index) return;
  const PersistUnit unit = undecided_[*index];
  const uint32_t which = *index;
  undecided_index_.Erase(line);
  --undecided_left_;
  const uint32_t option = choice_->Choose(which, unit);
  AI_CHECK(option < unit.options());
  uint8_t bytes[kLineBytes];
  durable_.Read(unit.address, bytes, kLineBytes);
  ApplyOption(unit, option, bytes);
  durable_.Write(unit.address, bytes, kLineBytes);
}

void Nvm::DecideAll() {
  for (uint32_t i = 0; i < undecided_count_ && undecided_left_ > 0; ++i) {
    Decide(LineOf(undecided_[i].address));
  }
}

// --- Reading -----------------------------------------------------------------------------------

void Nvm::Load(Address address, void* out, uint32_t size) {
  if (size == 0) return;
  DecideRange(address, size);
  durable_.Read(address, out, size);
  if (lines_.size() == 0) return;
  const Address end = address + size;
  for (uint32_t index = LineOf(address); index <= LineOf(end - 1); ++index) {
    const Line* line = FindLine(index);
    if (!line) continue;
    const Address from = std::max(address, LineAt(index));
    const Address to = std::min(end, LineAt(index + 1));
    std::memcpy(static_cast<uint8_t*>(out) + (from - address), line->current + from % kLineBytes,
                to - from);
  }
}

void Nvm::Discard(Address address, uint64_t size) {
  constexpr uint32_t kExtent = PagedBytes::kExtentBytes;
  const uint64_t end = address + size;
  ++discards_;
  for (uint64_t at = (address + kExtent - 1) / kExtent * kExtent; at + kExtent <= end;
       at += kExtent) {
    bool dirty = false;
    for (uint64_t line = at / kLineBytes; line < (at + kExtent) / kLineBytes && dirty_count() > 0;
         ++line) {
      dirty |= IsDirty(static_cast<uint32_t>(line));
    }
    if (!dirty) durable_.Discard(at, kExtent);
  }
}

Nvm::Standing Nvm::StandingOf(Address address, uint32_t size) const {
  Standing worst = Standing::kDurable;
  const Address end = address + size;
  for (uint32_t index = LineOf(address); index <= LineOf(end - 1); ++index) {
    const Line* line = FindLine(index);
    if (!line) continue;
    for (const PendingStore* store = line->first; store; store = store->next) {
      if (store->address >= end || store->address + store->size <= address) continue;
      const Standing standing = line->in_flight ? Standing::kInFlight : Standing::kVolatile;
      worst = std::max(worst, standing);
    }
  }
  return worst;
}

void Nvm::CollectUnits(ArenaVector<PersistUnit>& units) const {
  AI_CHECK(kTraced);
  for (const Line* line = dirty_first_; line; line = line->next) {
    if (!line->first) continue;
    PersistUnit unit;
    unit.tier = Tier::kNvm;
    unit.address = LineAt(line->index);
    unit.in_flight = line->in_flight;
    unit.stores = line->first;
    unit.ordinary = line->pending - line->pending_nt;
    unit.non_temporal = line->pending_nt;
    unit.txn = line->txn;
    unit.structure = line->last->structure;
    unit.key = line->last->key;
    AI_CHECK(unit.non_temporal <= kMaxNonTemporal);
    units.push_back(unit);
  }
  // Of a crash fork: what nobody has looked at is as open as it was.
  for (uint32_t i = 0; i < undecided_count_; ++i) {
    if (undecided_index_.Find(undecided_[i].address / kLineBytes)) units.push_back(undecided_[i]);
  }
}

// --- Dirty lines -------------------------------------------------------------------------------

Nvm::PerActor& Nvm::Actor(ActorId id) {
  while (actors_.size() <= id) actors_.push_back(arena_.New<PerActor>(arena_));
  return *actors_[id];
}

Nvm::Line& Nvm::DirtyLine(Thread& thread, uint32_t index) {
  Line* found = FindDirty(thread, index);
  return found ? *found : AddLine(thread, index);
}

Nvm::Line* Nvm::FindDirty(Thread& thread, uint32_t index) {
  if (Line* found = FindLine(index)) return found;
  if (!Rewritten(index)) return nullptr;
  FlipRewritten(index);
  --rewritten_count_;
  Line& line = AddLine(thread, index);
  line.first_order = line.last_order = order_;
  return &line;
}

Nvm::Line& Nvm::AddLine(Thread& thread, uint32_t index) {
  auto* line = new (arena_.AllocatePooled(sizeof(Line))) Line;
  line->index = index;
  line->born = ++births_;
  line->owner = thread.id();
  durable_.Read(LineAt(index), line->current, kLineBytes);
  line->previous = dirty_last_;
  (dirty_last_ ? dirty_last_->next : dirty_first_) = line;
  dirty_last_ = line;
  lines_.Add(index) = line;
  return *line;
}

void Nvm::Clean(Line* line) {
  (line->previous ? line->previous->next : dirty_first_) = line->next;
  (line->next ? line->next->previous : dirty_last_) = line->previous;
  lines_.Erase(line->index);
  LeaveCache(*line);
  arena_.Recycle(line, sizeof(Line));
}

void Nvm::EnterCache(Thread& thread, Line& line) {
  if (price_.capacity == 0 || line.cached) return;
  line.cached = true;
  line.owner = thread.id();
  ++Actor(line.owner).dirty;
}

void Nvm::LeaveCache(Line& line) {
  if (!line.cached) return;
  line.cached = false;
  --Actor(line.owner).dirty;
}

void Nvm::Put(Thread& thread, Line& line, Address address, const uint8_t* data, uint32_t size,
              bool non_temporal) {
  std::memcpy(line.current + address % kLineBytes, data, size);
  line.txn = thread.txn();
  if (line.first_order == 0) line.first_order = order_ + 1;
  if constexpr (kTraced) {
    for (uint32_t done = 0; done < size;) {
      const uint32_t piece =
          std::min(size - done, kAtomBytes - static_cast<uint32_t>((address + done) % kAtomBytes));
      AddPending(thread, line, address + done, data + done, piece, non_temporal);
      done += piece;
    }
  } else {
    ++order_;
  }
  line.last_order = order_;
}

void Nvm::AddPending(Thread& thread, Line& line, Address address, const uint8_t* data,
                     uint32_t size, bool non_temporal) {
  auto* store = new (arena_.AllocatePooled(sizeof(PendingStore))) PendingStore();
  store->order = ++order_;
  store->address = address;
  store->size = static_cast<uint8_t>(size);
  store->non_temporal = non_temporal;
  store->actor = thread.id();
  store->txn = thread.txn();
  store->structure = thread.where().structure;
  store->key = thread.where().key;
  std::memcpy(store->data, data, size);
  (line.last ? line.last->next : line.first) = store;
  line.last = store;
  ++line.pending;
  if (non_temporal) ++line.pending_nt;
}

uint32_t Nvm::Wear(uint32_t unit) const {
  uint32_t wear = 0;
  wear_.Read(uint64_t{unit} * 4, &wear, 4);
  return wear;
}

void Nvm::CountWear(uint32_t first, uint32_t last) {
  constexpr uint32_t kCounters = PagedBytes::kLineBytes / sizeof(uint32_t);  // that stand together
  const uint32_t shift = price_.wear_shift;
  for (uint32_t line = first; line <= last;) {
    const uint32_t unit = line >> shift;
    uint8_t* at = wear_.InPlace(uint64_t{unit} * sizeof(uint32_t));
    const uint32_t end = std::min(last + 1, (unit / kCounters + 1) * kCounters << shift);
    for (; line < end; ++line) {
      uint8_t* counter = at + ((line >> shift) - unit) * sizeof(uint32_t);
      uint32_t wear;
      std::memcpy(&wear, counter, sizeof wear);
      ++wear;
      std::memcpy(counter, &wear, sizeof wear);
    }
  }
  counters_.lines_written += last - first + 1;
}

namespace {
// A word keeps the order of the stores to it, also where a non-temporal store overtakes an ordinary
// one or the other way round: what an older store of the line still has to write there is
// `store`'s.
void Supersede(PendingStore* older, const PendingStore& store) {
  for (; older != &store; older = older->next) {
    const Address from = std::max(older->address, store.address);
    const Address to = std::min(older->address + older->size, store.address + store.size);
    for (Address at = from; at < to; ++at)
      older->data[at - older->address] = store.data[at - store.address];
  }
}
}  // namespace

MovingStore Nvm::Moving(const PendingStore& store, MovingStore::Way way, uint32_t flight) {
  MovingStore moving;
  moving.way = way;
  moving.actor = store.actor;
  moving.txn = store.txn;
  moving.structure = store.structure;
  moving.key = store.key;
  moving.number = way == MovingStore::Way::kNonTemporal ? store.order : flight;
  moving.size = store.size;
  moving.address = store.address;
  return moving;
}

bool Nvm::PersistStores(Thread& thread, Line* line, uint32_t order, Which which,
                        MovingStore::Way way, uint32_t flight) {
  const bool mixed = line->pending_nt > 0;
  const uint32_t before = line->pending;
  PendingStore** link = &line->first;
  line->last = nullptr;
  while (PendingStore* store = *link) {
    const bool kind = which == Which::kOrdinary
                          ? !store->non_temporal
                          : store->non_temporal && store->actor == thread.id();
    if (!kind || store->order > order) {
      line->last = store;
      link = &store->next;
      continue;
    }
    if (mixed) Supersede(line->first, *store);
    durable_.Write(store->address, store->data, store->size);
    arrived_.Add(thread.kernel(), Moving(*store, way, flight));
    --line->pending;
    if (store->non_temporal) --line->pending_nt;
    *link = store->next;
    arena_.Recycle(store, sizeof(PendingStore));
  }
  line->first_order = line->first ? line->first->order : 0;
  return line->pending < before;
}

void Nvm::Persist(Thread& thread, Line* line, uint32_t order, Which which, uint32_t flight,
                  const uint8_t* bytes) {
  if (line->first_order > order) return;
  if (line->first_order > 0) {
    if constexpr (kTraced) {
      const auto way =
          which == Which::kOrdinary ? MovingStore::Way::kWriteBack : MovingStore::Way::kNonTemporal;
      if (PersistStores(thread, line, order, which, way, flight)) CountWear(line->index);
    } else {
      CountWear(line->index);
      durable_.Write(LineAt(line->index), bytes, kLineBytes);
      line->first_order = line->last_order > order ? order + 1 : 0;
    }
  }
  if (line->first_order == 0 && !line->in_flight) return Clean(line);
  if (kTraced && line->pending == line->pending_nt) LeaveCache(*line);
}

void Nvm::MarkNonTemporal(ActorId actor, Line& line) {
  ArenaVector<NtMark>& marks = Actor(actor).nt_lines;
  if constexpr (!kTraced) {
    for (const NtMark& mark : marks) {
      if (mark.line == line.index && mark.born == line.born) return;
    }
    ++line.pending_nt;
  }
  marks.push_back({line.index, line.born});
}

// Others' stores in the line stay theirs: each actor's fence writes the line once, as in the traced
// build.
void Nvm::PersistNonTemporal(Line* line) {
  CountWear(line->index);
  durable_.Write(LineAt(line->index), line->current, kLineBytes);
  if (--line->pending_nt > 0) return;
  line->first_order = 0;
  if (!line->in_flight) Clean(line);
}

void Nvm::FenceNow(Thread& thread) {
  PerActor& actor = Actor(thread.id());
  for (const FlushMark& mark : actor.flushing) {
    if (Line* line = FindLine(mark.line))
      Persist(thread, line, mark.order, Which::kOrdinary, mark.flight, line->current);
  }
  for (const NtMark& mark : actor.nt_lines) {
    Line* line = FindLine(mark.line);
    if (!line) continue;
    if constexpr (kTraced) {
      Persist(thread, line, order_, Which::kNonTemporal, 0, line->current);
    } else if (line->born == mark.born) {
      PersistNonTemporal(line);
    }
  }
  actor.flushing.clear();
  actor.nt_lines.clear();
}

bool Nvm::EvictOldest(Thread& thread) {
  Line* line = dirty_first_;
  while (line && (!line->cached || line->owner != thread.id() || line->in_flight))
    line = line->next;
  if (!line) return false;
  ++counters_.evictions;
  thread.Emit(EventKind::kEvict, {.tier = Tier::kNvm,
                                  .flags = kFlagDevice,
                                  .address = LineAt(line->index),
                                  .size = kLineBytes});
  CountWear(line->index);
  if constexpr (kTraced) {
    PersistStores(thread, line, ~0u, Which::kOrdinary, MovingStore::Way::kEvict, ++flights_);
  } else {
    durable_.Write(LineAt(line->index), line->current, kLineBytes);
  }
  // What went past the cache is still on its way.
  if (line->pending_nt > 0)
    LeaveCache(*line);
  else
    Clean(line);
  return true;
}

void Nvm::AddTo(Digest& digest) const { durable_.AddTo(digest); }

}  // namespace afterimage
