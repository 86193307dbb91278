#include "tier/nvm/read_caches.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace afterimage {

LruSets::LruSets(Arena& arena, uint32_t sets, uint32_t ways)
    : arena_(arena),
      sets_(sets),
      ways_(ways),
      chunks_(arena.NewArray<uint32_t*>((sets + kTogether - 1) / kTogether)) {}

bool LruSets::Touch(uint32_t line) {
  const uint32_t number = line % sets_;
  uint32_t* set = Find(number);
  if (!set) {
    const size_t bytes = kTogether * ways_ * sizeof(uint32_t);
    chunks_[number / kTogether] = static_cast<uint32_t*>(arena_.Allocate(bytes));
    std::memset(chunks_[number / kTogether], 0xff, bytes);
    set = Find(number);
  }
  // Those in front of it, or all, move on by one.
  uint32_t moving = line;
  for (uint32_t way = 0; way < ways_; ++way) {
    std::swap(set[way], moving);
    if (moving == line) return true;
    if (moving == kNone) return false;
  }
  return false;
}

bool LruSets::Drop(uint32_t line) {
  uint32_t* const set = Find(line % sets_);
  if (!set) return false;
  uint32_t way = 0;
  while (set[way] != line) {
    if (set[way] == kNone || ++way == ways_) return false;
  }
  std::memmove(set + way, set + way + 1, (ways_ - 1 - way) * sizeof *set);
  set[ways_ - 1] = kNone;
  return true;
}

// A line that was not there takes the place of the last of a full set, and leaves it free.
bool LruSets::Pass(uint32_t line) {
  if (Drop(line)) return true;
  if (uint32_t* const set = Find(line % sets_)) set[ways_ - 1] = kNone;
  return false;
}

ReadCaches::ReadCaches(Arena& arena, const MachineProfile& machine)
    : arena_(arena),
      profile_(machine.caches()),
      levels_(profile_ ? static_cast<uint32_t>(profile_->levels.size()) : 0),
      cores_(static_cast<uint32_t>(machine[Price::kCores])),
      threads_per_core_(static_cast<uint32_t>(machine[Price::kThreadsPerCore])),
      threads_(ArenaAllocator<PerThread*>(arena)) {}

uint32_t ReadCaches::Sharers(const CacheLevel& level, uint32_t threads) const {
  const uint32_t can = std::min(level.cores * threads_per_core_, cores_);
  const uint32_t caches = cores_ / can;
  return std::clamp((threads + caches - 1) / caches, 1u, can);
}

ReadCaches::PerThread* ReadCaches::Make(Thread& thread) {
  const ThreadKind kind =
      thread.kind() == ThreadKind::kRecovery ? ThreadKind::kRecovery : ThreadKind::kClient;
  uint32_t alike = 0;
  for (uint32_t i = 0; i < thread.kernel().thread_count(); ++i)
    alike += thread.kernel().thread(i).kind() == kind ? 1 : 0;
  auto* own = arena_.New<PerThread>();
  for (uint32_t i = 0; i < levels_; ++i) {
    const CacheLevel& level = profile_->levels[i];
    const uint32_t sets = level.kb * 1024 / kLineBytes / level.ways;
    own->levels[i] =
        arena_.New<LruSets>(arena_, std::max(sets / Sharers(level, alike), 1u), level.ways);
  }
  return own;
}

uint32_t ReadCaches::Read(Thread& thread, uint32_t line) {
  PerThread& own = Of(thread);
  for (uint32_t i = 0; i < levels_; ++i) {
    if (own.levels[i]->Touch(line)) return profile_->levels[i].latency_ps;
  }
  return kMissed;
}

void ReadCaches::Drop(Thread& thread, uint32_t line) {
  PerThread& own = Of(thread);
  for (uint32_t i = 0; i < levels_; ++i) own.levels[i]->Drop(line);
}

// Lines side by side are in sets of their own as long as there are no more of them than sets.
void ReadCaches::StoreThrough(Thread& thread, uint32_t first, uint32_t last) {
  PerThread& own = Of(thread);
  if (last - first >= own.levels[0]->sets()) {
    for (uint32_t line = first; line <= last; ++line) Store(thread, line);
    for (uint32_t line = first; line <= last; ++line) Drop(thread, line);
    return;
  }
  for (uint32_t line = first; line <= last; ++line) {
    uint32_t i = 0;
    while (i < levels_ && !own.levels[i]->Pass(line)) ++i;
    for (++i; i < levels_; ++i) own.levels[i]->Drop(line);
  }
}

}  // namespace afterimage
