#include "tier/paged_bytes.h"

#include <algorithm>

namespace afterimage {

PagedBytes::PagedBytes(Arena& arena, uint64_t size, const ByteSource* source)
    : arena_(arena),
      size_(size),
      chunks_((size + kChunkBytes - 1) / kChunkBytes),
      chunk_(arena.NewArray<Chunk>(static_cast<size_t>(chunks_))),
      source_(source) {}

void PagedBytes::Discard(uint64_t address, uint64_t size) {
  for (uint64_t c = (address + kChunkBytes - 1) / kChunkBytes; c < (address + size) / kChunkBytes; ++c) {
    if (chunk_[c].owned) arena_.Recycle(chunk_[c].bytes, kChunkBytes);
    chunk_[c] = {};
  }
}

PagedBytes::PagedBytes(Arena& arena, const PagedBytes& parent)
    : arena_(arena),
      size_(parent.size_),
      chunks_(parent.chunks_),
      chunk_(static_cast<Chunk*>(arena.Allocate(static_cast<size_t>(parent.chunks_) * sizeof(Chunk)))),
      source_(parent.source_) {
  for (uint64_t i = 0; i < chunks_; ++i) chunk_[i] = {parent.chunk_[i].bytes, false};
}

void PagedBytes::ReadSlowly(uint64_t address, void* out, uint32_t size) const {
  AI_CHECK(address + size <= size_);
  auto* to = static_cast<uint8_t*>(out);
  while (size > 0) {
    const uint32_t offset = static_cast<uint32_t>(address % kChunkBytes);
    const uint32_t part = std::min(size, kChunkBytes - offset);
    const uint8_t* from = chunk_[address / kChunkBytes].bytes;
    if (from) {
      std::memcpy(to, from + offset, part);
    } else {
      Pristine(address, part, to);
    }
    to += part;
    address += part;
    size -= part;
  }
}

void PagedBytes::WriteSlowly(uint64_t address, const void* data, uint32_t size) {
  AI_CHECK(address + size <= size_);
  const auto* from = static_cast<const uint8_t*>(data);
  while (size > 0) {
    const uint32_t offset = static_cast<uint32_t>(address % kChunkBytes);
    const uint32_t part = std::min(size, kChunkBytes - offset);
    std::memcpy(Writable(address / kChunkBytes) + offset, from, part);
    from += part;
    address += part;
    size -= part;
  }
}

uint8_t* PagedBytes::Own(uint64_t at) {
  Chunk& chunk = chunk_[at];
  auto* copy = static_cast<uint8_t*>(arena_.AllocatePooled(kChunkBytes));
  if (chunk.bytes) {
    std::memcpy(copy, chunk.bytes, kChunkBytes);
  } else {
    Pristine(at * kChunkBytes, kChunkBytes, copy);
  }
  chunk = {copy, true};
  return copy;
}

void PagedBytes::AddTo(Digest& digest) const {
  static constexpr uint8_t kZero[kChunkBytes] = {};
  for (uint64_t i = 0; i < chunks_; ++i) {
    if (!chunk_[i].bytes || std::memcmp(chunk_[i].bytes, kZero, kChunkBytes) == 0) continue;
    digest.Word(i);
    digest.Bytes(chunk_[i].bytes, kChunkBytes);
  }
}

}  // namespace afterimage
