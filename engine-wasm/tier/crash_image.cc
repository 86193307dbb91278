#include "tier/crash_image.h"

#include "base/check.h"

namespace afterimage {

CrashImage::CrashImage(Arena& arena, PagedBytes& durable)
    : durable_(durable), index_(arena), looks_(arena, Tier::kNvm, kLineBytes, 0) {}

void CrashImage::Open(Arena& arena, const ArenaVector<PersistUnit>& units, PersistChoice& choice) {
  AI_CHECK(!choice_);
  choice_ = &choice;
  looks_.Watch(choice);
  count_ = left_ = static_cast<uint32_t>(units.size());
  units_ = arena.NewArray<PersistUnit>(units.size() + 1);
  for (uint32_t i = 0; i < count_; ++i) {
    units_[i] = units[i];
    units_[i].inherited = true;
    index_[units[i].address / kLineBytes] = i;
  }
}

void CrashImage::Decide(uint32_t line) {
  const uint32_t* index = index_.Find(line);
  if (!index) return;
  const PersistUnit unit = units_[*index];
  const uint32_t which = *index;
  index_.Erase(line);
  --left_;
  const uint32_t option = choice_->Choose(which, unit);
  AI_CHECK(option < unit.options());
  uint8_t bytes[kLineBytes];
  durable_.Read(unit.address, bytes, kLineBytes);
  ApplyOption(unit, option, bytes);
  durable_.Write(unit.address, bytes, kLineBytes);
}

void CrashImage::DecideLines(uint32_t first, uint32_t last) {
  for (uint32_t line = first; line <= last; ++line) {
    if (!looks_.watching()) {
      Decide(line);
    } else if (looks_.IsFirst(LineAt(line))) {
      Decide(line);
      looks_.Look(LineAt(line));
    }
  }
}

void CrashImage::DecideAll() {
  for (uint32_t i = 0; i < count_ && left_ > 0; ++i) Decide(LineOf(units_[i].address));
}

void CrashImage::CollectUnits(ArenaVector<PersistUnit>& units) const {
  for (uint32_t i = 0; i < count_; ++i) {
    if (index_.Find(units_[i].address / kLineBytes)) units.push_back(units_[i]);
  }
}

}  // namespace afterimage
