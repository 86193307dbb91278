#include "tier/nvm/nvm_cache.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace afterimage {

NvmCache::NvmCache(Arena& arena, PagedBytes& durable, NvmWear& wear, uint32_t capacity, bool kept)
    : arena_(arena),
      durable_(durable),
      wear_(wear),
      capacity_(capacity),
      kept_(kept),
      lines_(arena, 64),
      rewritten_(arena, durable.size() / kLineBytes / 8 + 1),
      actors_(ArenaAllocator<PerActor*>(arena)),
      arrived_(arena) {}

// --- What is dirty -------------------------------------------------------------------------------

bool NvmCache::HasWork(uint32_t from, uint32_t to) const {
  if (lines_.size() == 0) return false;
  for (uint32_t line = from; line < to; ++line) {
    if (Find(line)) return true;
  }
  return false;
}

void NvmCache::Overlay(Address address, uint8_t* out, uint32_t size) const {
  if (lines_.size() == 0) return;
  const Address end = address + size;
  for (uint32_t index = LineOf(address); index <= LineOf(end - 1); ++index) {
    const Line* line = Find(index);
    if (!line) continue;
    const Address from = std::max(address, LineAt(index));
    const Address to = std::min(end, LineAt(index + 1));
    std::memcpy(out + (from - address), line->current + from % kLineBytes, to - from);
  }
}

void NvmCache::CollectDirty(ArenaVector<uint32_t>& lines) const {
  const size_t from = lines.size();
  for (const Line* line = dirty_first_; line; line = line->next) {
    if (line->cached) lines.push_back(line->index);
  }
  if (rewritten_count_ > 0) {
    rewritten_.ForEachKeptLine([&](uint64_t address, const uint8_t* bytes) {
      for (uint32_t bit = 0; bit < PagedBytes::kLineBytes * 8; ++bit) {
        if (bytes[bit / 8] >> bit % 8 & 1)
          lines.push_back(static_cast<uint32_t>(address * 8 + bit));
      }
    });
  }
  std::sort(lines.begin() + static_cast<ptrdiff_t>(from), lines.end());
}

NvmCache::Standing NvmCache::StandingOf(Address address, uint32_t size) const {
  Standing worst = Standing::kDurable;
  const Address end = address + size;
  for (uint32_t index = LineOf(address); index <= LineOf(end - 1); ++index) {
    const Line* line = Find(index);
    if (!line) continue;
    for (const PendingStore* store = line->first; store; store = store->next) {
      if (store->address >= end || store->address + store->size <= address) continue;
      if (kept_ && !store->non_temporal) continue;
      const Standing standing = line->in_flight ? Standing::kInFlight : Standing::kVolatile;
      worst = std::max(worst, standing);
    }
  }
  return worst;
}

void NvmCache::KeepIn(PagedBytes& durable) const {
  if (!kept_) return;
  for (const Line* line = dirty_first_; line; line = line->next) {
    if (line->cached) durable.Write(LineAt(line->index), line->current, kLineBytes);
  }
}

void NvmCache::CollectUnits(ArenaVector<PersistUnit>& units) const {
  AI_CHECK(kTraced);
  for (const Line* line = dirty_first_; line; line = line->next) {
    if (!line->first) continue;
    PersistUnit unit;
    unit.tier = Tier::kNvm;
    unit.address = LineAt(line->index);
    unit.in_flight = line->in_flight;
    unit.kept = kept_;
    unit.stores = line->first;
    unit.ordinary = line->pending - line->pending_nt;
    unit.non_temporal = line->pending_nt;
    unit.txn = line->txn;
    unit.structure = line->last->structure;
    unit.key = line->last->key;
    AI_CHECK(unit.non_temporal <= kMaxNonTemporal);
    units.push_back(unit);
  }
}

// --- Lines ---------------------------------------------------------------------------------------

NvmCache::PerActor& NvmCache::Of(ActorId id) {
  while (actors_.size() <= id) actors_.push_back(arena_.New<PerActor>(arena_));
  return *actors_[id];
}

NvmCache::Line& NvmCache::DirtyLine(Thread& thread, uint32_t index) {
  Line* found = FindDirty(thread, index);
  return found ? *found : AddLine(thread, index);
}

NvmCache::Line* NvmCache::FindDirty(Thread& thread, uint32_t index) {
  if (Line* found = Find(index)) return found;
  if (!Rewritten(index)) return nullptr;
  FlipRewritten(index);
  --rewritten_count_;
  Line& line = AddLine(thread, index);
  line.first_order = line.last_order = order_;
  line.cached = true;
  return &line;
}

NvmCache::Line& NvmCache::AddLine(Thread& thread, uint32_t index) {
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

void NvmCache::Clean(Line* line) {
  (line->previous ? line->previous->next : dirty_first_) = line->next;
  (line->next ? line->next->previous : dirty_last_) = line->previous;
  lines_.Erase(line->index);
  LeaveCache(*line);
  arena_.Recycle(line, sizeof(Line));
}

bool NvmCache::TryRewrite(uint32_t index, const uint8_t* bytes) {
  if (kTraced || bounded() || Find(index)) return false;
  uint8_t durable[kLineBytes];
  durable_.Read(LineAt(index), durable, kLineBytes);
  if (std::memcmp(durable, bytes, kLineBytes) != 0) return false;
  ++order_;
  if (Rewritten(index)) return true;
  FlipRewritten(index);
  ++rewritten_count_;
  return true;
}

// --- Stores --------------------------------------------------------------------------------------

void NvmCache::EnterCache(Thread& thread, Line& line) {
  if (line.cached) return;
  line.cached = true;
  if (!bounded()) return;
  line.owner = thread.id();
  ++Of(line.owner).dirty;
}

void NvmCache::LeaveCache(Line& line) {
  if (!line.cached) return;
  line.cached = false;
  if (bounded()) --Of(line.owner).dirty;
}

void NvmCache::Put(Thread& thread, Line& line, Address address, const uint8_t* data, uint32_t size,
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

void NvmCache::AddPending(Thread& thread, Line& line, Address address, const uint8_t* data,
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
  if (!non_temporal) return;
  if (line.pending_nt == kMaxNonTemporal) ArriveOldest(thread, line);
  ++line.pending_nt;
}

// The queue of stores past the cache is not unlimited: if there are so many to one line, the oldest
// has left.
void NvmCache::ArriveOldest(Thread& thread, Line& line) {
  PendingStore** link = &line.first;
  while (!(*link)->non_temporal) link = &(*link)->next;
  PendingStore* const store = *link;
  Supersede(line.first, *store);
  durable_.Write(store->address, store->data, store->size);
  arrived_.Add(thread.kernel(), Moving(*store, MovingStore::Way::kNonTemporal, 0));
  --line.pending;
  --line.pending_nt;
  *link = store->next;
  arena_.Recycle(store, sizeof(PendingStore));
  line.first_order = line.first->order;
}

uint32_t NvmCache::EvictOldest(Thread& thread) {
  Line* line = dirty_first_;
  while (line && (!line->cached || line->owner != thread.id() || line->in_flight))
    line = line->next;
  if (!line) return kNoLine;
  const uint32_t index = line->index;
  ++evictions_;
  thread.Emit(EventKind::kEvict, {.tier = Tier::kNvm,
                                  .flags = kFlagDevice,
                                  .address = LineAt(line->index),
                                  .size = kLineBytes});
  if constexpr (kTraced) {
    const uint32_t flight = ++flights_;
    if (!PersistStores(thread, line, ~0u, Which::kOrdinary, MovingStore::Way::kEvict, flight))
      return kNoLine;
  } else {
    if (!Wears(thread, *line)) return kNoLine;
    durable_.Write(LineAt(line->index), line->current, kLineBytes);
  }
  // Stores past the cache are still pending.
  if (line->pending_nt > 0)
    LeaveCache(*line);
  else
    Clean(line);
  return index;
}

// --- On their way to the device ------------------------------------------------------------------

MovingStore NvmCache::Moving(const PendingStore& store, MovingStore::Way way, uint32_t flight) {
  MovingStore moving;
  moving.way = way;
  moving.actor = store.actor;
  moving.txn = store.txn;
  moving.structure = store.structure;
  moving.key = store.key;
  moving.number = way == MovingStore::Way::kNonTemporal ? store.order : flight;
  moving.size = store.size;
  moving.address = store.address;
  std::memcpy(moving.data, store.data, sizeof moving.data);
  return moving;
}

// A write that finds no place is lost, and with it the machine.
bool NvmCache::Wears(Thread& thread, const Line& line) {
  const bool taken = wear_.Count(line.index, line.index, thread.now());
  if (!taken) thread.kernel().End();
  return taken;
}

bool NvmCache::PersistStores(Thread& thread, Line* line, uint32_t order, Which which,
                             MovingStore::Way way, uint32_t flight) {
  const bool mixed = line->pending_nt > 0;
  bool counted = false;
  PendingStore** link = &line->first;
  PendingStore* stays = nullptr;
  while (PendingStore* store = *link) {
    const bool kind = which == Which::kOrdinary
                          ? !store->non_temporal
                          : store->non_temporal && store->actor == thread.id();
    if (!kind || store->order > order) {
      stays = store;
      link = &store->next;
      continue;
    }
    if (!counted && !Wears(thread, *line)) return false;
    counted = true;
    if (mixed) Supersede(line->first, *store);
    durable_.Write(store->address, store->data, store->size);
    arrived_.Add(thread.kernel(), Moving(*store, way, flight));
    --line->pending;
    if (store->non_temporal) --line->pending_nt;
    *link = store->next;
    arena_.Recycle(store, sizeof(PendingStore));
  }
  line->last = stays;
  line->first_order = line->first ? line->first->order : 0;
  return true;
}

void NvmCache::Persist(Thread& thread, Line* line, uint32_t order, Which which, uint32_t flight,
                       const uint8_t* bytes) {
  if (line->first_order > order) return;
  if (line->first_order > 0) {
    if constexpr (kTraced) {
      const auto way =
          which == Which::kOrdinary ? MovingStore::Way::kWriteBack : MovingStore::Way::kNonTemporal;
      if (!PersistStores(thread, line, order, which, way, flight)) return;
    } else {
      if (!Wears(thread, *line)) return;
      durable_.Write(LineAt(line->index), bytes, kLineBytes);
      line->first_order = line->last_order > order ? order + 1 : 0;
    }
  }
  if (line->first_order == 0 && !line->in_flight) return Clean(line);
  if (kTraced && line->pending == line->pending_nt) LeaveCache(*line);
}

// The search starts at the newest: consecutive stores are mostly to one line, and there may be very
// many marks before the fence.
bool NvmCache::Marks(const ArenaVector<NtMark>& marks, const Line& line) {
  return std::any_of(marks.rbegin(), marks.rend(), [&](const NtMark& mark) {
    return mark.line == line.index && mark.born == line.born;
  });
}

void NvmCache::MarkNonTemporal(ActorId actor, Line& line) {
  ArenaVector<NtMark>& marks = Of(actor).nt_lines;
  if constexpr (!kTraced) {
    if (line.pending_nt > 0 && Marks(marks, line)) return;  // it counts threads
    ++line.pending_nt;
  }
  marks.push_back({line.index, line.born});
}

// Others' stores in the line stay theirs: each actor's fence writes the line once, as in the traced
// build.
void NvmCache::PersistNonTemporal(Thread& thread, Line* line) {
  if (!Wears(thread, *line)) return;
  durable_.Write(LineAt(line->index), line->current, kLineBytes);
  if (--line->pending_nt > 0) return;
  line->first_order = 0;
  if (!line->in_flight) Clean(line);
}

void NvmCache::PersistMarked(Thread& thread) {
  PerActor& actor = Of(thread.id());
  for (const FlushMark& mark : actor.flushing) {
    if (Line* line = Find(mark.line))
      Persist(thread, line, mark.order, Which::kOrdinary, mark.flight, line->current);
  }
  for (const NtMark& mark : actor.nt_lines) {
    Line* line = Find(mark.line);
    if (!line) continue;
    if constexpr (kTraced) {
      Persist(thread, line, order_, Which::kNonTemporal, 0, line->current);
    } else if (line->born == mark.born) {
      PersistNonTemporal(thread, line);
    }
  }
  actor.flushing.clear();
  actor.nt_lines.clear();
}

}  // namespace afterimage
