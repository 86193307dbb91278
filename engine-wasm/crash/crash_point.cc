#include "crash/crash_point.h"

#include <algorithm>
#include <cstring>

#include "base/random.h"

namespace afterimage {
namespace {

uint32_t LegalOptions(FailureModel model, const PersistUnit& unit) {
  uint32_t legal = 0;
  for (uint32_t option = 0; option < unit.options(); ++option)
    legal += Allows(model, unit, option) ? 1 : 0;
  return legal;
}

// A sum over the unit's words, so that a store changes one term of it.
uint64_t WordDigest(const uint8_t* bytes, uint32_t size, uint32_t at) {
  uint64_t word = 0;
  if (size - at >= kAtomBytes)
    std::memcpy(&word, bytes + at, kAtomBytes);
  else
    std::memcpy(&word, bytes + at, size - at);
  return Mix64(word + at * 0xff51afd7ed558ccdull);
}

uint64_t ContentDigest(const uint8_t* bytes, uint32_t size) {
  uint64_t digest = 0;
  for (uint32_t at = 0; at < size; at += kAtomBytes) digest += WordDigest(bytes, size, at);
  return digest;
}

}  // namespace

CrashPoint::CrashPoint(Crashable& machine, FailureModel model, UnitNumbers& numbers)
    : machine_(machine), model_(model), numbers_(numbers) {
  Renew();
}

// Between two points one event has changed a device: a line that was written or written back
// meanwhile has another number of stores, or others. Sectors are few, and taken for changed.
bool CrashPoint::Open::IsAsOpenAs(const Open& other) const {
  const PersistUnit& now = unit;
  const PersistUnit& then = other.unit;
  if (now.tier == Tier::kDisk || now.inherited != then.inherited) return false;
  return now.ordinary == then.ordinary && now.non_temporal == then.non_temporal &&
         now.stores->order == then.stores->order;
}

void CrashPoint::Renew() {
  if (machine_.discards() != discards_) {
    known_.clear();
    certain_prefix_.Clear();
    walked_prefix_.Clear();
  }
  discards_ = machine_.discards();
  std::swap(open_, before_);
  const uint32_t before_count = open_count_;
  units_.clear();
  machine_.CollectUnits(&units_);
  open_count_ = static_cast<uint32_t>(units_.size());
  if (open_.size() < open_count_) open_.resize(open_count_);
  images_ = 1;
  uint32_t next = 0;  // of before_: one event takes few units away, and the others keep their order
  for (uint32_t i = 0; i < open_count_; ++i) {
    Open& open = open_[i];
    open.unit = units_[i];
    const auto is = [&](uint32_t n) {
      return n < before_count && before_[n].unit.address == open.unit.address &&
             before_[n].unit.tier == open.unit.tier;
    };
    if (!is(next) && is(next + 1)) ++next;
    open.number =
        is(next) ? before_[next++].number : numbers_.Of({open.unit.tier, open.unit.address});
    Known& known = Of(open.number);
    Open* was = known.state == Known::kOpen ? &before_[known.open] : nullptr;
    if (was && open.IsAsOpenAs(*was)) {
      open.options = was->options;
      std::swap(open.contents, was->contents);
      open.choice_digest = was->choice_digest;
    } else {
      open.options = LegalOptions(model_, open.unit);
      open.contents.clear();
      open.choice_digest = 0;
      Change(open.number);
    }
    known.state = Known::kOpen;
    known.open = i;
    if (!open.unit.inherited) images_ = std::min(images_ * open.options, kMostImages);
  }
  for (uint32_t i = 0; i < before_count; ++i) {
    Known& known = Of(before_[i].number);
    const bool still = known.open < open_count_ && open_[known.open].number == before_[i].number;
    if (known.state != Known::kOpen || still) continue;
    known.state = Known::kNothing;
    Change(before_[i].number);
  }
}

void CrashPoint::Open::Add(uint32_t option, uint64_t digest) {
  for (Content& content : contents) {
    if (content.digest == digest) {
      ++content.ways;
      return;
    }
  }
  contents.push_back({digest, option, 1});
}

void CrashPoint::Expand(Open* open) {
  const PersistUnit& unit = open->unit;
  uint8_t durable[kMaxUnitBytes];
  machine_.ReadDurable({unit.tier, unit.address}, unit.size, durable);
  if (unit.tier == Tier::kNvm && unit.non_temporal == 0 && !unit.kept)
    return ExpandPrefixes(open, durable);
  uint8_t bytes[kMaxUnitBytes];
  for (uint32_t option = 0; option < unit.options(); ++option) {
    if (!Allows(model_, unit, option)) continue;
    std::memcpy(bytes, durable, unit.size);
    ApplyOption(unit, option, bytes);
    open->Add(option, ContentDigest(bytes, unit.size));
  }
}

// Expands a line with ordinary stores: each option is the one before it with one more store.
void CrashPoint::ExpandPrefixes(Open* open, uint8_t* bytes) const {
  const PersistUnit& unit = open->unit;
  uint64_t digest = ContentDigest(bytes, unit.size);
  if (Allows(model_, unit, 0)) open->Add(0, digest);
  uint32_t option = 0;
  for (const PendingStore* store = unit.stores; store; store = store->next) {
    const auto at = static_cast<uint32_t>(store->address - unit.address);
    const uint32_t word = at - at % kAtomBytes;
    digest -= WordDigest(bytes, unit.size, word);
    if (store->size == kAtomBytes)
      std::memcpy(bytes + at, store->data, kAtomBytes);
    else
      std::memcpy(bytes + at, store->data, store->size);
    digest += WordDigest(bytes, unit.size, word);
    if (Allows(model_, unit, ++option)) open->Add(option, digest);
  }
}

const std::vector<Content>& CrashPoint::ContentsOf(UnitNumber unit) {
  Known& known = Of(unit);
  if (known.state == Known::kOpen) {
    Open& open = open_[known.open];
    if (open.contents.empty()) Expand(&open);
    return open.contents;
  }
  if (known.state == Known::kNothing) {
    uint8_t bytes[kMaxUnitBytes];
    const UnitId id = numbers_[unit];
    const uint32_t size = machine_.UnitBytes(id.tier);
    machine_.ReadDurable(id, size, bytes);
    known.state = Known::kClosed;
    known.digest = ContentDigest(bytes, size);
  }
  closed_[0] = {known.digest, 0, 1};
  return closed_;
}

CrashPoint::Openness CrashPoint::OpennessOf(UnitNumber unit) const {
  if (unit >= known_.size() || known_[unit].state != Known::kOpen) return {};
  const Open& open = open_[known_[unit].open];
  return {open.options, true, open.unit.inherited};
}

uint64_t CrashPoint::OpenChoiceDigest(UnitNumber unit) {
  ContentsOf(unit);
  const Known& known = known_[unit];
  if (known.state == Known::kClosed) return known.digest;
  Open& open = open_[known.open];
  if (open.choice_digest != 0) return open.choice_digest;
  uint64_t digest = open.unit.inherited ? 2 : 1;
  for (const Content& content : open.contents) {
    digest = Mix64(digest ^ content.digest) + (uint64_t{content.ways} << 32 | content.option);
  }
  return open.choice_digest = Mix64(digest);
}

uint64_t CrashPoint::ContentsDigest(UnitNumber unit) {
  uint64_t digest = 0;
  for (const Content& content : ContentsOf(unit))
    digest = Mix64(digest ^ content.digest) + content.ways;
  return digest;
}

}  // namespace afterimage
