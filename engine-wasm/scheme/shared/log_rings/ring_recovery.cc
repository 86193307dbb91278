// Reading the rings after a power cut, and showing them.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "scheme/contract/record_fields.h"
#include "scheme/shared/log_rings/rings.h"

namespace afterimage::distributed {
namespace {

// A long log shows its latest records.
constexpr uint32_t kMostShown = 48;

}  // namespace

// --- Recovery ------------------------------------------------------------------------------------

bool Rings::ReadAnchors(Thread& thread) {
  uint64_t super[2];
  nvm_.Load(0, super, sizeof super);
  bool sane = super[0] == kMagic && super[1] == (uint64_t{params_.ring_bytes} << 32 | params_.logs);
  nvm_.ChargeLoad(thread, Category::kLogWork, 0, First(params_.logs));
  for (uint32_t i = 0; i < params_.logs; ++i) {
    Ring& ring = *rings_[i];
    ring.head = ring.archived = nvm_.LoadWord(HeadAt(i));
    ring.tail = ring.durable = nvm_.LoadWord(TailAt(i));
    sane = sane && LogRing::WholeLines(ring.head) && LogRing::WholeLines(ring.tail) &&
           ring.head <= ring.tail && ring.tail - ring.head <= params_.ring_bytes;
  }
  return sane;
}

// A record of this log, behind one with the GSN `after`.
bool Rings::ReadRecord(Thread& thread, uint32_t log, uint64_t place, Lsn after, Found* found) {
  RecordHeader& header = found->header;
  rings_[log]->ChargeLoad(thread, Category::kLogWork, place, sizeof header);
  rings_[log]->Load(place, &header, sizeof header);
  if (!Sane(header, engine_->page_limit()) || header.log != log || header.place != place)
    return false;
  if (header.gsn <= after || header.gsn % params_.logs != log ||
      header.gsn >= EventQueue::kTimeLimit)
    return false;
  if (place + RoundUp(header.bytes()) > rings_[log]->tail) return false;
  const uint32_t bytes = header.bytes() - static_cast<uint32_t>(sizeof header);
  if (bytes == 0) return true;
  auto* images = static_cast<uint8_t*>(arena_.Allocate(bytes));
  rings_[log]->ChargeLoad(thread, Category::kLogWork, place + sizeof header, bytes);
  rings_[log]->Load(place + sizeof header, images, bytes);
  found->images = images;
  return true;
}

Task<bool> Rings::Collect(Thread& thread, ArenaVector<Found>& records) {
  thread.At({kRecoverAnchors, kAnchors, 0});
  const bool sane = ReadAnchors(thread);
  co_await nvm_.AwaitReads(thread);
  co_await Note(thread, EventKind::kCheck,
                {.tier = Tier::kNvm, .address = HeadAt(0), .a = sane ? 1u : 0u});
  if (!thread.Holds(sane)) co_return false;
  Lsn latest = 0;
  for (uint32_t i = 0; i < params_.logs; ++i) {
    Ring& ring = *rings_[i];
    for (uint64_t place = ring.head; place < ring.tail;) {
      Found found;
      const bool valid = ReadRecord(thread, i, place, ring.last_gsn, &found);
      co_await nvm_.AwaitReads(thread);
      thread.At({kRecoverScan, kRecords, static_cast<uint32_t>(valid ? found.header.gsn : 0)});
      thread.set_txn(valid ? found.header.label : 0);
      co_await Note(thread, EventKind::kCheck,
                    {.tier = Tier::kNvm,
                     .address = ring.At(place),
                     .size = sizeof(RecordHeader),
                     .a = valid ? 1u : 0u});
      if (!valid) co_return false;
      records.push_back(found);
      ring.last_gsn = found.header.gsn;
      place += RoundUp(found.header.bytes());
    }
    latest = std::max(latest, ring.last_gsn);
    ring.durable_gsn = ring.last_gsn;
  }
  thread.set_txn(0);
  for (Ring* ring : rings_) ring->clock = latest;
  co_return true;
}

// --- For the interface ---------------------------------------------------------------------------

void Rings::DescribeRing(Inspector& inspector, uint32_t log) {
  const uint64_t head = nvm_.LoadWord(HeadAt(log)), tail = nvm_.LoadWord(TailAt(log));
  if (!LogRing::WholeLines(head) || tail < head || tail - head > params_.ring_bytes) return;
  ArenaVector<RecordHeader> headers{ArenaAllocator<RecordHeader>(arena_)};
  for (uint64_t place = head; place < tail;) {
    RecordHeader header;
    rings_[log]->Load(place, &header, sizeof header);
    if (!Sane(header, engine_->page_limit()) || header.place != place) break;
    headers.push_back(header);
    place += RoundUp(header.bytes());
  }
  for (size_t i = headers.size() > kMostShown ? headers.size() - kMostShown : 0; i < headers.size();
       ++i) {
    const RecordHeader& header = headers[i];
    char label[24];
    std::snprintf(label, sizeof label, "%u:%u", static_cast<unsigned>(log),
                  static_cast<unsigned>(header.gsn));
    inspector.BeginItem(static_cast<uint32_t>(header.gsn), label, OwnerOf(header));
    DescribeRecord(inspector, kRecords, Tier::kNvm, rings_[log]->At(header.place), header, schema_);
    inspector.EndItem();
  }
}

void Rings::Describe(Inspector& inspector) {
  static constexpr Text kPlace = {"position", "位置"};
  static constexpr const char* kNames[] = {"head", "tail"};
  inspector.BeginStructure(kRecords);
  for (uint32_t i = 0; i < params_.logs; ++i) DescribeRing(inspector, i);
  inspector.EndStructure();
  inspector.BeginStructure(kAnchors);
  for (uint32_t i = 0; i < 2 * params_.logs; ++i) {
    char label[24];
    std::snprintf(label, sizeof label, "%s %u", kNames[i % 2], static_cast<unsigned>(i / 2));
    inspector.BeginItem(i, label, 0);
    inspector.Field({.name = kPlace,
                     .tier = Tier::kNvm,
                     .address = i % 2 == 0 ? HeadAt(i / 2) : TailAt(i / 2),
                     .size = 8});
    inspector.EndItem();
  }
  inspector.EndStructure();
  if (archive_) DescribeArchive(inspector);
  if (params_.undo_bytes > 0) DescribeBuffers(inspector);
}

void Rings::DescribeBuffers(Inspector& inspector) {
  inspector.BeginStructure(kUndoBuffers);
  for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    if (!txn->log) continue;
    const ArenaVector<Address>& buffered = LogOf(*txn).buffered;
    for (size_t i = buffered.size() > kMostShown ? buffered.size() - kMostShown : 0;
         i < buffered.size(); ++i) {
      RecordHeader header;
      std::memcpy(&header, dram_.At(buffered[i]), sizeof header);
      char label[24];
      std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(header.gsn));
      inspector.BeginItem(static_cast<uint32_t>(header.gsn), label, OwnerOf(header));
      DescribeRecord(inspector, kUndoBuffers, Tier::kDram, buffered[i], header, schema_);
      inspector.EndItem();
    }
  }
  inspector.EndStructure();
}

void Rings::DescribeArchive(Inspector& inspector) {
  inspector.BeginStructure(kFile, 0, 0, archive_->tier());
  for (uint32_t i = 0; i < params_.logs; ++i) {
    char label[24];
    std::snprintf(label, sizeof label, "partition %u", static_cast<unsigned>(i));
    archive_->Describe(inspector, i, label, nvm_.LoadWord(HeadAt(i)), nvm_.LoadWord(TailAt(i)),
                       engine_->page_limit(), Numbers::kGsn);
  }
  inspector.EndStructure();
}

}  // namespace afterimage::distributed
