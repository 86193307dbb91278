// An arena is the memory of one world. A crash discards a world completely: nothing in it is freed
// or destroyed one by one, and dropping the arena gives its blocks back for the next world.
#ifndef AFTERIMAGE_BASE_ARENA_H_
#define AFTERIMAGE_BASE_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/build.h"
#include "base/check.h"
#include "base/host_choices.h"
#include "base/poison.h"

namespace afterimage {

// A pool of blocks that arenas borrow and give back. It outlives every arena that uses it.
class BlockPool {
 public:
  static constexpr size_t kBlockBytes = 32 * 1024;

  // Everything that is put up before a run may take seven eighths of the build's memory; the run
  // has the rest.
  explicit BlockPool(size_t most_bytes = kMemoryBytes / 8 * 7) : most_bytes_(most_bytes) {}
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  struct alignas(16) Block {
    Block* next;
    size_t bytes;  // usable bytes behind this header
    size_t used;   // of them, once the arena has gone on to another block
  };
  // Returns a block of at least `bytes` usable bytes.
  Block* Take(size_t bytes);
  void GiveBack(Block* list);

  // True once it has taken as many bytes as it should. It gives more, while there is any; a
  // function that puts up a database asks, and stops. A pool with `most_bytes` of 0 is never full.
  bool full() const { return most_bytes_ > 0 && bytes_ >= most_bytes_; }

 private:
  const size_t most_bytes_;
  size_t bytes_ = 0;  // of all its blocks, those in use and those that wait
  Block* free_ = nullptr;
};

// Allocates by moving a pointer, with free lists by size for memory that comes and goes (coroutine
// frames).
class Arena {
 public:
  explicit Arena(BlockPool& pool) : pool_(pool) {}
  ~Arena() {
    UnpoisonAll();
    pool_.GiveBack(blocks_);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Returns `bytes` uninitialized bytes, aligned to 16.
  void* Allocate(size_t bytes) {
    bytes = (bytes + 15) & ~size_t{15};
    if (bytes > static_cast<size_t>(end_ - next_)) Grow(bytes);
    void* result = next_;
    next_ += bytes;
    return result;
  }

  // The same, aligned to `align`. REQUIRES: `align` is a power of two.
  void* AllocateAligned(size_t bytes, size_t align) {
    const auto gap = [&] { return -reinterpret_cast<uintptr_t>(next_) & (align - 1); };
    if (bytes + gap() > static_cast<size_t>(end_ - next_)) Grow(bytes + align);
    next_ += gap();
    return Allocate(bytes);
  }

  // Does as Allocate, and reuses memory that was given to Recycle with the same size. It is aligned
  // to 64 if the size is a multiple of a line. Pieces larger than 32 KB are not reused.
  void* AllocatePooled(size_t bytes) {
    const size_t size_class = ClassOf(bytes);
    if (size_class >= kClasses) return Allocate(bytes);
    if (FreeNode* node = host_choices.pooled_memory ? free_[size_class] : nullptr) {
      free_[size_class] = node->next;
      Unpoison(node, BytesOf(size_class));
      return node;
    }
    // Such sizes are multiples of a processor's cache line.
    const size_t size = BytesOf(size_class);
    return size % 64 == 0 ? AllocateAligned(size, 64) : Allocate(size);
  }
  void Recycle(void* p, size_t bytes) {
    const size_t size_class = ClassOf(bytes);
    if (size_class >= kClasses) return;
    auto* node = static_cast<FreeNode*>(p);
    node->next = free_[size_class];
    free_[size_class] = node;
    PoisonFree(node, size_class);
  }

  // Makes a T that is never destroyed.
  template <class T, class... Args>
  T* New(Args&&... args) {
    void* place = alignof(T) > 16 ? AllocateAligned(sizeof(T), alignof(T)) : Allocate(sizeof(T));
    return new (place) T(std::forward<Args>(args)...);
  }

  // Makes `count` value-initialized Ts.
  template <class T>
  T* NewArray(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    auto* array = static_cast<T*>(Allocate(count * sizeof(T)));
    for (size_t i = 0; i < count; ++i) new (array + i) T();
    return array;
  }

  // An image of the arena to go back to: the bytes of all its memory, and which of it is taken. An
  // image that is made again reuses its buffers.
  class Image {
   private:
    friend class Arena;
    BlockPool::Block* blocks_ = nullptr;
    char* next_ = nullptr;
    std::vector<char> bytes_;
    std::vector<void*> free_;
  };
  void Keep(Image* image) const;
  // Goes back to an image of this arena: everything allocated since is free again.
  void GoBack(const Image& image);

  bool full() const { return pool_.full(); }
  // The bytes of all blocks that it holds.
  size_t reserved_bytes() const {
    size_t sum = 0;
    for (const BlockPool::Block* block = blocks_; block; block = block->next) sum += block->bytes;
    return sum;
  }

 private:
  // Sizes of which memory is reused: up to 4 KB by 32 bytes, for frames of coroutines and the like;
  // from there to 32 KB by 512, for pages.
  static constexpr size_t kSmallBytes = 4096, kSmallClasses = kSmallBytes / 32 + 1;
  static constexpr size_t kClasses = kSmallClasses + (32 * 1024 - kSmallBytes) / 512;
  static size_t ClassOf(size_t bytes) {
    return bytes <= kSmallBytes ? (bytes + 31) / 32
                                : kSmallClasses + (bytes - kSmallBytes - 1) / 512;
  }
  static size_t BytesOf(size_t size_class) {
    return size_class < kSmallClasses ? size_class * 32
                                      : kSmallBytes + (size_class - kSmallClasses + 1) * 512;
  }
  struct FreeNode {
    FreeNode* next;
  };
  void Grow(size_t bytes);
  // Forbids access to freed memory but for its pointer to the next (address sanitizer).
  static void PoisonFree(FreeNode* node, size_t size_class) {
    Poison(node + 1, BytesOf(size_class) - sizeof(FreeNode));
  }
  // Allow access to all memory, for copying or giving back entire blocks, and forbid it again.
  void UnpoisonAll() const;
  void PoisonAllFree() const;
  static char* Begin(BlockPool::Block* block) { return reinterpret_cast<char*>(block + 1); }

  BlockPool& pool_;
  BlockPool::Block* blocks_ = nullptr;
  char* next_ = nullptr;
  char* end_ = nullptr;
  FreeNode* free_[kClasses] = {};
};

// Lets standard containers live in an arena. Memory that they outgrow stays there until the world
// ends, unless the arena reuses it.
template <class T>
class ArenaAllocator {
 public:
  using value_type = T;
  explicit ArenaAllocator(Arena& arena) : arena_(&arena) {}
  template <class U>
  ArenaAllocator(const ArenaAllocator<U>& other) : arena_(other.arena_) {}  // NOLINT
  T* allocate(size_t n) { return static_cast<T*>(arena_->AllocatePooled(n * sizeof(T))); }
  void deallocate(T* p, size_t n) { arena_->Recycle(p, n * sizeof(T)); }
  bool operator==(const ArenaAllocator& other) const { return arena_ == other.arena_; }
  bool operator!=(const ArenaAllocator& other) const { return arena_ != other.arena_; }

 private:
  template <class U>
  friend class ArenaAllocator;
  Arena* arena_;
};

template <class T>
using ArenaVector = std::vector<T, ArenaAllocator<T>>;

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_ARENA_H_
