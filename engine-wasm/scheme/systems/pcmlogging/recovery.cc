// Recovery (PCMLogging, algorithm 3): what the bits and the list say. No disk is read for it, but
// to repair pages that a power cut tore while they were destaged.
//
// The home finds what is there and changes nothing, so that the database can be opened. Then the
// bits of what does not count are cleared, and last the list: another power cut at any point of
// this finds the same versions to throw away.
#include <algorithm>

#include "scheme/systems/pcmlogging/pcm_log.h"
#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {

// --- Finding -------------------------------------------------------------------------------------

// False for bytes that no transaction can have written.
bool Home::Plausible(uint32_t first, const SlotHeader& header) const {
  const StagingParams& params = area_.params();
  const Layout& layout = params.layout;
  if (header.page >= page_count() || header.version >= 4 || header.xid == 0) return false;
  if (header.slot == kWholePage) return first >= layout.small && header.bytes == page_bytes_;
  if (first + layout.SlotsFor(header.bytes) > layout.small || params.by_page) return false;
  if (header.slot != kIndexEntry) return header.bytes <= params.version_bytes;
  return header.bytes == sizeof(uint64_t) && header.table < kMaxTables &&
         header.index < kMaxIndexes && header.key != ~Key{0};
}

Item& Home::ItemOf(const SlotHeader& header) {
  Tables& tables = area_.tables();
  if (header.slot == kIndexEntry)
    return tables.GetEntry(header.table, header.index, header.key, header.page);
  return tables.Get(header.page, header.slot);
}

Task<bool> Home::Take(Thread& thread, uint32_t first, const SlotHeader& header) {
  const Place place{first, area_.params().layout.SlotsOf(header), header.version};
  // An entry that is older than its page is in it, or has moved to another one.
  const PageEntry& page = area_.tables().Get(header.page);
  if (header.slot == kIndexEntry && page.whole && page.whole->current.there() &&
      thread.Holds(area_.slots().Header(page.whole->current.first).seq > header.seq)) {
    found_.old.push_back(place);
    co_return true;
  }
  Item& item = ItemOf(header);
  // A power cut while a version was moved leaves it twice.
  if (item.current.there() && item.current.version == header.version &&
      area_.slots().Header(item.current.first).seq == header.seq) {
    thread.At({kRecoverNewer, kSlotStructure, first});
    co_await Note(
        thread, EventKind::kCheck,
        {.tier = Tier::kNvm, .address = area_.params().layout.Slot(first), .size = kLineBytes});
    found_.old.push_back(place);
    co_return true;
  }
  if (item.current.there()) {
    const bool literally = area_.Mutated(kLargerLiterally);
    thread.set_broken(literally);
    const bool newer = literally ? header.version < item.current.version
                                 : IsNewer(header.version, item.current.version);
    thread.At({kRecoverNewer, kSlotStructure, first});
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = area_.params().layout.Slot(first),
                   .size = kLineBytes,
                   .a = newer ? 1u : 0u});
    thread.set_broken(false);
    if (!newer && !IsNewer(item.current.version, header.version) && !literally &&
        !area_.Mutated(kNoVersion))
      co_return false;
    if (!newer) {
      found_.old.push_back(place);
      co_return true;
    }
    found_.old.push_back(item.current);
  }
  item.current = place;
  // The version before may be of another record, whose place on the page this one has taken.
  item.table = header.table;
  item.key = header.key;
  if (item.page->id != header.page) area_.tables().Move(item, area_.tables().Get(header.page));
  area_.tables().List(*item.page);
  co_return true;
}

Task<bool> Home::Scan(Thread& thread, const Numbers& active, uint32_t from, uint32_t to) {
  Slots& slots = area_.slots();
  for (uint32_t i = from; i < to; ++i) {
    if (!slots.counts(i)) continue;
    thread.At({kRecoverScan, kSlotStructure, i});
    co_await slots.nvm().Read(thread, Category::kLogWork, slots.layout().Slot(i),
                              sizeof(SlotHeader));
    const SlotHeader header = slots.Header(i);
    const uint32_t count = slots.layout().SlotsOf(header);
    if (!Plausible(i, header) || !slots.Occupy(i, count)) co_return false;
    const bool counts =
        thread.Holds(std::find(active.begin(), active.end(), header.xid) == active.end());
    thread.set_txn(header.label);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = slots.layout().Slot(i),
                   .size = kLineBytes,
                   .a = counts ? 1u : 0u});
    ++found_.versions;
    found_.bytes += sizeof header + header.bytes;
    found_.largest = std::max(found_.largest, header.xid);
    area_.SawSeq(header.seq);
    bool whole = true;
    if (counts)
      whole = co_await Take(thread, i, header);
    else
      found_.lost.push_back({i, count, header.version});
    thread.set_txn(0);
    if (!whole) co_return false;
  }
  co_return true;
}

// Versions of pages first: they say which of the entries count.
Task<bool> Home::Repair(Thread& thread) {
  const bool repaired = co_await disk_.Repair(thread);
  Slots& slots = area_.slots();
  const Layout& layout = slots.layout();
  if (!repaired || !slots.Open()) co_return false;
  Numbers active{ArenaAllocator<uint64_t>(arena_)};
  co_await Step(thread, {kRecoverList, kActiveStructure, 0});
  co_await slots.nvm().Read(thread, Category::kLogWork, slots.ActiveAt(0),
                            layout.entries() * kAtomBytes);
  for (uint32_t i = 0; i < layout.entries(); ++i) {
    if (slots.active(i) == 0) continue;
    active.push_back(slots.active(i));
    found_.largest = std::max(found_.largest, active.back());
  }
  co_await slots.nvm().Read(thread, Category::kLogWork, slots.WordAt(0),
                            (layout.slots() + 63) / 64 * kAtomBytes);
  bool whole = co_await Scan(thread, active, layout.small, layout.slots());
  if (whole) whole = co_await Scan(thread, active, 0, layout.small);
  area_.tables().Changed();
  co_return whole;
}

// --- Throwing away -------------------------------------------------------------------------------

Task<bool> PcmLog::Clear(Thread& thread) {
  Home::Found& found = home_.found();
  const Layout& layout = area_.params().layout;
  const bool unlists_first = Mutated(kRecoveryUnlistsFirst);
  for (uint32_t round = 0; round < 2; ++round) {
    if ((round == 0) != unlists_first) {
      for (ArenaVector<Place>* places : {&found.lost, &found.old}) {
        for (size_t i = 0; i < places->size(); ++i)
          co_await Discard(thread, (*places)[i], {kRecoverDiscard, kRecoverDiscardBack});
      }
      continue;
    }
    thread.set_broken(unlists_first);
    for (uint32_t i = 0; i < layout.entries(); ++i) {
      if (area_.slots().active(i) == 0) continue;
      co_await area_.slots().SetActive(thread, i, 0, {kRecoverPoint, kRecoverPointBack});
    }
    thread.set_broken(false);
  }
  co_return true;
}

Task<void> PcmLog::OnRecover(Thread& thread, Restart& restart) {
  const Home::Found& found = home_.found();
  restart.CountRead(found.versions, found.bytes);
  co_await restart.Pass(thread, RecoveryPass::kUndo, kRecoverDiscard,
                        [&] { return Clear(thread); });
  if (!Mutated(kXidsFromOne)) area_.StartXids(found.largest);
}

}  // namespace afterimage::pcm
