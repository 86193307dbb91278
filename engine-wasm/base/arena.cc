#include "base/arena.h"

#include <cstdlib>

namespace afterimage {

BlockPool::~BlockPool() {
  while (free_) {
    Block* next = free_->next;
    std::free(free_);
    free_ = next;
  }
}

BlockPool::Block* BlockPool::Take(size_t bytes) {
  if (bytes <= kBlockBytes && free_) {
    Block* block = free_;
    free_ = block->next;
    return block;
  }
  const size_t usable = bytes > kBlockBytes ? (bytes + 15) & ~size_t{15} : kBlockBytes;
  auto* block = static_cast<Block*>(std::aligned_alloc(alignof(Block), sizeof(Block) + usable));
  AI_CHECK(block != nullptr);
  block->bytes = usable;
  return block;
}

void BlockPool::GiveBack(Block* list) {
  while (list) {
    Block* next = list->next;
    if (list->bytes == kBlockBytes) {
      list->next = free_;
      free_ = list;
    } else {
      std::free(list);
    }
    list = next;
  }
}

void Arena::Grow(size_t bytes) {
  BlockPool::Block* block = pool_.Take(bytes);
  block->next = blocks_;
  blocks_ = block;
  next_ = reinterpret_cast<char*>(block + 1);
  end_ = next_ + block->bytes;
}

}  // namespace afterimage
