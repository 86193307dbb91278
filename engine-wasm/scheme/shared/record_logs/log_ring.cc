#include "scheme/shared/record_logs/log_ring.h"

#include <algorithm>

namespace afterimage::wal {

void LogRing::Load(uint64_t place, void* out, uint32_t size) const {
  const uint32_t part = BeforeEnd(place, size);
  nvm.Load(At(place), out, part);
  if (part < size) nvm.Load(first, static_cast<uint8_t*>(out) + part, size - part);
}

void LogRing::ChargeLoad(Thread& thread, Category category, uint64_t place, uint32_t size) const {
  const uint32_t part = BeforeEnd(place, size);
  nvm.ChargeLoad(thread, category, At(place), part);
  if (part < size) nvm.ChargeLoad(thread, category, first, size - part);
}

Task<void> LogRing::Read(Thread& thread, uint64_t place, RecordHeader* header,
                         uint8_t* images) const {
  Load(place, header, sizeof *header);
  ChargeLoad(thread, Category::kLogWork, place, header->bytes());
  co_await nvm.AwaitReads(thread);
  const uint32_t size = header->bytes() - static_cast<uint32_t>(sizeof *header);
  if (size > 0) Load(place + sizeof *header, images, size);
}

Task<void> LogRing::Store(Thread& thread, uint64_t place, const uint8_t* data, uint32_t size) {
  const uint32_t part = BeforeEnd(place, size);
  co_await nvm.Store(thread, Category::kLogWork, At(place), data, part, Access::kPrivate);
  if (part < size) {
    co_await nvm.Store(thread, Category::kLogWork, first, data + part, size - part,
                       Access::kPrivate);
  }
}

Task<void> LogRing::WriteBack(Thread& thread, uint64_t place, uint32_t size) {
  const uint32_t part = BeforeEnd(place, size);
  co_await nvm.Clwb(thread, Category::kLogWork, At(place), part, Access::kPrivate);
  if (part < size)
    co_await nvm.Clwb(thread, Category::kLogWork, first, size - part, Access::kPrivate);
}

bool LogRing::TryReserve(uint64_t& mine, uint32_t changes) {
  const uint64_t used = tail - head + reserved + slack;
  const uint64_t need = uint64_t{2} * changes * change_bytes + (mine == 0 ? end_bytes : 0);
  if (used > bytes || bytes - used < need) return false;
  mine += need;
  reserved += need;
  return true;
}

void LogRing::Use(uint64_t& mine, uint32_t size) {
  const uint64_t used = std::min<uint64_t>(mine, size);
  mine -= used;
  reserved -= used;
}

void LogRing::Release(uint64_t& mine) {
  reserved -= mine;
  mine = 0;
}

uint64_t LogRing::Cut(Thread& thread, Lsn head_lsn) const {
  uint64_t place = head;
  while (place < durable) {
    RecordHeader header;
    Load(place, &header, sizeof header);
    ChargeLoad(thread, Category::kLogWork, place, sizeof header);
    if (header.gsn >= head_lsn) break;
    place += RoundUp(header.bytes());
  }
  return place;
}

}  // namespace afterimage::wal
