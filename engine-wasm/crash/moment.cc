#include "crash/moment.h"

#include <algorithm>
#include <cstring>

#include "base/random.h"
#include "tier/first_looks.h"

namespace afterimage {
namespace {

uint32_t LegalOptions(FailureModel model, const PersistUnit& unit) {
  uint32_t legal = 0;
  for (uint32_t option = 0; option < unit.options(); ++option) legal += Allows(model, unit, option) ? 1 : 0;
  return legal;
}

}  // namespace

uint64_t ContentDigest(const uint8_t* bytes, uint32_t size) {
  uint64_t digest = 0x9e3779b97f4a7c15ull;
  for (uint32_t at = 0; at < size; at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min(size - at, 8u));
    digest = (digest ^ word) * 0xff51afd7ed558ccdull;
    digest ^= digest >> 32;
  }
  return Mix64(digest);
}

Moment::Moment(Crashable& machine, FailureModel model) : machine_(machine), model_(model) {
  std::vector<PersistUnit> units;
  machine.CollectUnits(&units);
  open_.resize(units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    open_[i].unit = units[i];
    open_[i].options = LegalOptions(model, units[i]);
    index_[KeyOf({units[i].tier, units[i].address})] = static_cast<uint32_t>(i);
    if (!units[i].inherited) images_ *= open_[i].options;
  }
}

void Moment::Expand(Open* open) {
  const PersistUnit& unit = open->unit;
  uint8_t durable[FirstLooks::kMaxUnitBytes], bytes[FirstLooks::kMaxUnitBytes];
  machine_.ReadDurable({unit.tier, unit.address}, unit.size, durable);
  for (uint32_t option = 0; option < unit.options(); ++option) {
    if (!Allows(model_, unit, option)) continue;
    std::memcpy(bytes, durable, unit.size);
    ApplyOption(unit, option, bytes);
    const uint64_t digest = ContentDigest(bytes, unit.size);
    const auto same = [&](const Content& content) { return content.digest == digest; };
    const auto found = std::find_if(open->contents.begin(), open->contents.end(), same);
    if (found != open->contents.end()) {
      ++found->ways;
    } else {
      open->contents.push_back({digest, option, 1});
    }
  }
}

const std::vector<Content>& Moment::ContentsOf(UnitId unit) {
  const auto found = index_.find(KeyOf(unit));
  if (found != index_.end()) {
    Open& open = open_[found->second];
    if (open.contents.empty()) Expand(&open);
    return open.contents;
  }
  uint8_t bytes[FirstLooks::kMaxUnitBytes];
  const uint32_t size = machine_.UnitBytes(unit.tier);
  machine_.ReadDurable(unit, size, bytes);
  closed_[0] = {ContentDigest(bytes, size), 0, 1};
  return closed_;
}

Moment::Openness Moment::OpennessOf(UnitId unit) const {
  const auto found = index_.find(KeyOf(unit));
  if (found == index_.end()) return {};
  const Open& open = open_[found->second];
  return {open.options, true, open.unit.inherited};
}

uint64_t Moment::ContentsDigest(UnitId unit) {
  uint64_t digest = 0;
  for (const Content& content : ContentsOf(unit)) digest = Mix64(digest ^ content.digest) + content.ways;
  return digest;
}

}  // namespace afterimage
