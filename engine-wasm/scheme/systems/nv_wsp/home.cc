#include "scheme/systems/nv_wsp/home.h"

#include <cstring>

#include "db/pages/page_view.h"
#include "scheme/systems/nv_wsp/story.h"
#include "tier/files/file.h"

namespace afterimage::nvwsp {

Home::Home(const EngineContext& context, const Layout& layout)
    : nvm_(context.devices.nvm),
      arena_(context.arena),
      layout_(layout),
      pages_(context.database_pages),
      copy_line_ns_(context.machine[Price::kCopyLine]),
      taken_(layout.installs, 0, ArenaAllocator<uint8_t>(context.arena)),
      scratch_(ArenaAllocator<uint8_t*>(context.arena)) {
  for (uint32_t i = 0; i < layout.installs; ++i)
    scratch_.push_back(static_cast<uint8_t*>(arena_.Allocate(layout.page_bytes)));
  nvm_.NameHot(Layout::kEpoch, layout.Record(0) - Layout::kEpoch);
}

void Home::SetSource(const ByteSource* source) {
  const uint64_t bytes = uint64_t{pages_} * layout_.page_bytes;
  nvm_.set_source(arena_.New<RegionSource>(*source, layout_.Page(0), bytes, nvm_.source()));
}

// The frame shows what is here: reading is what the cores pay for the lines, and for a copy.
Task<void> Home::ReadPage(Thread& thread, PageId page) {
  co_await nvm_.Read(thread, Category::kDataIo, layout_.Page(page), layout_.page_bytes);
  thread.Charge(Category::kDataIo, line_count() * copy_line_ns_);
  co_await Ordered(thread);
}

Lsn Home::PageLsn(Thread& thread, PageId page) {
  nvm_.ChargeLoad(thread, Category::kDataIo, layout_.Page(page), sizeof(Lsn));
  return nvm_.LoadWord(layout_.Page(page));
}

// --- Installing a page ---------------------------------------------------------------------------

Home::Lines Home::Differing(PageId page, const uint8_t* bytes) const {
  uint8_t home[PageView::kMaxPageBytes];
  nvm_.Load(layout_.Page(page), home, layout_.page_bytes);
  Lines lines;
  for (uint32_t line = 0; line < line_count(); ++line) {
    const uint32_t at = line * kLineBytes;
    if (std::memcmp(home + at, bytes + at, kLineBytes) != 0) lines.Add(line);
  }
  return lines;
}

// Spins: an install is soon over, and who installs may hold a latch that others spin on.
Task<uint32_t> Home::TakePlace(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    for (uint32_t i = 0; i < layout_.installs; ++i) {
      const uint32_t place = (next_ + i) % layout_.installs;
      if (taken_[place]) continue;
      taken_[place] = 1;
      next_ = (place + 1) % layout_.installs;
      co_return place;
    }
    co_await Sleep(thread, free_places_, WaitFor::kDevice, 0, 0, Category::kDataIo,
                   WhileBlocked::kSpins);
  }
}

// The old lines first, and only then the word that says that they count.
Task<void> Home::SaveLines(Thread& thread, uint32_t place, PageId page, const Lines& lines) {
  uint8_t* saved = scratch_[place];
  uint32_t size = 0;
  for (uint32_t line = 0; line < line_count(); ++line) {
    if (!lines.Has(line)) continue;
    const Address at = layout_.Page(page) + line * kLineBytes;
    nvm_.Load(at, saved + size, kLineBytes);
    nvm_.ChargeLoad(thread, Category::kDataIo, at, kLineBytes);
    size += kLineBytes;
  }
  co_await nvm_.AwaitReads(thread);
  thread.At({kHomeSave, kJournal, place});
  co_await nvm_.StoreAndFlush(thread, Category::kDataIo, layout_.Journal(place) + kLineBytes, saved,
                              size, Access::kPrivate, {kHomeSaveBack, kJournal, place});
  JournalHeader header;
  header.lines[0] = lines.bits[0];
  header.lines[1] = lines.bits[1];
  header.page_plus_1 = page + 1;
  thread.At({kHomeMark, kJournal, place});
  co_await nvm_.StoreAndFlush(thread, Category::kDataIo, layout_.Journal(place), &header,
                              sizeof header, Access::kPrivate, {kHomeMarkBack, kJournal, place});
}

Task<void> Home::PutLines(Thread& thread, PageId page, const Lines& lines, const uint8_t* bytes,
                          Labels labels) {
  for (uint32_t line = 0; line < line_count();) {
    uint32_t end = line;
    while (end < line_count() && lines.Has(end)) ++end;
    if (end == line) {
      ++line;
      continue;
    }
    const uint32_t at = line * kLineBytes;
    thread.At({labels.store, kDiskStructure, page});
    co_await nvm_.StoreAndFlush(thread, Category::kDataIo, layout_.Page(page) + at, bytes + at,
                                (end - line) * kLineBytes, Access::kPrivate,
                                {labels.back, kDiskStructure, page});
    line = end;
  }
}

Nvm::StoreAndFlushOp Home::ClearPlace(Thread& thread, uint32_t place, Labels labels) {
  static constexpr uint64_t kNone = 0;
  thread.At({labels.store, kJournal, place});
  return nvm_.StoreAndFlush(thread, Category::kDataIo, layout_.Journal(place) + kJournalMarkOffset,
                            &kNone, sizeof kNone, Access::kPrivate, {labels.back, kJournal, place});
}

// No other thread installs this page meanwhile: the pool writes a page once at a time.
Task<void> Home::WritePage(Thread& thread, PageId page, const uint8_t* bytes) {
  const Lines lines = Differing(page, bytes);
  if (lines.count == 0) co_return;
  if (!thread.Does(kHomeSave)) {
    thread.set_broken(true);
    co_await PutLines(thread, page, lines, bytes, {kHomeLines, kHomeLinesBack});
    thread.set_broken(false);
    co_return;
  }
  const uint32_t place = co_await TakePlace(thread);
  co_await SaveLines(thread, place, page, lines);
  co_await PutLines(thread, page, lines, bytes, {kHomeLines, kHomeLinesBack});
  co_await ClearPlace(thread, place, {kHomeClear, kHomeClearBack});
  co_await Ordered(thread);
  taken_[place] = 0;
  free_places_.WakeAll(thread.kernel(), thread.now());
}

// --- After a power cut ---------------------------------------------------------------------------

Task<bool> Home::Repair(Thread& thread) {
  for (uint32_t place = 0; place < layout_.installs; ++place) {
    thread.At({kRecoverJournal, kJournal, place});
    JournalHeader header;
    co_await nvm_.Read(thread, Category::kDataIo, layout_.Journal(place), sizeof header);
    nvm_.Load(layout_.Journal(place), &header, sizeof header);
    const bool open = thread.Holds(header.page_plus_1 != 0);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = Tier::kNvm,
                   .address = layout_.Journal(place),
                   .size = kLineBytes,
                   .a = open ? 1u : 0u});
    if (!open) continue;
    if (!co_await PutBack(thread, place, header)) co_return false;
  }
  co_return true;
}

Task<bool> Home::PutBack(Thread& thread, uint32_t place, const JournalHeader& header) {
  if (header.page_plus_1 == 0 || header.page_plus_1 > pages_) co_return false;
  const auto page = static_cast<PageId>(header.page_plus_1 - 1);
  Lines lines;
  uint8_t* bytes = scratch_[place];
  for (uint32_t line = 0; line < line_count(); ++line) {
    if (!(header.lines[line / 64] >> line % 64 & 1)) continue;
    nvm_.Load(layout_.Journal(place) + (1 + lines.count) * kLineBytes, bytes + line * kLineBytes,
              kLineBytes);
    lines.Add(line);
  }
  co_await nvm_.Read(thread, Category::kDataIo, layout_.Journal(place) + kLineBytes,
                     lines.count * kLineBytes);
  co_await PutLines(thread, page, lines, bytes, {kRecoverLines, kRecoverLinesBack});
  co_await ClearPlace(thread, place, {kRecoverClear, kRecoverClearBack});
  co_return true;
}

}  // namespace afterimage::nvwsp
