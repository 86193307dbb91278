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
  bytes_ += usable;
  return block;
}

void BlockPool::GiveBack(Block* list) {
  while (list) {
    Block* next = list->next;
    if (list->bytes == kBlockBytes) {
      list->next = free_;
      free_ = list;
    } else {
      bytes_ -= list->bytes;
      std::free(list);
    }
    list = next;
  }
}

void Arena::Grow(size_t bytes) {
  BlockPool::Block* block = pool_.Take(bytes);
  if (blocks_) blocks_->used = static_cast<size_t>(next_ - Begin(blocks_));
  block->next = blocks_;
  blocks_ = block;
  next_ = Begin(block);
  end_ = next_ + block->bytes;
}

void Arena::UnpoisonAll() const {
  if (!kPoisons) return;
  for (BlockPool::Block* block = blocks_; block; block = block->next)
    Unpoison(Begin(block), block->bytes);
}

void Arena::PoisonAllFree() const {
  if (!kPoisons) return;
  for (size_t size_class = 0; size_class < kClasses; ++size_class) {
    for (FreeNode* node = free_[size_class]; node; node = node->next) PoisonFree(node, size_class);
  }
}

void Arena::Keep(Image* image) const {
  UnpoisonAll();
  image->blocks_ = blocks_;
  image->next_ = next_;
  image->bytes_.clear();
  const char* end = next_;
  for (BlockPool::Block* block = blocks_; block; block = block->next) {
    const char* begin = Begin(block);
    image->bytes_.insert(image->bytes_.end(), begin, block == blocks_ ? end : begin + block->used);
  }
  image->free_.assign(free_, free_ + kClasses);
  PoisonAllFree();
}

void Arena::GoBack(const Image& image) {
  UnpoisonAll();
  while (blocks_ != image.blocks_) {
    BlockPool::Block* next = blocks_->next;
    blocks_->next = nullptr;
    pool_.GiveBack(blocks_);
    blocks_ = next;
  }
  next_ = image.next_;
  end_ = blocks_ ? Begin(blocks_) + blocks_->bytes : nullptr;
  const char* from = image.bytes_.data();
  for (BlockPool::Block* block = blocks_; block; block = block->next) {
    const size_t size = block == blocks_ ? static_cast<size_t>(next_ - Begin(block)) : block->used;
    std::memcpy(Begin(block), from, size);
    from += size;
  }
  for (size_t i = 0; i < kClasses; ++i) free_[i] = static_cast<FreeNode*>(image.free_[i]);
  PoisonAllFree();
}

}  // namespace afterimage
