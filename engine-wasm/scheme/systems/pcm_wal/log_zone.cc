#include "scheme/systems/pcm_wal/log_zone.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/build.h"
#include "scheme/systems/pcm_wal/story.h"

namespace afterimage::pcm_wal {

LogZone::LogZone(const EngineContext& context, const ZoneParams& params, File& disk)
    : File(Tier::kDisk, disk.address(0) + disk.block_bytes() - kMasterBytes,
           kMasterBytes + params.log_bytes, kAtomBytes, 0),
      kernel_(context.kernel),
      arena_(context.arena),
      nvm_(context.devices.nvm),
      params_(params),
      disk_(disk),
      sector_(disk.block_bytes()),
      frees_first_(kTraced && (context.mutations >> kLogReused & 1)),
      overlaps_(context.machine[Price::kClwb] != 0),
      copy_line_ns_(context.machine[Price::kCopyLine]),
      thread_(context.kernel.AddThread(ThreadKind::kDaemon, {"log archiver", "日志归档线程"})),
      piece_(context.arena.NewArray<uint8_t>(params.stretch_bytes)),
      taken_at_(params.places, 0, ArenaAllocator<uint64_t>(context.arena)) {
  nvm_.NameHot(params.base, WordsEnd(params));
  AI_CHECK(params.base % kLineBytes == 0 && params.stretch_bytes % sector_ == 0);
}

void LogZone::Start() {
  started_ = true;
  kernel_.Spawn(thread_, Run(thread_));
}

void LogZone::Stop(Thread& thread) {
  stopping_ = true;
  work_.WakeAll(kernel_, thread.now());
}

Task<bool> LogZone::Open(Thread& thread) {
  co_await nvm_.Read(thread, Category::kLogIo, WordAt(0), params_.places * kAtomBytes);
  co_await Ordered(thread);
  for (uint32_t place = 0; place < params_.places; ++place) {
    if (!Plausible(place)) co_return false;
  }
  co_return true;
}

bool LogZone::Plausible(uint32_t place) const {
  const uint64_t word = nvm_.LoadWord(WordAt(place));
  if (word > params_.log_bytes / params_.stretch_bytes) return false;
  return word == 0 || Find(static_cast<uint32_t>(word - 1), false) == place;
}

// --- Where bytes are -----------------------------------------------------------------------------

uint32_t LogZone::Together(uint64_t offset, uint32_t size) const {
  const uint64_t left =
      offset < kMasterBytes ? kMasterBytes - offset : params_.stretch_bytes - WithinStretch(offset);
  return static_cast<uint32_t>(std::min<uint64_t>(size, left));
}

uint32_t LogZone::Find(uint32_t stretch, bool durable) const {
  for (uint32_t place = 0; place < params_.places; ++place) {
    uint64_t word = 0;
    if (durable)
      nvm_.LoadDurable(WordAt(place), &word, sizeof word);
    else
      word = nvm_.LoadWord(WordAt(place));
    if (word == uint64_t{stretch} + 1) return place;
  }
  return kNoPlace;
}

template <class F>
void LogZone::ForEachPart(uint64_t offset, uint32_t size, bool durable, F&& f) const {
  for (uint32_t done = 0; done < size;) {
    const uint64_t at = offset + done;
    const uint32_t part = Together(at, size - done);
    if (at < kMasterBytes) {
      f(done, part, true, static_cast<Address>(params_.base + at));
    } else {
      const uint32_t place = Find(StretchOf(at), durable);
      const bool here = place != kNoPlace;
      f(done, part, here, here ? PlaceAt(place) + WithinStretch(at) : 0);
    }
    done += part;
  }
}

DevicePlace LogZone::PlaceOf(uint64_t offset) const {
  DevicePlace place{tier(), address(offset)};
  ForEachPart(offset, 1, false, [&](uint32_t, uint32_t, bool here, Address at) {
    if (here) place = {Tier::kNvm, at};
  });
  return place;
}

void LogZone::Peek(uint64_t offset, void* out, uint32_t size) {
  auto* bytes = static_cast<uint8_t*>(out);
  ForEachPart(offset, size, false, [&](uint32_t done, uint32_t part, bool here, Address at) {
    if (here)
      nvm_.Load(at, bytes + done, part);
    else
      disk_.Peek(OnDisk(offset + done), bytes + done, part);
  });
}

void LogZone::PeekNewest(uint64_t offset, void* out, uint32_t size) {
  auto* bytes = static_cast<uint8_t*>(out);
  ForEachPart(offset, size, false, [&](uint32_t done, uint32_t part, bool here, Address at) {
    if (here)
      nvm_.Load(at, bytes + done, part);
    else
      disk_.PeekNewest(OnDisk(offset + done), bytes + done, part);
  });
}

void LogZone::PeekDurable(uint64_t offset, void* out, uint32_t size) const {
  auto* bytes = static_cast<uint8_t*>(out);
  ForEachPart(offset, size, true, [&](uint32_t done, uint32_t part, bool here, Address at) {
    if (here)
      nvm_.LoadDurable(at, bytes + done, part);
    else
      disk_.PeekDurable(OnDisk(offset + done), bytes + done, part);
  });
}

void LogZone::Format(uint64_t offset, const void* data, uint32_t size) {
  AI_CHECK(offset + size <= kMasterBytes);
  nvm_.Format(static_cast<Address>(params_.base + offset), data, size);
}

// Frees the host's copy of the disk's bytes: those of the zone are about to be there, or have just
// been written.
void LogZone::Discard(uint64_t offset, uint64_t size) { disk_.Discard(OnDisk(offset), size); }

// --- Reading and writing -------------------------------------------------------------------------

Task<void> LogZone::Read(Thread& thread, Category category, uint64_t offset, void* out,
                         uint32_t size) {
  CountRead(size);
  for (uint32_t done = 0; done < size;) {
    const uint64_t at = offset + done;
    const uint32_t part = Together(at, size - done);
    co_await Ordered(thread);
    const DevicePlace place = PlaceOf(at);
    if (place.tier == Tier::kNvm) {
      co_await nvm_.Read(thread, category, place.address, part);
      thread.Charge(category, (part + kLineBytes - 1) / kLineBytes * copy_line_ns_);
    } else {
      const uint64_t from = OnDisk(at) / sector_ * sector_;
      const uint64_t to = (OnDisk(at) + part + sector_ - 1) / sector_ * sector_;
      co_await disk_.Read(thread, category, from, nullptr, static_cast<uint32_t>(to - from));
    }
    if (out) Peek(at, static_cast<uint8_t*>(out) + done, part);
    done += part;
  }
}

// Writes a line at a time, so that a power cut leaves a prefix of the log. If write-backs may
// overlap, that would be slower, and the records' checksums decide.
Task<void> LogZone::Put(Thread& thread, Category category, Address at, const void* data,
                        uint32_t size) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (uint32_t done = 0; done < size;) {
    const uint32_t part = overlaps_ ? size : InFirstLine(at + done, size - done);
    co_await nvm_.StoreAndFlush(thread, category, at + done, bytes + done, part, Access::kShared,
                                thread.where());
    done += part;
  }
}

Task<void> LogZone::Write(Thread& thread, Category category, uint64_t offset, const void* data,
                          uint32_t size) {
  CountWrite(size);
  for (uint32_t done = 0; done < size;) {
    const uint64_t at = offset + done;
    const uint32_t part = Together(at, size - done);
    auto to = static_cast<Address>(params_.base + at);
    if (at >= kMasterBytes) {
      const uint32_t place = co_await PlaceFor(thread, category, at);
      to = PlaceAt(place) + WithinStretch(at);
    }
    co_await Put(thread, category, to, static_cast<const uint8_t*>(data) + done, part);
    done += part;
  }
}

// A stretch that the log enters in its middle, as after a restart, begins with what the disk has of
// it: from the word on, the disk's bytes no longer count. The log may have come round to one that
// is on its way to the disk: what it wrote there now would go with the place.
Task<uint32_t> LogZone::PlaceFor(Thread& thread, Category category, uint64_t offset) {
  const uint32_t stretch = StretchOf(offset);
  co_await Ordered(thread);
  current_ = stretch;
  while (archiving_ == stretch)
    co_await Sleep(thread, room_, WaitFor::kDevice, 0, 0, Category::kLogIo);
  AI_NATIVE_CHECK(archiving_ != stretch);
  uint32_t place = Find(stretch, false);
  if (place != kNoPlace) co_return place;
  const Where outer = thread.where();
  place = co_await TakePlace(thread);
  if (const uint32_t before = WithinStretch(offset) / kLineBytes * kLineBytes; before > 0) {
    AI_NATIVE_CHECK(before == WithinStretch(offset));
    auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(before));
    co_await Read(thread, category, offset - WithinStretch(offset), bytes, before);
    thread.At({kZonePlace, kZoneStructure, place});
    co_await Put(thread, category, PlaceAt(place), bytes, before);
    arena_.Recycle(bytes, before);
  }
  const uint64_t word = uint64_t{stretch} + 1;
  thread.At({kZonePlace, kZoneStructure, place});
  co_await Put(thread, category, WordAt(place), &word, sizeof word);
  thread.At(outer);
  co_return place;
}

Task<uint32_t> LogZone::TakePlace(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    for (uint32_t place = 0; place < params_.places; ++place) {
      if (nvm_.LoadWord(WordAt(place)) != 0 || taken_at_[place] != 0) continue;
      taken_at_[place] = next_++;
      work_.WakeAll(kernel_, thread.now());
      co_return place;
    }
    const uint32_t full = ToArchive();
    if (!started_ && full != kNoPlace) {
      co_await Archive(thread, full);
      continue;
    }
    work_.WakeAll(kernel_, thread.now());
    co_await Sleep(thread, room_, WaitFor::kDevice, 0, 0, Category::kLogIo);
  }
}

// --- Archiving -----------------------------------------------------------------------------------

uint32_t LogZone::ToArchive() const {
  uint32_t oldest = kNoPlace;
  if (archiving_ != kNoPlace) return kNoPlace;
  for (uint32_t place = 0; place < params_.places; ++place) {
    const uint64_t word = nvm_.LoadWord(WordAt(place));
    if (word == 0 || word == uint64_t{current_} + 1) continue;
    if (oldest == kNoPlace || taken_at_[place] < taken_at_[oldest]) oldest = place;
  }
  return oldest;
}

Task<void> LogZone::Archive(Thread& thread, uint32_t place) {
  const Where outer = thread.where();
  const auto stretch = static_cast<uint32_t>(nvm_.LoadWord(WordAt(place)) - 1);
  AI_NATIVE_CHECK(archiving_ == kNoPlace && stretch != current_);
  archiving_ = stretch;
  const uint64_t none = 0;
  const uint32_t bytes = params_.stretch_bytes;
  co_await nvm_.Read(thread, Category::kLogIo, PlaceAt(place), bytes);
  nvm_.Load(PlaceAt(place), piece_, bytes);
  thread.set_broken(frees_first_);
  for (uint32_t step = 0; step < 2; ++step) {
    if ((step == 0) != frees_first_) {
      thread.At({kArchiveWrite, kZoneStructure, place});
      co_await disk_.Write(thread, Category::kLogIo, sector_ + uint64_t{stretch} * bytes, piece_,
                           bytes);
      if (!disk_.durable_on_write()) co_await disk_.Sync(thread, Category::kLogIo);
    } else {
      thread.At({kArchiveFree, kZoneStructure, place});
      co_await Put(thread, Category::kLogIo, WordAt(place), &none, sizeof none);
    }
  }
  thread.set_broken(false);
  co_await Ordered(thread);
  AI_CHECK(archiving_ == stretch);
  taken_at_[place] = 0;
  archiving_ = kNoPlace;
  thread.At(outer);
  room_.WakeAll(kernel_, thread.now());
  work_.WakeAll(kernel_, thread.now());
}

Task<void> LogZone::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (stopping_) break;
    const uint32_t place = ToArchive();
    if (place != kNoPlace)
      co_await Archive(thread, place);
    else
      co_await Sleep(thread, work_, WaitFor::kWork);
  }
  // Daemons may still be writing log: whoever waits for a place archives by himself now.
  started_ = false;
  room_.WakeAll(kernel_, thread.now());
}

// --- For the interface ---------------------------------------------------------------------------

void LogZone::Describe(Inspector& inspector, uint16_t structure) const {
  static constexpr Text kStretch = {"stretch", "日志段"};
  static constexpr Text kCurrent = {"the log is here", "日志写到此处"};
  static constexpr Text kLeft = {"waits for the disk", "等待写入磁盘"};
  inspector.BeginStructure(structure, params_.places);
  for (uint32_t place = 0; place < params_.places; ++place) {
    const uint64_t word = nvm_.LoadWord(WordAt(place));
    char label[16];
    std::snprintf(label, sizeof label, "%u", place);
    inspector.BeginItem(place, label, TxnLabel{0}, word == 0);
    inspector.Field(
        {.name = kStretch, .tier = Tier::kNvm, .address = WordAt(place), .size = kAtomBytes});
    if (word != 0) {
      inspector.Tag(word == uint64_t{current_} + 1 ? kCurrent : kLeft);
      inspector.Judged();
    }
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void LogZone::CheckStructures(StructureCheck& check) const {
  static constexpr Text kPlace = {"place of the log zone", "日志区位置"};
  static constexpr Text kPlaces = {"places of the log zone", "日志区位置"};
  static constexpr Text kOnce = {"No stretch of the log is in two places, or is none of it.",
                                 "日志的每一段至多占一个位置，且确属日志。"};
  for (uint32_t place = 0; place < params_.places; ++place)
    check.Expect(Plausible(place), kOnce, {{kPlace, place}});
  check.Count(kPlaces, params_.places);
}

}  // namespace afterimage::pcm_wal
