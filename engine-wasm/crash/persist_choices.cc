#include "crash/persist_choices.h"

namespace afterimage {

void Count::Multiply(uint32_t factor) {
  constexpr uint64_t kBase = 1000000000;
  uint64_t carry = 0;
  for (uint32_t& digit : digits_) {
    const uint64_t product = uint64_t{digit} * factor + carry;
    digit = static_cast<uint32_t>(product % kBase);
    carry = product / kBase;
  }
  while (carry > 0) {
    digits_.push_back(static_cast<uint32_t>(carry % kBase));
    carry /= kBase;
  }
}

std::string Count::Decimal() const {
  std::string text = std::to_string(digits_.back());
  for (size_t i = digits_.size() - 1; i-- > 0;) {
    const std::string part = std::to_string(digits_[i]);
    text += std::string(9 - part.size(), '0') + part;
  }
  return text;
}

bool EveryChoice::Next() {
  while (!path_.empty() && path_.back().chosen + 1 == path_.back().options) path_.pop_back();
  if (path_.empty()) return false;
  ++path_.back().chosen;
  depth_ = 0;
  return true;
}

}  // namespace afterimage
