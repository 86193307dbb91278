#include "run/litmus/byte_strings.h"

#include <cstring>

namespace afterimage::litmus {
namespace {

// Eight bytes at a time, multiplied and folded.
uint32_t HashOf(std::string_view bytes) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;
  uint64_t hash = bytes.size();
  const auto mix = [&](uint64_t part) {
    hash = (hash ^ part) * kFactor;
    hash ^= hash >> 29;
  };
  while (bytes.size() >= sizeof(uint64_t)) {
    uint64_t part;
    std::memcpy(&part, bytes.data(), sizeof part);
    mix(part);
    bytes.remove_prefix(sizeof part);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, bytes.data(), bytes.size());
  mix(rest);
  return static_cast<uint32_t>(hash >> 32);
}

}  // namespace

std::string_view ByteStrings::At(uint32_t number) const {
  const uint32_t begin = number == 0 ? 0 : ends_[number - 1];
  return {bytes_.data() + begin, ends_[number] - begin};
}

std::pair<uint32_t, bool> ByteStrings::Number(std::string_view bytes) {
  // At most half of the slots are taken.
  if (2 * (ends_.size() + 1) > slots_.size()) Grow();
  const uint32_t hash = HashOf(bytes);
  const size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const uint32_t number = slots_[slot] - 1;
    if (hashes_[number] == hash && At(number) == bytes) return {number, false};
  }
  const uint32_t number = size();
  slots_[slot] = number + 1;
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  ends_.push_back(static_cast<uint32_t>(bytes_.size()));
  hashes_.push_back(hash);
  return {number, true};
}

void ByteStrings::Grow() {
  slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
  const size_t mask = slots_.size() - 1;
  for (uint32_t number = 0; number < size(); ++number) {
    size_t slot = hashes_[number] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = number + 1;
  }
}

}  // namespace afterimage::litmus
