#include "db/slotted_page.h"

#include "base/digest.h"

namespace afterimage {

void SlottedPage::Format(PageId id) {
  std::memset(bytes_, 0, size_);
  Put<uint32_t>(8, id);
  Put<uint16_t>(14, static_cast<uint16_t>(size_));
}

SlotId SlottedPage::Find(Key key) const {
  for (SlotId slot = 0; slot < slots(); ++slot) {
    if (present(slot) && this->key(slot) == key) return slot;
  }
  return kNoSlot;
}

Image SlottedPage::image(SlotId slot) const {
  Image image;
  if (slot >= slots()) return image;
  image.present = present(slot);
  if (!image.present) return image;
  image.value.size = value_bytes(slot);
  std::memcpy(image.value.bytes, bytes_ + value_at(slot), image.value.size);
  return image;
}

bool SlottedPage::Apply(SlotId slot, Key key, const Image& image) {
  // With decentralized logs a slot before this one may belong to a record whose log never became
  // durable: its place is kept as a ghost of the same size.
  while (slot >= slots()) {
    if (!HasRoom(image.value.size)) return false;
    const auto offset = static_cast<uint16_t>(free_end() - 8 - image.value.size);
    const SlotId fresh = slots();
    Put<uint16_t>(SlotAt(fresh), offset);
    Put<uint16_t>(SlotAt(fresh) + 2, static_cast<uint16_t>(image.value.size));
    Put<uint8_t>(SlotAt(fresh) + 4, 0);
    Put<uint64_t>(offset, 0);
    Put<uint16_t>(12, static_cast<uint16_t>(fresh + 1));
    Put<uint16_t>(14, offset);
  }
  if (image.present) {
    if (value_bytes(slot) != image.value.size) return false;
    std::memcpy(bytes_ + value_at(slot), image.value.bytes, image.value.size);
  }
  Put<uint64_t>(Offset(slot), key);
  Put<uint8_t>(SlotAt(slot) + 4, image.present ? 1 : 0);
  return true;
}

uint32_t SlottedPage::ComputeChecksum() const {
  Digest digest;
  digest.Bytes(bytes_, 16);
  digest.Bytes(bytes_ + 20, size_ - 20);
  const auto sum = static_cast<uint32_t>(digest.Value());
  return sum == 0 ? 1 : sum;
}

bool SlottedPage::ChecksumHolds() const {
  if (Get<uint32_t>(16) == ComputeChecksum()) return true;
  for (uint32_t i = 0; i < size_; ++i) {
    if (bytes_[i] != 0) return false;
  }
  return true;
}

bool SlottedPage::WellFormed() const {
  const uint32_t slots_end = kHeaderBytes + slots() * kSlotBytes;
  if (free_end() > size_ || slots_end > free_end()) return false;
  for (SlotId slot = 0; slot < slots(); ++slot) {
    const uint32_t end = Offset(slot) + 8 + value_bytes(slot);
    if (Offset(slot) < free_end() || end > size_ || value_bytes(slot) > kMaxValueBytes) return false;
  }
  return true;
}

}  // namespace afterimage
