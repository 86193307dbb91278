// The bytes of a device: sparse, generated where never written, forked copy-on-write.
//
//   directory ──▶ branch: 256 leaves ──▶ leaf: 8 extents ──▶ extent: 4 KB
//                                                             present  one bit a line of 64 bytes
//                                                             lines    those present, packed
//
// A line is kept once it was written with other bytes than it would read anyway, so a page that
// differs from its generated form in three lines costs three lines, and 20 GB of untouched pages
// cost a directory of 20 KB. An extent with more than half of its lines keeps all of them: it is
// then a plain block.
//
// Bytes that were copied from elsewhere need not be kept either: an extent may have a likeness, a
// number from which a second source generates those of its lines that are not kept.
#ifndef AFTERIMAGE_TIER_PAGED_BYTES_H_
#define AFTERIMAGE_TIER_PAGED_BYTES_H_

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/arena.h"
#include "base/digest.h"

namespace afterimage {

// Gives the content of a device's unwritten bytes. It is a pure function of the address.
class ByteSource {
 public:
  virtual void Generate(uint64_t address, uint32_t size, uint8_t* out) const = 0;
  // True where the line at `address` is dear to generate.
  virtual bool Dear(uint64_t /*address*/) const { return false; }

 protected:
  ~ByteSource() = default;
};

// Gives what a device holds where bytes are like others. It is a pure function of likeness and
// address.
class LikenessSource {
 public:
  virtual void Generate(uint64_t likeness, uint64_t address, uint32_t size, uint8_t* out) const = 0;

 protected:
  ~LikenessSource() = default;
};

// Calls f(from, to) for each run of lines of 64 bytes that have a bit in `lines`, in bytes of their
// 4 KB.
template <class F>
void ForLineRuns(uint64_t lines, F&& f) {
  while (lines != 0) {
    const int first = std::countr_zero(lines);
    const int count = std::countr_one(lines >> first);
    f(static_cast<uint32_t>(first) * 64, static_cast<uint32_t>(first + count) * 64);
    lines &= first + count < 64 ? ~uint64_t{0} << (first + count) : 0;
  }
}
// Words of 64 lines each that `size` bytes have.
constexpr uint32_t LineWords(uint32_t size) { return (size + 4095) / 4096; }
// The lines of an extent that [from, to) overlaps. REQUIRES: from < to, within the extent.
constexpr uint64_t LinesOf(uint32_t from, uint32_t to) {
  return ~uint64_t{0} << from / 64 & ~uint64_t{0} >> (63 - (to - 1) / 64);
}

class PagedBytes {
 public:
  static constexpr uint32_t kLineBytes = 64;
  static constexpr uint32_t kExtentBytes = 4096;

  // A device that reads as zeros, or as what `source` generates, where it was never written.
  PagedBytes(Arena& arena, uint64_t size, const ByteSource* source = nullptr);
  // A fork: copies the directory, borrows the rest and copies of it what leads to a written line.
  // The parent must outlive the fork and stay as it is meanwhile.
  PagedBytes(Arena& arena, const PagedBytes& parent);

  uint64_t size() const { return size_; }
  // REQUIRES: nothing has been written; `source` outlives this and its forks.
  void set_source(const ByteSource* source) { source_ = source; }
  const ByteSource* source() const { return source_; }
  // REQUIRES: no extent has a likeness yet; `likenesses` outlives this and its forks.
  void set_likenesses(const LikenessSource* likenesses) { likenesses_ = likenesses; }
  const LikenessSource* likenesses() const { return likenesses_; }
  // Gives the extent at `address` a likeness, and forgets the lines that are as that has them. It
  // changes no byte. 0: none, as at first. REQUIRES: set_likenesses has been called, and nothing of
  // the extent was or will be discarded, or is asked for by KeepsAny, ReadKept or ForEachKeptLine.
  void Liken(uint64_t address, uint64_t likeness);
  uint64_t LikenessOf(uint64_t address) const {
    const Extent* extent = FindExtent(address);
    return extent ? extent->likeness : 0;
  }

  // REQUIRES: [address, address + size) lies within the device.
  void Read(uint64_t address, void* out, uint32_t size) const {
    const uint32_t offset = static_cast<uint32_t>(address % kLineBytes);
    if (offset + size > kLineBytes || address + size > size_) return ReadSlowly(address, out, size);
    const Extent* extent = FindExtent(address);
    if (const uint8_t* line = extent ? LineIn(*extent, extent->lines.get(), address) : nullptr) {
      std::memcpy(out, line + offset, size);
    } else {
      ReadPristine(extent ? extent->likeness : 0, address, static_cast<uint8_t*>(out), size);
    }
  }
  void Write(uint64_t address, const void* data, uint32_t size) {
    const uint32_t offset = static_cast<uint32_t>(address % kExtentBytes);
    if (offset + size <= kExtentBytes && address + size <= size_) {
      const uint32_t in_line = offset % kLineBytes;
      uint8_t* line =
          in_line + size <= kLineBytes ? FindOwnLine(address) : FindOwnWhole(address - in_line);
      if (line) {
        std::memcpy(line + in_line, data, size);
        return;
      }
    }
    WriteSlowly(address, data, size);
  }
  // Moves `size` bytes. The two ranges may overlap. REQUIRES: they lie within the device.
  void Move(uint64_t to, uint64_t from, uint32_t size);
  // Returns the bytes at `address` up to the end of its line of 64, to change in place.
  uint8_t* InPlace(uint64_t address) {
    if (uint8_t* line = FindOwnLine(address)) return line + address % kLineBytes;
    return KeepLine(address);
  }
  // Returns the byte at `address` and those behind it up to the end of its 4 KB, in one piece; null
  // where only some of them are kept. Valid until the next Discard there.
  const uint8_t* InOnePiece(uint64_t address) const {
    const Extent* extent = FindExtent(address);
    return extent && extent->present == kAll ? extent->lines.get() + address % kExtentBytes
                                             : nullptr;
  }
  // Returns the byte at `address` and those behind it in its line of 64; null where the line is not
  // kept, or outside of the device. Valid until the next Write or Discard.
  const uint8_t* InKeptLine(uint64_t address) const {
    const uint8_t* line = address < size_ ? FindLine(address) : nullptr;
    return line ? line + address % kLineBytes : nullptr;
  }
  // True where some of these bytes are kept, so that they may be other than they would be anyway.
  bool KeepsAny(uint64_t address, uint32_t size) const {
    const uint64_t lines =
        ((address + size - 1) / kLineBytes) - address / kLineBytes;  // beside the first
    const uint32_t first = LineOf(address);
    if (first + lines >= kExtentLines) return KeepsAnySlowly(address, size);
    const Extent* extent = FindExtent(address);
    return extent && (extent->present >> first & ((uint64_t{2} << lines) - 1)) != 0;
  }
  // Puts those of these bytes that are kept over `bytes`.
  void ReadKept(uint64_t address, uint8_t* bytes, uint32_t size) const;
  // Puts the kept ones of these bytes into `out`, and sets in `lines` a bit for each line of them,
  // 64 lines a word. REQUIRES: complete extents.
  void CopyKept(uint64_t address, uint32_t size, uint8_t* out, uint64_t* lines) const;
  // Writes the lines that have a bit in `lines`, 64 lines a word; `data` is the complete range.
  // REQUIRES: complete extents.
  void WriteLines(uint64_t address, const uint8_t* data, uint32_t size, const uint64_t* lines);
  // Keeps all of these bytes from now on, changed or not: for what is read often.
  void KeepAll(uint64_t address, uint64_t size);
  // Lines that lie wholly in [address, address + size) read as never written; their memory is free
  // for others.
  void Discard(uint64_t address, uint64_t size);
  // Calls f(address, line) for every line of 64 bytes that was ever written with other bytes than
  // it had, and maybe others.
  template <class F>
  void ForEachKeptLine(F&& f) const {
    ForEachExtent([&](uint64_t base, const Extent& extent) {
      const uint8_t* line = extent.lines.get();
      for (uint64_t left = extent.present; left != 0; left &= left - 1, line += kLineBytes) {
        f(base + static_cast<uint32_t>(std::countr_zero(left)) * kLineBytes, line);
      }
    });
  }
  // Adds the bytes to the digest. The result depends on the bytes alone, not on their history; the
  // time depends on the written amount.
  void AddTo(Digest& digest) const;

 private:
  static constexpr uint32_t kExtentLines = kExtentBytes / kLineBytes;
  static constexpr uint32_t kLeafExtents = 8;
  static constexpr uint32_t kLeafBytes = kLeafExtents * kExtentBytes;
  static constexpr uint32_t kBranchLeaves = 256;
  static constexpr uint64_t kBranchBytes = uint64_t{kBranchLeaves} * kLeafBytes;
  static constexpr uint64_t kAll = ~uint64_t{0};

  // A pointer and whether what it leads to is ours to change: the lowest bit.
  template <class T>
  class Ref {
   public:
    static Ref Owned(T* p) { return Ref(reinterpret_cast<uintptr_t>(p) | 1); }
    Ref() = default;
    T* get() const { return reinterpret_cast<T*>(bits_ & ~uintptr_t{1}); }
    T* own() const { return bits_ & 1 ? get() : nullptr; }
    Ref Borrowed() const { return Ref(bits_ & ~uintptr_t{1}); }

   private:
    explicit Ref(uintptr_t bits) : bits_(bits) {}
    uintptr_t bits_ = 0;
  };
  struct Extent {
    uint64_t present = 0;
    Ref<uint8_t> lines;
    uint64_t likeness = 0;
  };
  struct Leaf {
    Extent extent[kLeafExtents];
  };
  using Branch = Ref<Leaf>;  // an array of branch_leaves_

  static uint32_t ExtentOf(uint64_t address) {
    return static_cast<uint32_t>(address / kExtentBytes % kLeafExtents);
  }
  static uint32_t LineOf(uint64_t address) {
    return static_cast<uint32_t>(address / kLineBytes % kExtentLines);
  }
  static uint32_t LeafOf(uint64_t address) {
    return static_cast<uint32_t>(address / kLeafBytes % kBranchLeaves);
  }
  // The rank of a present line among those present.
  static uint32_t Rank(uint64_t present, uint32_t line) {
    return present == kAll
               ? line
               : static_cast<uint32_t>(std::popcount(present & ((uint64_t{1} << line) - 1)));
  }
  // Returns the lines for which there is room if `count` are present.
  static uint32_t CapacityFor(uint32_t count) { return count == 0 ? 0 : std::bit_ceil(count); }
  static uint32_t Capacity(uint64_t present) {
    return CapacityFor(static_cast<uint32_t>(std::popcount(present)));
  }
  static uint8_t* LineIn(const Extent& extent, uint8_t* lines, uint64_t address) {
    const uint32_t line = LineOf(address);
    if (((extent.present >> line) & 1) == 0) return nullptr;
    return lines + Rank(extent.present, line) * kLineBytes;
  }

  const Extent* FindExtent(uint64_t address) const {
    const Branch* branch = directory_[address / kBranchBytes].get();
    const Leaf* leaf = branch ? branch[LeafOf(address)].get() : nullptr;
    return leaf ? &leaf->extent[ExtentOf(address)] : nullptr;
  }
  const uint8_t* FindLine(uint64_t address) const {
    const Extent* extent = FindExtent(address);
    return extent ? LineIn(*extent, extent->lines.get(), address) : nullptr;
  }
  // Null where it is not ours to change.
  const Extent* FindOwnExtent(uint64_t address) {
    const Branch* branch = directory_[address / kBranchBytes].own();
    const Leaf* leaf = branch ? branch[LeafOf(address)].own() : nullptr;
    return leaf ? &leaf->extent[ExtentOf(address)] : nullptr;
  }
  uint8_t* FindOwnLine(uint64_t address) {
    const Extent* extent = FindOwnExtent(address);
    uint8_t* lines = extent ? extent->lines.own() : nullptr;
    return lines ? LineIn(*extent, lines, address) : nullptr;
  }
  // The byte at `address`, where its extent keeps all lines and is ours to change; else null.
  uint8_t* FindOwnWhole(uint64_t address) {
    const Extent* extent = FindOwnExtent(address);
    uint8_t* lines = extent && extent->present == kAll ? extent->lines.own() : nullptr;
    return lines ? lines + address % kExtentBytes : nullptr;
  }

  // f(address, extent) for those that are there, in order.
  template <class F>
  void ForEachExtent(F&& f) const {
    for (uint64_t base = 0; base < size_;) {
      const Branch* branch = directory_[base / kBranchBytes].get();
      const Leaf* leaf = branch ? branch[LeafOf(base)].get() : nullptr;
      for (uint32_t i = 0; leaf && i < kLeafExtents; ++i) {
        if (leaf->extent[i].present || leaf->extent[i].likeness)
          f(base + uint64_t{i} * kExtentBytes, leaf->extent[i]);
      }
      base += branch ? kLeafBytes : kBranchBytes;
    }
  }
  // Reads within an extent.
  void ReadPristine(uint64_t likeness, uint64_t address, uint8_t* out, uint32_t size) const {
    if (likeness != 0) {
      likenesses_->Generate(likeness, address, size, out);
    } else if (source_) {
      source_->Generate(address, size, out);
    } else {
      std::memset(out, 0, size);
    }
  }
  bool KeepsAnySlowly(uint64_t address, uint32_t size) const;
  // True of an absent line that is kept without a comparison, since that is dear.
  bool IsDear(const Extent& extent, uint64_t address) const {
    return kWhole && extent.likeness == 0 && source_ && source_->Dear(address);
  }
  // Across lines; both check the range.
  void ReadSlowly(uint64_t address, void* out, uint32_t size) const;
  void WriteSlowly(uint64_t address, const void* data, uint32_t size);
  void WriteLine(uint64_t address, const void* data, uint32_t size);
  void ReadExtent(uint64_t address, uint8_t* out, uint32_t size) const;
  static void ReadKept(const Extent& extent, uint32_t offset, uint8_t* out, uint32_t size);
  void WriteExtent(uint64_t address, const uint8_t* data, uint32_t size);
  uint8_t* KeepLine(uint64_t address);
  // The lines of the extent that starts at `base`, as they are where they are not kept.
  void Pristine(uint64_t likeness, uint64_t base, uint64_t lines, uint8_t* buffer) const;
  void PristineLine(uint64_t likeness, uint64_t address, uint8_t* line) const;
  Extent& OwnExtent(uint64_t address);
  uint8_t* OwnLines(Extent& extent);
  // Adds an absent line of the extent that starts at `base`: its bytes as never written.
  void AddLine(Extent& extent, uint32_t line, uint64_t base, const uint8_t* pristine);
  // Adds absent lines, as never written; `pristine` is the complete extent.
  void AddLines(Extent& extent, uint64_t base, uint64_t absent, uint8_t* pristine);
  // Returns whether lines have come in their order, as a log's do, and so many that the rest is
  // likely to come, too.
  static bool GrowsFromStart(uint64_t before, uint64_t after);
  void DropLines(Extent& extent, uint64_t dropped);
  void Drop(Extent& extent);
  void DiscardLeaf(Branch& leaf);
  void AddTo(Digest& digest, const Extent& extent, uint64_t base) const;

  Arena& arena_;
  const ByteSource* source_;
  const LikenessSource* likenesses_ = nullptr;
  uint64_t size_;
  uint32_t branches_;
  uint32_t branch_leaves_;  // fewer than kBranchLeaves where the device is small
  Ref<Branch>* directory_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PAGED_BYTES_H_
