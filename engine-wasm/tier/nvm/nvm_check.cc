// What must hold of what waits in caches, whenever it is looked at.
#include "tier/nvm/nvm_cache.h"

#if AFTERIMAGE_WATCHES_READS

namespace afterimage {

bool NvmCache::Agrees() const {
  uint32_t lines = 0;
  bool all = true;
  ArenaVector<uint32_t> cached{ArenaAllocator<uint32_t>(arena_)};
  cached.resize(actors_.size(), 0);
  for (const Line* line = dirty_first_; line; line = line->next) {
    ++lines;
    uint32_t pending = 0, past = 0, order = 0;
    bool right =
        Find(line->index) == line && (line->next == nullptr || line->next->previous == line);
    const PendingStore* last = nullptr;
    for (const PendingStore* store = line->first; store; store = store->next) {
      ++pending;
      past += store->non_temporal ? 1 : 0;
      right = right && store->order > order && LineOf(store->address) == line->index;
      order = store->order;
      last = store;
    }
    right = right && pending == line->pending && past == line->pending_nt && last == line->last;
    right = right && line->first_order == (line->first ? line->first->order : 0);
    right = right && (line->cached || line->in_flight || pending == past);
    all = all && right && (pending > 0 || line->in_flight);
    if (line->cached && line->owner < cached.size()) ++cached[line->owner];
  }
  for (size_t actor = 0; bounded() && actor < actors_.size(); ++actor)
    all = all && actors_[actor]->dirty == cached[actor];
  return all && lines == lines_.size();
}

}  // namespace afterimage

#endif  // AFTERIMAGE_WATCHES_READS
