#include "run/reply/transfers.h"

#include <algorithm>
#include <cstring>

#include "db/pages/page_view.h"
#include "db/record.h"
#include "run/life/tier_reader.h"

namespace afterimage {
namespace {

// One transfer as the devices report it: bytes of one tier, and the item that the thread was at.
struct Move {
  TransferKind kind = TransferKind::kStore;
  int64_t id = 0;
  TxnLabel txn = 0;
  Tier tier = Tier::kNvm;
  std::vector<AddressRange> ranges;
  std::vector<MovingStore> stores;  // of a line: with their bytes
  Where where;
  bool cached = false;
  bool arrived = false;
};

// Each write-back takes along the bytes of older ones of its line, so if a user's program never
// waits for any, their number grows as the square of its stores. No picture can show more.
constexpr size_t kMostMoving = 16384;

// Numbers count within one kind of move of one device: they and the phase make an id.
enum class IdSpace : uint8_t {
  kWriteBack,
  kEvict,
  kNtStore,
  kEvent,
  kRead,
  kWrite,
  kDrain,
  kLogRead,
  kLogWrite,
  kLogDrain,
  kCount = 16
};

int64_t IdOf(const Session& session, IdSpace space, uint32_t number) {
  return ((int64_t{session.phase()} << 32 | number) * static_cast<int64_t>(IdSpace::kCount)) +
         static_cast<int64_t>(space);
}

// Behind the last range, or as one of its own.
void AddRange(std::vector<AddressRange>& ranges, AddressRange range) {
  if (!ranges.empty() && ranges.back().address + ranges.back().size == range.address) {
    ranges.back().size += range.size;
  } else {
    ranges.push_back(range);
  }
}

// --- What moves ----------------------------------------------------------------------------------

// Stores in the order in which they were made; those past the cache go together as long as one
// thread writes on.
void AddStores(const Session& session, std::vector<MovingStore> stores, bool arrived,
               std::vector<Move>& moves) {
  using Way = MovingStore::Way;
  std::stable_sort(stores.begin(), stores.end(), [](const MovingStore& a, const MovingStore& b) {
    if (a.way != b.way) return a.way < b.way;
    if (a.way == Way::kNonTemporal && a.actor != b.actor) return a.actor < b.actor;
    return a.number < b.number;
  });
  const MovingStore* last = nullptr;
  for (const MovingStore& store : stores) {
    const bool past = store.way == Way::kNonTemporal;
    const bool goes_on =
        last && last->way == store.way &&
        (past ? last->actor == store.actor && last->address + last->size == store.address
              : last->number == store.number);
    if (!goes_on) {
      Move move;
      move.kind = past                       ? TransferKind::kNtStore
                  : store.way == Way::kEvict ? TransferKind::kEvict
                                             : TransferKind::kWriteBack;
      const IdSpace space = past                       ? IdSpace::kNtStore
                            : store.way == Way::kEvict ? IdSpace::kEvict
                                                       : IdSpace::kWriteBack;
      move.id = IdOf(session, space, store.number);
      move.arrived = arrived;
      moves.push_back(std::move(move));
    }
    Move& move = moves.back();
    move.txn = store.txn;
    move.where = {0, store.structure, store.key};
    AddRange(move.ranges, {store.address, store.size});
    move.stores.push_back(store);
    last = &store;
  }
}

void AddSectors(const Session& session, const BlockDevice& disk, const MovingSectors& sectors,
                bool arrived, std::vector<Move>& moves) {
  static constexpr TransferKind kKinds[] = {TransferKind::kPageRead, TransferKind::kPageWrite,
                                            TransferKind::kDrain};
  const auto way = static_cast<int>(sectors.way);
  const IdSpace first = disk.base() == 0 ? IdSpace::kRead : IdSpace::kLogRead;
  Move move;
  move.kind = kKinds[way];
  move.id = IdOf(session, static_cast<IdSpace>(static_cast<int>(first) + way), sectors.number);
  move.txn = sectors.txn;
  move.tier = Tier::kDisk;
  move.ranges.push_back({disk.base() + sectors.address, sectors.size});
  move.where = sectors.where;
  move.cached = sectors.cached;
  move.arrived = arrived;
  moves.push_back(std::move(move));
}

// Adds the moves that the last event made by itself.
void AddEvent(const Session& session, const Event& event, std::vector<Move>& moves) {
  const bool store = event.kind == EventKind::kStore && event.tier == Tier::kNvm;
  if (!store && event.kind != EventKind::kAcknowledge) return;
  Move move;
  move.kind = store ? TransferKind::kStore : TransferKind::kAcknowledge;
  move.id = IdOf(session, IdSpace::kEvent, event.seq);
  move.txn = event.txn;
  move.where = {event.label, event.structure, event.key};
  move.arrived = true;
  if (store) move.ranges.push_back({event.address, event.size});
  moves.push_back(std::move(move));
}

std::vector<Move> CollectMoves(Session& session) {
  std::vector<Move> moves;
  const DeviceSet& devices = session.world().devices();
  const Event& last = session.world().recorder().last();
  std::vector<MovingStore> stores;
  devices.nvm.cache().ForEachMoving([&](const MovingStore& store) {
    if (stores.size() < kMostMoving) stores.push_back(store);
  });
  AddStores(session, std::move(stores), false, moves);
  const auto arrived = devices.nvm.cache().Arrived(last.seq);
  AddStores(session, {arrived.begin(), arrived.end()}, true, moves);
  for (const BlockDevice* disk : {&devices.disk, &devices.log_disk}) {
    disk->ForEachMoving(
        [&](const MovingSectors& sectors) { AddSectors(session, *disk, sectors, false, moves); });
    for (const MovingSectors& sectors : disk->Arrived(last.seq))
      AddSectors(session, *disk, sectors, true, moves);
  }
  if (last.seq != ~uint32_t{0}) AddEvent(session, last, moves);
  return moves;
}

// --- Where it comes from and goes ----------------------------------------------------------------

bool StandsIn(const ShownItems::Item& item, Tier tier, const std::vector<AddressRange>& ranges) {
  return item.tier == tier &&
         std::any_of(item.parts.begin(), item.parts.end(), [&](const ShownItems::Part& part) {
           return OverlapsAny(part.range(), ranges);
         });
}

// Tells if the bytes lie between the item's first field and its last, in multiples of a line:
// padding is a part of an object.
bool LiesWithin(const ShownItems::Item& item, Tier tier, const std::vector<AddressRange>& ranges) {
  if (item.tier != tier || item.parts.empty()) return false;
  uint64_t from = ~uint64_t{0}, to = 0;
  for (const ShownItems::Part& part : item.parts) {
    const AddressRange field = part.range();
    from = std::min(from, field.address / kLineBytes * kLineBytes);
    to = std::max(to, (field.address + field.size + kLineBytes - 1) / kLineBytes * kLineBytes);
  }
  return std::all_of(ranges.begin(), ranges.end(), [&](const AddressRange& range) {
    return range.address >= from && range.address + range.size <= to;
  });
}

// The structure that shows these bytes, and its items there. Where two do, the one that the thread
// was at.
TransferEnd EndAt(const ShownItems& shown, const Move& move) {
  TransferEnd end;
  end.tier = move.tier;
  end.address = move.ranges.empty() ? 0 : move.ranges.front().address;
  for (const ShownItems::Structure& structure : shown.structures()) {
    std::vector<uint32_t> keys;
    for (const ShownItems::Item& item : structure.items) {
      if (StandsIn(item, move.tier, move.ranges)) keys.push_back(item.key);
    }
    if (keys.empty()) continue;
    const bool named = structure.number == move.where.structure;
    if (end.structure != 0 && !named &&
        (end.structure == move.where.structure || keys.size() <= end.keys.size()))
      continue;
    end.structure = structure.number;
    end.keys = std::move(keys);
  }
  if (end.structure != 0) return end;
  const ShownItems::Structure* named = shown.Find(move.where.structure);
  if (!named || named->tier != move.tier) return end;
  const ShownItems::Item* item = ShownItems::FindItem(*named, move.where.key);
  if (!item || !(item->parts.empty() || LiesWithin(*item, move.tier, move.ranges))) return end;
  end.structure = named->number;
  end.keys.push_back(item->key);
  return end;
}

void Name(const ShownItems::Item& item, TransferEnd& end) {
  if (end.keys.empty() && !item.parts.empty()) end.address = item.parts.front().field.address;
  end.keys.push_back(item.key);
}

// The items above that have copies among those of `end`: the same key, and the same kind of thing.
TransferEnd EndAbove(const ShownItems& shown, const Move& move, const TransferEnd& end) {
  TransferEnd above;
  above.tier = Tier::kDram;
  const uint16_t below = end.structure != 0 ? end.structure : move.where.structure;
  const ShownItems::Structure* structure = below != 0 ? shown.Above(below) : nullptr;
  if (!structure) return above;
  above.tier = structure->tier;
  above.structure = structure->number;
  const ShownItems::Structure* copies = shown.Find(below);
  const std::vector<uint32_t> keys =
      end.structure != 0 ? end.keys : std::vector<uint32_t>{move.where.key};
  for (const uint32_t key : keys) {
    const ShownItems::Item* item = ShownItems::FindItem(*structure, key);
    const ShownItems::Item* copy = item && copies ? ShownItems::FindItem(*copies, key) : nullptr;
    if (!item) continue;
    // Space that is only taken holds nothing yet, and goes as what is there.
    const bool differs = copy && !item->parts.empty() && std::string_view(copy->kind) != item->kind;
    if (!differs) Name(*item, above);
  }
  return above;
}

// The second copy of a page has no namesake above: it comes from the page that its header names.
void NameOriginal(Session& session, const ShownItems& shown, const Move& move,
                  const TransferEnd& copy, TransferEnd& above) {
  const ShownItems::Structure* structure = shown.Find(above.structure);
  const ShownItems::Structure* copies = shown.Find(copy.structure);
  if (!structure || !copies || copy.structure != move.where.structure ||
      shown.ShapeOf(*copies) != Shape::kPages)
    return;
  uint8_t page[8] = {};
  TierReader(session.world())
      .Current(copy.tier, copy.address + PageView::kIdAt, sizeof(PageId), page);
  PageId id = 0;
  std::memcpy(&id, page, sizeof id);
  if (const ShownItems::Item* item = ShownItems::FindItem(*structure, id)) Name(*item, above);
}

// Finds the pages of a file in memory from which the move writes, or into which it reads: for each
// item of the device's end the one inside a page that has its bytes, else the pages. False if none
// is kept in memory.
bool FindInCache(const ShownItems& shown, const Move& move, const TransferEnd& device,
                 TransferEnd& cached) {
  const ShownItems::Structure* cache = shown.CacheOf(device.structure);
  if (!cache) cache = shown.CacheOf(move.where.structure);
  if (!cache || move.tier != Tier::kDisk || move.ranges.empty()) return false;
  const uint64_t from = move.ranges.front().address;
  const uint64_t to = from + move.ranges.front().size;
  cached = {};
  cached.tier = cache->tier;
  cached.structure = cache->number;
  cached.address = from;
  for (const uint32_t key : device.keys) {
    for (const ShownItems::Item& page : cache->items) {
      const bool has = std::any_of(page.parts.begin(), page.parts.end(),
                                   [&](const ShownItems::Part& part) { return part.inner == key; });
      if (!has) continue;
      cached.keys.push_back(page.key);
      cached.inner.push_back({key});
    }
  }
  if (cached.keys.size() == device.keys.size() && !cached.keys.empty()) return true;
  cached.keys.clear();
  cached.inner.clear();
  constexpr uint32_t kPage = StructureInfo::kPageOfFile;
  for (uint64_t page = from / kPage; page * kPage < to; ++page)
    cached.keys.push_back(static_cast<uint32_t>(page));
  return true;
}

TransferKind KindOfWrite(const ShownItems& shown, const TransferEnd& from, const TransferEnd& to) {
  const ShownItems::Structure* structure =
      shown.Find(to.structure != 0 ? to.structure : from.structure);
  if (!structure || shown.ShapeOf(*structure) == Shape::kPages) return TransferKind::kPageWrite;
  return from.tier == Tier::kNvm ? TransferKind::kDestage : TransferKind::kLogWrite;
}

// The place of its commit record, durable before volatile; an end in DRAM if none is shown.
TransferEnd CommitOf(Session& session, const ShownItems& shown, TxnLabel txn) {
  TransferEnd end;
  end.tier = Tier::kDram;
  TierReader reader(session.world());
  bool durable = false;
  for (const ShownItems::Structure& structure : shown.structures()) {
    for (const ShownItems::Item& item : structure.items) {
      if (!item.commits || item.txn != txn || durable) continue;
      durable =
          std::all_of(item.parts.begin(), item.parts.end(), [&](const ShownItems::Part& part) {
            return reader.StandingOf(item.tier, part.field.address, part.field.size) ==
                   Durability::kDurable;
          });
      if (!durable && end.structure != 0) continue;
      end.tier = structure.tier;
      end.structure = structure.number;
      end.keys = {item.key};
      end.address = item.parts.empty() ? 0 : item.parts.front().field.address;
    }
  }
  return end;
}

// Bytes of a structure that none of its items shows have its name.
void NameStructure(const ShownItems& shown, const Move& move, TransferEnd& end) {
  const ShownItems::Structure* named = shown.Find(move.where.structure);
  const Tier tier = end.tier == Tier::kCache ? Tier::kNvm : end.tier;
  if (end.structure == 0 && named && named->tier == tier) end.structure = named->number;
}

// Finds for each item of an end those inside it that have the bytes: none if its own have them,
// too, or if all of it has.
void FindInner(const ShownItems& shown, const Move& move, TransferEnd& end) {
  const ShownItems::Structure* structure = shown.Find(end.structure);
  bool any = false;
  std::vector<std::vector<uint32_t>> inner;
  for (const uint32_t key : structure ? end.keys : std::vector<uint32_t>{}) {
    const ShownItems::Item* item = ShownItems::FindItem(*structure, key);
    std::vector<uint32_t> keys;
    bool own = false, whole = true;
    for (const ShownItems::Part& part : item ? item->parts : std::vector<ShownItems::Part>{}) {
      const bool moves = OverlapsAny(part.range(), move.ranges);
      whole = whole && moves;
      own = own || (moves && part.inner == ShownItems::kOwn);
      if (moves && (keys.empty() || keys.back() != part.inner)) keys.push_back(part.inner);
    }
    if (own || whole) keys.clear();
    any = any || !keys.empty();
    inner.push_back(std::move(keys));
  }
  if (any) end.inner = std::move(inner);
}

// The bytes that a field has once the move is over: those that are there, with what comes over
// them. What a disk is about to hold it says itself.
std::vector<uint8_t> Coming(TierReader& reader, const Move& move, const FieldSpec& field) {
  std::vector<uint8_t> bytes(std::max(field.size, 8u), 0);
  if (move.kind == TransferKind::kStore || (move.tier == Tier::kDisk && !move.arrived) ||
      move.cached || !reader.Durable(field.tier, field.address, field.size, bytes.data()))
    reader.Current(field.tier, field.address, field.size, bytes.data());
  for (const MovingStore& store : move.arrived ? std::vector<MovingStore>{} : move.stores) {
    for (uint32_t i = 0; i < store.size; ++i) {
      const uint64_t at = store.address + i;
      if (at >= field.address && at - field.address < field.size)
        bytes[at - field.address] = store.data[i];
    }
  }
  return bytes;
}

// More items than this travel as one bundle, whose content is not spelled out.
constexpr size_t kMostInWords = 8;

// Finds the values that the fields will hold after the move, for the end with the device's
// addresses.
void FindBrought(Session& session, const ShownItems& shown, const Move& move, Transfer& transfer) {
  const TransferEnd& end = transfer.kind == TransferKind::kPageRead ? transfer.from : transfer.to;
  const ShownItems::Structure* structure = shown.Find(end.structure);
  if (!structure || end.keys.size() > kMostInWords) return;
  TierReader reader(session.world());
  for (const uint32_t key : end.keys) {
    const ShownItems::Item* item = ShownItems::FindItem(*structure, key);
    for (const ShownItems::Part& part : item ? item->parts : std::vector<ShownItems::Part>{}) {
      if (part.field.tier == move.tier && OverlapsAny(part.range(), move.ranges))
        transfer.brings.push_back({part.field, Coming(reader, move, part.field)});
    }
  }
}

// Tells if two fields say the same: their names agree, and so do their bytes after the move.
bool SaysTheSame(TierReader& reader, const FieldSpec& field, const BroughtField& brought) {
  uint8_t bytes[kMaxValueBytes] = {};
  return field.size == brought.field.size && field.size <= sizeof bytes &&
         std::string_view(field.name.en) == brought.field.name.en &&
         reader.Current(field.tier, field.address, field.size, bytes) &&
         std::memcmp(bytes, brought.bytes.data(), field.size) == 0;
}

// True if the item is the source of what the move brings to the page's home: a record with the same
// value, or an item whose bytes name no record.
bool IsSource(TierReader& reader, const ShownItems::Item& item, const Transfer& transfer) {
  bool tells = false;
  for (size_t i = 0; i + 1 < item.parts.size(); ++i) {
    if (item.parts[i].field.role != FieldRole::kSubject) continue;
    tells = true;
    for (size_t j = 0; j + 1 < transfer.brings.size(); ++j) {
      if (SaysTheSame(reader, item.parts[i].field, transfer.brings[j]) &&
          SaysTheSame(reader, item.parts[i + 1].field, transfer.brings[j + 1]))
        return true;
    }
  }
  return !tells;
}

// A page whose newest bytes are kept in NVM goes home from there, and not from the pool.
void FromSlots(Session& session, const ShownItems& shown, Transfer& transfer) {
  if (!kWhole || transfer.kind != TransferKind::kPageWrite || transfer.to.keys.size() != 1) return;
  TierReader reader(session.world());
  for (const ShownItems::Structure& kept : shown.structures()) {
    if (kept.tier != Tier::kNvm || !shown.GoesTo(kept, transfer.to.structure)) continue;
    TransferEnd from;
    from.tier = kept.tier;
    from.structure = kept.number;
    for (const ShownItems::Item& item : kept.items) {
      const auto is_of_page = [&](const ShownItems::Part& part) {
        uint8_t bytes[8] = {};
        PageId page = 0;
        const bool known = part.inner == ShownItems::kOwn &&
                           std::string_view(part.field.name.en) == "page" &&
                           reader.Current(part.field.tier, part.field.address, sizeof page, bytes);
        std::memcpy(&page, bytes, sizeof page);
        return known && page == transfer.to.keys.front();
      };
      if (std::any_of(item.parts.begin(), item.parts.end(), is_of_page) &&
          IsSource(reader, item, transfer))
        Name(item, from);
    }
    if (!from.keys.empty()) transfer.from = std::move(from);
  }
}

// A destaging thread reads a page into a buffer of its own, which is not shown, while the pool has
// a newer one.
void ToOwnBuffer(Session& session, const ShownItems& shown, Transfer& transfer) {
  if (!kWhole || transfer.kind != TransferKind::kPageRead || transfer.to.keys.size() != 1) return;
  const ShownItems::Structure* pool = shown.Find(transfer.to.structure);
  const ShownItems::Item* page =
      pool ? ShownItems::FindItem(*pool, transfer.to.keys.front()) : nullptr;
  TierReader reader(session.world());
  const size_t header =
      std::min({page ? page->parts.size() : 0, transfer.brings.size(), size_t{2}});
  for (size_t i = 0; i < header; ++i) {
    if (SaysTheSame(reader, page->parts[i].field, transfer.brings[i])) continue;
    transfer.to = {};
    transfer.to.tier = Tier::kDram;
    return;
  }
}

void FindEnds(Session& session, const ShownItems& shown, const Move& move, Transfer& transfer) {
  if (move.kind == TransferKind::kAcknowledge) {
    transfer.from = CommitOf(session, shown, move.txn);
    return;
  }
  TransferEnd there = EndAt(shown, move);
  switch (move.kind) {
    case TransferKind::kWriteBack:
    case TransferKind::kEvict:
      transfer.from = transfer.to = there;
      transfer.from.tier = Tier::kCache;
      return;
    case TransferKind::kDrain:
      transfer.from = transfer.to = there;
      transfer.from.cached = true;
      return;
    case TransferKind::kPageRead: {
      if (FindInCache(shown, move, there, transfer.to)) {
        transfer.from = std::move(there);
        return;
      }
      TransferEnd above = EndAbove(shown, move, there);
      const ShownItems::Structure* structure = shown.Find(above.structure);
      // A log that is read does not go where it came from.
      if (structure && shown.ShapeOf(*structure) != Shape::kPages) {
        above = {};
        above.tier = Tier::kDram;
      }
      transfer.to = std::move(above);
      transfer.from = std::move(there);
      return;
    }
    default: {
      const bool cached =
          move.kind == TransferKind::kPageWrite && FindInCache(shown, move, there, transfer.from);
      if (!cached) transfer.from = EndAbove(shown, move, there);
      // Bytes that are written again unchanged do not move.
      if (!cached && !transfer.from.keys.empty() && there.structure != 0)
        there.keys = transfer.from.keys;
      if (transfer.from.keys.empty()) NameOriginal(session, shown, move, there, transfer.from);
      if (move.kind == TransferKind::kPageWrite)
        transfer.kind = KindOfWrite(shown, transfer.from, there);
      if (move.kind == TransferKind::kStore) there.tier = Tier::kCache;
      there.cached = move.cached;
      transfer.to = std::move(there);
    }
  }
}

}  // namespace

std::vector<Transfer> CollectTransfers(Session& session) {
  std::vector<Transfer> transfers;
  const std::vector<Move> moves = CollectMoves(session);
  if (moves.empty()) return transfers;
  ShownItems shown(*session.scenario().scheme);
  session.world().engine().Describe(shown);
  for (const Move& move : moves) {
    Transfer transfer;
    transfer.kind = move.kind;
    transfer.id = move.id;
    transfer.txn = move.txn;
    transfer.arrived = move.arrived;
    const bool line = move.kind == TransferKind::kWriteBack || move.kind == TransferKind::kEvict;
    for (const AddressRange& range : move.ranges) transfer.size += range.size;
    if (line) transfer.size = kLineBytes;
    FindEnds(session, shown, move, transfer);
    if (transfer.kind != TransferKind::kAcknowledge) {
      for (TransferEnd* end : {&transfer.from, &transfer.to}) NameStructure(shown, move, *end);
      const bool read = transfer.kind == TransferKind::kPageRead;
      FindInner(shown, move, read ? transfer.from : transfer.to);
      FindBrought(session, shown, move, transfer);
      FromSlots(session, shown, transfer);
      ToOwnBuffer(session, shown, transfer);
    }
    transfers.push_back(std::move(transfer));
  }
  return transfers;
}

}  // namespace afterimage
