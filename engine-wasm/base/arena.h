// Memory of one world. A crash forgets a world as a whole: nothing in it is freed or destroyed one
// by one, and dropping the arena gives its blocks back for the next world.
#ifndef AFTERIMAGE_BASE_ARENA_H_
#define AFTERIMAGE_BASE_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/host_choices.h"
#include "base/poison.h"

namespace afterimage {

// Blocks that arenas borrow and give back. Outlives every arena that uses it.
class BlockPool {
 public:
  static constexpr size_t kBlockBytes = 32 * 1024;

  BlockPool() = default;
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  struct alignas(16) Block {
    Block* next;
    size_t bytes;  // usable bytes behind this header
    size_t used;   // of them, once the arena has gone on to another block
  };
  // A block of at least `bytes` usable bytes.
  Block* Take(size_t bytes);
  void GiveBack(Block* list);

 private:
  Block* free_ = nullptr;
};

// Bump allocation, with free lists by size for what comes and goes (coroutine frames).
class Arena {
 public:
  explicit Arena(BlockPool& pool) : pool_(pool) {}
  ~Arena() {
    UnpoisonAll();
    pool_.GiveBack(blocks_);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // `bytes` bytes, aligned to 16, uninitialized.
  void* Allocate(size_t bytes) {
    bytes = (bytes + 15) & ~size_t{15};
    if (bytes > static_cast<size_t>(end_ - next_)) Grow(bytes);
    void* result = next_;
    next_ += bytes;
    return result;
  }

  // `align`: a power of two.
  void* AllocateAligned(size_t bytes, size_t align) {
    const auto gap = [&] { return -reinterpret_cast<uintptr_t>(next_) & (align - 1); };
    if (bytes + gap() > static_cast<size_t>(end_ - next_)) Grow(bytes + align);
    next_ += gap();
    return Allocate(bytes);
  }

  // Like Allocate, reusing what was Recycled with the same size; aligned to 64 where that is whole
  // lines. For frames of at most 4 KB.
  void* AllocatePooled(size_t bytes) {
    const size_t size_class = (bytes + 31) / 32;
    if (size_class >= kClasses) return Allocate(bytes);
    if (FreeNode* node = host_choices.pooled_memory ? free_[size_class] : nullptr) {
      free_[size_class] = node->next;
      Unpoison(node, size_class * 32);
      return node;
    }
    // Whole lines of a processor's cache stand on them.
    return size_class % 2 == 0 ? AllocateAligned(size_class * 32, 64) : Allocate(size_class * 32);
  }
  void Recycle(void* p, size_t bytes) {
    const size_t size_class = (bytes + 31) / 32;
    if (size_class >= kClasses) return;
    auto* node = static_cast<FreeNode*>(p);
    node->next = free_[size_class];
    free_[size_class] = node;
    PoisonFree(node, size_class);
  }

  // A new T that is never destroyed.
  template <class T, class... Args>
  T* New(Args&&... args) {
    void* place = alignof(T) > 16 ? AllocateAligned(sizeof(T), alignof(T)) : Allocate(sizeof(T));
    return new (place) T(std::forward<Args>(args)...);
  }

  // `count` value-initialized Ts.
  template <class T>
  T* NewArray(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    auto* array = static_cast<T*>(Allocate(count * sizeof(T)));
    for (size_t i = 0; i < count; ++i) new (array + i) T();
    return array;
  }

  // What all of its memory holds, and what of it is taken: to go back to. Buffers are used again.
  class Image {
   private:
    friend class Arena;
    BlockPool::Block* blocks_ = nullptr;
    char* next_ = nullptr;
    std::vector<char> bytes_;
    std::vector<void*> free_;
  };
  void Keep(Image* image) const;
  // To an image of this arena: whatever was taken since is free again.
  void GoBack(const Image& image);

  // Of all blocks that it holds.
  size_t reserved_bytes() const {
    size_t sum = 0;
    for (const BlockPool::Block* block = blocks_; block; block = block->next) sum += block->bytes;
    return sum;
  }

 private:
  static constexpr size_t kClasses = 129;
  struct FreeNode {
    FreeNode* next;
  };
  void Grow(size_t bytes);
  // Of what was given back only the pointer to the next may be touched.
  static void PoisonFree(FreeNode* node, size_t size_class) {
    Poison(node + 1, size_class * 32 - sizeof(FreeNode));
  }
  // For whoever copies or gives back whole blocks.
  void UnpoisonAll() const;
  void PoisonAllFree() const;
  static char* Begin(BlockPool::Block* block) { return reinterpret_cast<char*>(block + 1); }

  BlockPool& pool_;
  BlockPool::Block* blocks_ = nullptr;
  char* next_ = nullptr;
  char* end_ = nullptr;
  FreeNode* free_[kClasses] = {};
};

// Lets standard containers live in an arena; what they outgrow stays there until the world ends.
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
