#include "tier/paged_bytes.h"

#include <algorithm>

#include "base/host_choices.h"

namespace afterimage {
namespace {

// Calls visit(line, from, to) for each line of an extent that [offset, offset + size) overlaps,
// with the overlap in bytes of the extent.
template <class Visit>
void ForLines(uint32_t offset, uint32_t size, Visit visit) {
  const uint32_t end = offset + size;
  while (offset < end) {
    const uint32_t line = offset / PagedBytes::kLineBytes;
    const uint32_t to = std::min(end, (line + 1) * PagedBytes::kLineBytes);
    visit(line, offset, to);
    offset = to;
  }
}

// Calls visit(address, done, part) for each extent that a stretch overlaps: `part` bytes of it,
// `done` before them.
template <class Visit>
void ForExtents(uint64_t address, uint32_t size, Visit visit) {
  for (uint32_t done = 0; done < size;) {
    const uint32_t room = PagedBytes::kExtentBytes -
                          static_cast<uint32_t>((address + done) % PagedBytes::kExtentBytes);
    const uint32_t part = std::min(size - done, room);
    visit(address + done, done, part);
    done += part;
  }
}

}  // namespace

PagedBytes::PagedBytes(Arena& arena, uint64_t size, const ByteSource* source)
    : arena_(arena),
      source_(source),
      size_(size),
      branches_(static_cast<uint32_t>((size + kBranchBytes - 1) / kBranchBytes)),
      branch_leaves_(static_cast<uint32_t>(
          std::min<uint64_t>(kBranchLeaves, (size + kLeafBytes - 1) / kLeafBytes))),
      directory_(arena.NewArray<Ref<Branch>>(branches_)) {}

PagedBytes::PagedBytes(Arena& arena, const PagedBytes& parent)
    : arena_(arena),
      source_(parent.source_),
      likenesses_(parent.likenesses_),
      size_(parent.size_),
      branches_(parent.branches_),
      branch_leaves_(parent.branch_leaves_),
      directory_(arena.NewArray<Ref<Branch>>(parent.branches_)) {
  for (uint32_t i = 0; i < branches_; ++i) directory_[i] = parent.directory_[i].Borrowed();
}

// --- Reading -----------------------------------------------------------------------------------

void PagedBytes::ReadSlowly(uint64_t address, void* out, uint32_t size) const {
  AI_CHECK(address <= size_ && size <= size_ - address);
  auto* to = static_cast<uint8_t*>(out);
  ForExtents(address, size,
             [&](uint64_t at, uint32_t done, uint32_t part) { ReadExtent(at, to + done, part); });
}

void PagedBytes::ReadExtent(uint64_t address, uint8_t* out, uint32_t size) const {
  const uint32_t offset = static_cast<uint32_t>(address % kExtentBytes);
  const Extent* extent = FindExtent(address);
  if (extent && extent->present == kAll) {
    std::memcpy(out, extent->lines.get() + offset, size);
    return;
  }
  ReadPristine(extent ? extent->likeness : 0, address, out, size);
  if (extent && extent->present != 0) ReadKept(*extent, offset, out, size);
}

void PagedBytes::ReadKept(const Extent& extent, uint32_t offset, uint8_t* out, uint32_t size) {
  ForLines(offset, size, [&](uint32_t line, uint32_t from, uint32_t to) {
    if ((extent.present >> line & 1) == 0) return;
    const uint8_t* bytes = extent.lines.get() + Rank(extent.present, line) * kLineBytes;
    std::memcpy(out + (from - offset), bytes + from % kLineBytes, to - from);
  });
}

void PagedBytes::ReadKept(uint64_t address, uint8_t* bytes, uint32_t size) const {
  AI_CHECK(address <= size_ && size <= size_ - address);
  ForExtents(address, size, [&](uint64_t at, uint32_t done, uint32_t part) {
    if (const Extent* extent = FindExtent(at))
      ReadKept(*extent, static_cast<uint32_t>(at % kExtentBytes), bytes + done, part);
  });
}

void PagedBytes::CopyKept(uint64_t address, uint32_t size, uint8_t* out, uint64_t* lines) const {
  for (uint32_t done = 0; done < size; done += kExtentBytes) {
    const Extent* extent = FindExtent(address + done);
    lines[done / kExtentBytes] = extent ? extent->present : 0;
    if (extent) ReadKept(*extent, 0, out + done, kExtentBytes);
  }
}

// Across extents.
bool PagedBytes::KeepsAnySlowly(uint64_t address, uint32_t size) const {
  for (uint64_t at = address / kLineBytes * kLineBytes; at < address + size; at += kLineBytes) {
    if (FindLine(at)) return true;
  }
  return false;
}

void PagedBytes::Pristine(uint64_t likeness, uint64_t base, uint64_t lines, uint8_t* buffer) const {
  if (lines == 0) return;
  const auto first = static_cast<uint32_t>(std::countr_zero(lines)) * kLineBytes;
  const auto last = (kExtentLines - static_cast<uint32_t>(std::countl_zero(lines))) * kLineBytes;
  // The device may end in the extent, even before its first absent line.
  const auto end =
      static_cast<uint32_t>(std::max<uint64_t>(first, std::min<uint64_t>(last, size_ - base)));
  if (end > first) ReadPristine(likeness, base + first, buffer + first, end - first);
  std::memset(buffer + end, 0, last - end);
}

void PagedBytes::PristineLine(uint64_t likeness, uint64_t address, uint8_t* line) const {
  const auto size = static_cast<uint32_t>(std::min<uint64_t>(kLineBytes, size_ - address));
  ReadPristine(likeness, address, line, size);
  std::memset(line + size, 0, kLineBytes - size);
}

// --- Writing -----------------------------------------------------------------------------------

void PagedBytes::WriteSlowly(uint64_t address, const void* data, uint32_t size) {
  AI_CHECK(address <= size_ && size <= size_ - address);
  if (size == 0) return;
  if ((address + size - 1) / kLineBytes == address / kLineBytes)
    return WriteLine(address, data, size);
  const auto* from = static_cast<const uint8_t*>(data);
  ForExtents(address, size, [&](uint64_t at, uint32_t done, uint32_t part) {
    WriteExtent(at, from + done, part);
  });
}

void PagedBytes::WriteLine(uint64_t address, const void* data, uint32_t size) {
  const auto offset = static_cast<uint32_t>(address % kLineBytes);
  Extent& extent = OwnExtent(address);
  if (const uint32_t line = LineOf(address); (extent.present >> line & 1) == 0) {
    alignas(8) uint8_t bytes[kLineBytes];
    if (size == kLineBytes && IsDear(extent, address)) {
      std::memcpy(bytes, data, kLineBytes);
    } else {
      PristineLine(extent.likeness, address - offset, bytes);
      if (std::memcmp(bytes + offset, data, size) == 0) return;
    }
    AddLine(extent, line, address - address % kExtentBytes, bytes);
  }
  std::memcpy(LineIn(extent, OwnLines(extent), address) + offset, data, size);
}

void PagedBytes::WriteExtent(uint64_t address, const uint8_t* data, uint32_t size) {
  const uint32_t offset = static_cast<uint32_t>(address % kExtentBytes);
  Extent& extent = OwnExtent(address);
  if (extent.present != kAll) {
    uint8_t buffer[kExtentBytes];
    uint64_t absent = 0, changed = 0;
    ForLines(offset, size, [&](uint32_t line, uint32_t, uint32_t) {
      absent |= ~extent.present & uint64_t{1} << line;
    });
    if (offset == 0 && size >= kLineBytes && (absent & 1) != 0 && IsDear(extent, address)) {
      std::memcpy(buffer, data, kLineBytes);
      absent &= ~uint64_t{1};
      changed = 1;
    }
    Pristine(extent.likeness, address - offset, absent, buffer);
    ForLines(offset, size, [&](uint32_t line, uint32_t from, uint32_t to) {
      if ((absent >> line & 1) == 0) return;
      if (std::memcmp(buffer + from, data + (from - offset), to - from) != 0)
        changed |= uint64_t{1} << line;
    });
    if (changed) AddLines(extent, address - offset, changed, buffer);
  }
  if (extent.present == 0) return;
  uint8_t* lines = OwnLines(extent);
  if (extent.present == kAll) {
    std::memcpy(lines + offset, data, size);
    return;
  }
  ForLines(offset, size, [&](uint32_t line, uint32_t from, uint32_t to) {
    if ((extent.present >> line & 1) == 0) return;
    std::memcpy(lines + Rank(extent.present, line) * kLineBytes + from % kLineBytes,
                data + (from - offset), to - from);
  });
}

void PagedBytes::WriteLines(uint64_t address, const uint8_t* data, uint32_t size,
                            const uint64_t* lines) {
  for (uint32_t done = 0; done < size; done += kExtentBytes) {
    ForLineRuns(lines[done / kExtentBytes], [&](uint32_t from, uint32_t to) {
      Write(address + done + from, data + done + from, to - from);
    });
  }
}

// Moves in parts, each of which is in one extent on both sides, in the order that an overlap
// requires.
void PagedBytes::Move(uint64_t to, uint64_t from, uint32_t size) {
  AI_CHECK(to <= size_ && size <= size_ - to && from <= size_ && size <= size_ - from);
  const bool up = to > from;
  while (size > 0) {
    const auto room = [&](uint64_t address) {
      return static_cast<uint32_t>(up ? (address + size - 1) % kExtentBytes + 1
                                      : kExtentBytes - address % kExtentBytes);
    };
    const uint32_t part = std::min({size, room(to), room(from)});
    const uint32_t skip = up ? size - part : 0;
    uint8_t* target = FindOwnWhole(to + skip);
    if (const uint8_t* source = InOnePiece(from + skip); target && source) {
      std::memmove(target, source, part);
    } else {
      uint8_t buffer[kExtentBytes];
      Read(from + skip, buffer, part);
      Write(to + skip, buffer, part);
    }
    size -= part;
    if (!up) {
      to += part;
      from += part;
    }
  }
}

uint8_t* PagedBytes::KeepLine(uint64_t address) {
  AI_CHECK(address < size_);
  Extent& extent = OwnExtent(address);
  if (const uint32_t line = LineOf(address); (extent.present >> line & 1) == 0) {
    alignas(8) uint8_t bytes[kLineBytes];
    PristineLine(extent.likeness, address - address % kLineBytes, bytes);
    AddLine(extent, line, address - address % kExtentBytes, bytes);
  }
  return LineIn(extent, OwnLines(extent), address) + address % kLineBytes;
}

void PagedBytes::KeepAll(uint64_t address, uint64_t size) {
  for (uint64_t base = address / kExtentBytes * kExtentBytes; base < address + size;
       base += kExtentBytes) {
    Extent& extent = OwnExtent(base);
    const uint64_t from = std::max(base, address) - base,
                   to = std::min(base + kExtentBytes, address + size) - base;
    const uint64_t wanted =
        kAll << from / kLineBytes & kAll >> (kExtentLines - 1 - (to - 1) / kLineBytes);
    const uint64_t absent = wanted & ~extent.present;
    if (absent == 0) continue;
    uint8_t buffer[kExtentBytes];
    Pristine(extent.likeness, base, absent, buffer);
    AddLines(extent, base, absent, buffer);
  }
}

PagedBytes::Extent& PagedBytes::OwnExtent(uint64_t address) {
  Ref<Branch>& branch_ref = directory_[address / kBranchBytes];
  if (!branch_ref.own()) {
    auto* copy =
        new (arena_.AllocatePooled(branch_leaves_ * sizeof(Branch))) Branch[branch_leaves_]();
    if (const Branch* old = branch_ref.get()) {
      for (uint32_t i = 0; i < branch_leaves_; ++i) copy[i] = old[i].Borrowed();
    }
    branch_ref = Ref<Branch>::Owned(copy);
  }
  Branch& leaf_ref = branch_ref.get()[LeafOf(address)];
  if (!leaf_ref.own()) {
    auto* copy = new (arena_.AllocatePooled(sizeof(Leaf))) Leaf();
    if (const Leaf* old = leaf_ref.get()) {
      for (uint32_t i = 0; i < kLeafExtents; ++i)
        copy->extent[i] = {old->extent[i].present, old->extent[i].lines.Borrowed(),
                           old->extent[i].likeness};
    }
    leaf_ref = Branch::Owned(copy);
  }
  return leaf_ref.get()->extent[ExtentOf(address)];
}

uint8_t* PagedBytes::OwnLines(Extent& extent) {
  if (uint8_t* own = extent.lines.own()) return own;
  auto* copy = static_cast<uint8_t*>(arena_.AllocatePooled(Capacity(extent.present) * kLineBytes));
  std::memcpy(copy, extent.lines.get(),
              static_cast<size_t>(std::popcount(extent.present)) * kLineBytes);
  extent.lines = Ref<uint8_t>::Owned(copy);
  return copy;
}

void PagedBytes::AddLine(Extent& extent, uint32_t line, uint64_t base, const uint8_t* pristine) {
  const uint64_t bit = uint64_t{1} << line;
  const uint32_t count = static_cast<uint32_t>(std::popcount(extent.present));
  uint8_t* lines = extent.lines.own();
  if (!lines || count + 1 > CapacityFor(count)) {
    uint8_t buffer[kExtentBytes];
    std::memcpy(buffer + line * kLineBytes, pristine, kLineBytes);
    return AddLines(extent, base, bit, buffer);
  }
  uint8_t* at = lines + Rank(extent.present, line) * kLineBytes;
  std::memmove(at + kLineBytes, at, static_cast<size_t>(lines + count * kLineBytes - at));
  std::memcpy(at, pristine, kLineBytes);
  extent.present |= bit;
}

bool PagedBytes::GrowsFromStart(uint64_t before, uint64_t after) {
  const auto from_start = [](uint64_t present) { return (present & (present + 1)) == 0; };
  return from_start(before) && from_start(after) &&
         static_cast<uint32_t>(std::popcount(before)) >= host_choices.grown_extent_lines;
}

void PagedBytes::AddLines(Extent& extent, uint64_t base, uint64_t absent, uint8_t* pristine) {
  const uint64_t before = extent.present;
  uint64_t after = before | absent;
  if (Capacity(after) >= host_choices.whole_extent_lines || GrowsFromStart(before, after)) {
    Pristine(extent.likeness, base, kAll & ~before & ~absent, pristine);
    after = kAll;
  }
  uint8_t* from = extent.lines.get();
  uint8_t* to = extent.lines.own();
  if (!to || Capacity(after) != Capacity(before)) {
    to = static_cast<uint8_t*>(arena_.AllocatePooled(Capacity(after) * kLineBytes));
  }
  // Lines are moved from the last one down, which is right in place, too. Those before the first
  // new one stay together.
  const uint64_t added = after & ~before;
  uint32_t old_count = static_cast<uint32_t>(std::popcount(before));
  uint32_t new_count = static_cast<uint32_t>(std::popcount(after));
  for (uint64_t left = after; left & added;) {
    const uint32_t line = kExtentLines - 1 - static_cast<uint32_t>(std::countl_zero(left));
    left ^= uint64_t{1} << line;
    const uint8_t* bytes =
        added >> line & 1 ? pristine + line * kLineBytes : from + --old_count * kLineBytes;
    std::memcpy(to + --new_count * kLineBytes, bytes, kLineBytes);
  }
  if (to != from && old_count > 0) std::memcpy(to, from, old_count * kLineBytes);
  if (extent.lines.own() && to != from) arena_.Recycle(from, Capacity(before) * kLineBytes);
  extent.present = after;
  extent.lines = Ref<uint8_t>::Owned(to);
}

// --- Likenesses ---------------------------------------------------------------------------------

void PagedBytes::Liken(uint64_t address, uint64_t likeness) {
  const uint64_t base = address / kExtentBytes * kExtentBytes;
  Extent& extent = OwnExtent(base);
  uint8_t now[kExtentBytes] = {}, like[kExtentBytes];
  ReadExtent(base, now, static_cast<uint32_t>(std::min<uint64_t>(kExtentBytes, size_ - base)));
  Pristine(likeness, base, kAll, like);
  uint64_t differ = 0;
  for (uint32_t line = 0; line < kExtentLines; ++line) {
    if (std::memcmp(now + line * kLineBytes, like + line * kLineBytes, kLineBytes) != 0)
      differ |= uint64_t{1} << line;
  }
  Drop(extent);
  extent.likeness = likeness;
  if (differ == 0) return;
  AddLines(extent, base, differ, like);
  uint8_t* lines = extent.lines.own();
  for (uint64_t left = extent.present; left != 0; left &= left - 1, lines += kLineBytes)
    std::memcpy(lines, now + std::countr_zero(left) * kLineBytes, kLineBytes);
}

// --- Discarding --------------------------------------------------------------------------------

void PagedBytes::Drop(Extent& extent) {
  if (uint8_t* own = extent.lines.own()) arena_.Recycle(own, Capacity(extent.present) * kLineBytes);
  extent = Extent();
}

void PagedBytes::DiscardLeaf(Branch& leaf) {
  if (Leaf* own = leaf.own()) {
    for (Extent& extent : own->extent) Drop(extent);
    arena_.Recycle(own, sizeof(Leaf));
  }
  leaf = Branch();
}

// Part of an extent: the lines that stay move together.
void PagedBytes::DropLines(Extent& extent, uint64_t dropped) {
  const uint64_t before = extent.present;
  const uint64_t after = before & ~dropped;
  if (after == before) return;
  if (after == 0) return Drop(extent);
  const uint8_t* from = extent.lines.get();
  uint8_t* to = extent.lines.own();
  if (!to || Capacity(after) != Capacity(before))
    to = static_cast<uint8_t*>(arena_.AllocatePooled(Capacity(after) * kLineBytes));
  uint32_t kept = 0;
  for (uint32_t line = 0; line < kExtentLines; ++line) {
    if (after >> line & 1)
      std::memmove(to + kept++ * kLineBytes, from + Rank(before, line) * kLineBytes, kLineBytes);
  }
  if (uint8_t* own = extent.lines.own(); own && own != to)
    arena_.Recycle(own, Capacity(before) * kLineBytes);
  extent.present = after;
  extent.lines = Ref<uint8_t>::Owned(to);
}

void PagedBytes::Discard(uint64_t address, uint64_t size) {
  AI_CHECK(address <= size_ && size <= size_ - address);
  const uint64_t end = address + size == size_ ? (size_ + kLineBytes - 1) / kLineBytes * kLineBytes
                                               : (address + size) / kLineBytes * kLineBytes;
  uint64_t at = (address + kLineBytes - 1) / kLineBytes * kLineBytes;
  while (at < end) {
    const uint64_t leaf_end = std::min(end, (at / kLeafBytes + 1) * kLeafBytes);
    if (!FindExtent(at)) {
      at = leaf_end;
      continue;
    }
    if (at % kLeafBytes == 0 && leaf_end - at == kLeafBytes) {
      OwnExtent(at);
      DiscardLeaf(directory_[at / kBranchBytes].get()[LeafOf(at)]);
      at = leaf_end;
      continue;
    }
    const uint64_t extent_end = std::min(end, (at / kExtentBytes + 1) * kExtentBytes);
    AI_CHECK(FindExtent(at)->likeness == 0);
    if (FindExtent(at)->present != 0) {
      const auto first = static_cast<uint32_t>(at % kExtentBytes / kLineBytes);
      const auto count = static_cast<uint32_t>((extent_end - at + kLineBytes - 1) / kLineBytes);
      DropLines(OwnExtent(at), (count == kExtentLines ? kAll : (uint64_t{1} << count) - 1)
                                   << first);
    }
    at = extent_end;
  }
}

// --- Digest ------------------------------------------------------------------------------------

void PagedBytes::AddTo(Digest& digest) const {
  ForEachExtent([&](uint64_t base, const Extent& extent) { AddTo(digest, extent, base); });
}

void PagedBytes::AddTo(Digest& digest, const Extent& extent, uint64_t base) const {
  // Lines that are like others count as written.
  const uint64_t written = extent.likeness != 0 ? kAll : extent.present;
  uint8_t pristine[kExtentBytes], like[kExtentBytes];
  Pristine(0, base, written, pristine);
  if (extent.likeness != 0) Pristine(extent.likeness, base, kAll, like);
  for (uint32_t line = 0; line < kExtentLines; ++line) {
    if ((written >> line & 1) == 0) continue;
    const uint8_t* bytes = extent.present >> line & 1
                               ? extent.lines.get() + Rank(extent.present, line) * kLineBytes
                               : like + line * kLineBytes;
    if (std::memcmp(bytes, pristine + line * kLineBytes, kLineBytes) == 0) continue;
    digest.Word(base / kLineBytes + line);
    digest.Bytes(bytes, kLineBytes);
  }
}

}  // namespace afterimage
