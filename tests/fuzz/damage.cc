#include "damage.h"

#include "db/pages/page_view.h"
#include "log/central_log.h"
#include "scheme/systems/nv_disk_decentralized/chunks.h"
#include "scheme/systems/xtradb/layout.h"

namespace afterimage::fuzz {
namespace {

using Image = std::vector<uint8_t>;

enum class Seal : uint8_t { kPage, kRecord, kMaster, kChunk, kChunkMaster, kBlock, kCheckpoint };
struct Sealed {
  uint32_t device;
  uint32_t at;
  uint32_t size;
  Seal seal;
};

bool HoldsPage(const uint8_t* bytes, uint32_t size) {
  uint32_t sum = 0;
  std::memcpy(&sum, bytes + PageView::kChecksumAt, sizeof sum);
  return sum != 0 && bytes[PageView::kKindAt] < static_cast<uint8_t>(PageKind::kCount) &&
         PageChecksumHolds(bytes, size);
}

uint32_t ChecksumOf(const RecordHeader& header, const uint8_t* images) {
  return RecordChecksum(header, {images, header.before_bytes},
                        {images + header.before_bytes, header.after_bytes});
}

// Bytes of the record at `bytes`, or 0. What cannot be one is not summed up.
uint32_t RecordBytes(const uint8_t* bytes, size_t left) {
  RecordHeader header;
  if (left < sizeof header) return 0;
  std::memcpy(&header, bytes, sizeof header);
  const bool plausible = header.lsn != 0 && header.lsn >> 32 == 0 && header.epoch != 0 &&
                         header.kind < RecordKind::kCount &&
                         header.change < static_cast<uint8_t>(ChangeKind::kCount) &&
                         header.system <= 1 && header.unused[0] == 0 &&
                         header.size() <= std::min<size_t>(left, kMaxRecordBytes);
  if (!plausible) return 0;
  return ChecksumOf(header, bytes + sizeof header) == header.checksum ? header.size() : 0;
}

bool HoldsMaster(const uint8_t* bytes, size_t left) {
  LogMaster master;
  if (left < sizeof master) return false;
  std::memcpy(&master, bytes, sizeof master);
  return master.magic != 0 && MasterChecksum(master) == master.checksum;
}

// Bytes of the chunk of a decentralized log at `bytes`, or 0.
uint32_t ChunkBytes(const uint8_t* bytes, size_t left) {
  distributed::ChunkHeader header;
  if (left < sizeof header) return 0;
  std::memcpy(&header, bytes, sizeof header);
  if (header.magic == 0 || header.bytes < sizeof header || header.bytes > left) return 0;
  return ChecksumOf(header, bytes + sizeof header) == header.checksum ? header.bytes : 0;
}

bool HoldsChunkMaster(const uint8_t* bytes, size_t left) {
  distributed::ChunkMaster master;
  if (left < sizeof master) return false;
  std::memcpy(&master, bytes, sizeof master);
  return master.magic != 0 && ChecksumOf(master) == master.checksum;
}

// A block of XtraDB's log is a sector, with its checksum at the end.
bool HoldsBlock(const uint8_t* bytes, uint32_t sector) {
  const uint32_t end = xtradb::Blocks{sector}.end();
  xtradb::BlockHeader header;
  std::memcpy(&header, bytes, sizeof header);
  uint32_t sum = 0;
  std::memcpy(&sum, bytes + end, sizeof sum);
  return header.number != 0 && header.bytes >= sizeof header && header.bytes <= end &&
         xtradb::ChecksumOf(bytes, end) == sum;
}

bool HoldsCheckpoint(const uint8_t* bytes) {
  xtradb::Checkpoint checkpoint;
  std::memcpy(&checkpoint, bytes, sizeof checkpoint);
  return checkpoint.magic != 0 && xtradb::ChecksumOf(checkpoint) == checkpoint.checksum;
}

void SealBlock(const Sealed& thing, uint8_t* bytes) {
  const uint32_t end = xtradb::Blocks{thing.size}.end();
  const uint32_t sum = xtradb::ChecksumOf(bytes, end);
  std::memcpy(bytes + end, &sum, sizeof sum);
}

void SealCheckpoint(uint8_t* bytes) {
  xtradb::Checkpoint checkpoint;
  std::memcpy(&checkpoint, bytes, sizeof checkpoint);
  checkpoint.checksum = xtradb::ChecksumOf(checkpoint);
  std::memcpy(bytes, &checkpoint, sizeof checkpoint);
}

void SealChunk(const Sealed& thing, uint8_t* bytes) {
  distributed::ChunkHeader header;
  std::memcpy(&header, bytes, sizeof header);
  if (header.bytes < sizeof header || header.bytes > thing.size) return;
  header.checksum = ChecksumOf(header, bytes + sizeof header);
  std::memcpy(bytes, &header, sizeof header);
}

void SetSeal(const Sealed& thing, uint8_t* bytes) {
  if (thing.seal == Seal::kPage) return SetPageChecksum(bytes, thing.size);
  if (thing.seal == Seal::kChunk) return SealChunk(thing, bytes);
  if (thing.seal == Seal::kBlock) return SealBlock(thing, bytes);
  if (thing.seal == Seal::kCheckpoint) return SealCheckpoint(bytes);
  if (thing.seal == Seal::kChunkMaster) {
    distributed::ChunkMaster master;
    std::memcpy(&master, bytes, sizeof master);
    master.checksum = ChecksumOf(master);
    std::memcpy(bytes, &master, sizeof master);
    return;
  }
  if (thing.seal == Seal::kMaster) {
    LogMaster master;
    std::memcpy(&master, bytes, sizeof master);
    master.checksum = MasterChecksum(master);
    std::memcpy(bytes, &master, sizeof master);
    return;
  }
  RecordHeader header;
  std::memcpy(&header, bytes, sizeof header);
  if (header.size() > thing.size) return;
  header.checksum = ChecksumOf(header, bytes + sizeof header);
  std::memcpy(bytes, &header, sizeof header);
}

class Damage {
 public:
  Damage(DeviceSet& devices, uint32_t page_bytes) : devices_(devices) {
    for (uint32_t i = 0; i < kDevices; ++i) {
      const auto size = static_cast<uint32_t>(i == 0 ? devices.nvm.size() : Disk(i).size());
      images_[i].resize(size);
      if (size == 0) continue;
      i == 0 ? devices.nvm.LoadDurable(0, images_[0].data(), size)
             : Disk(i).LoadDurable(0, images_[i].data(), size);
      FindSealed(i, page_bytes);
    }
  }

  void Edit(InputReader& input) {
    const auto how = input.Take<uint8_t>();
    const auto where = input.Take<uint32_t>();
    const auto in = input.Take<uint16_t>();
    const std::string_view bytes = input.TakeBytes(input.Take<uint8_t>());
    const uint32_t device = how % 4;
    const uint32_t kind = how / 4 % 4;
    if (device < kDevices) {
      if (!images_[device].empty())
        Change(device, 0, static_cast<uint32_t>(images_[device].size()), where, kind, bytes);
    } else if (!sealed_.empty()) {
      const Sealed& thing = sealed_[where % sealed_.size()];
      Change(thing.device, thing.at, thing.size, in, kind, bytes);
      SetSeal(thing, images_[thing.device].data() + thing.at);
      Store(thing.device, thing.at, thing.size);
    }
  }

 private:
  static constexpr uint32_t kDevices = 3;
  BlockDevice& Disk(uint32_t device) { return device == 1 ? devices_.disk : devices_.log_disk; }

  void FindSealed(uint32_t device, uint32_t page_bytes) {
    const Image& image = images_[device];
    const uint32_t sector = device == 0 ? 0 : Disk(device).sector_bytes();
    for (uint32_t at = 0; at + 8 <= image.size(); at += 8) {
      const size_t left = image.size() - at;
      const uint8_t* bytes = image.data() + at;
      if (const uint32_t size = RecordBytes(bytes, left))
        sealed_.push_back({device, at, size, Seal::kRecord});
      if (at % kLineBytes != 0) continue;
      if (const uint32_t size = ChunkBytes(bytes, left))
        sealed_.push_back({device, at, size, Seal::kChunk});
      if (HoldsChunkMaster(bytes, left))
        sealed_.push_back({device, at, sizeof(distributed::ChunkMaster), Seal::kChunkMaster});
      if (HoldsMaster(bytes, left))
        sealed_.push_back({device, at, sizeof(LogMaster), Seal::kMaster});
      if (sector > 0 && at % sector == 0 && HoldsBlock(bytes, sector))
        sealed_.push_back({device, at, sector, Seal::kBlock});
      if (sector > 0 && at % sector == 0 && HoldsCheckpoint(bytes))
        sealed_.push_back({device, at, sizeof(xtradb::Checkpoint), Seal::kCheckpoint});
      if (page_bytes > 0 && left >= page_bytes && HoldsPage(bytes, page_bytes))
        sealed_.push_back({device, at, page_bytes, Seal::kPage});
    }
  }

  void Change(uint32_t device, uint32_t from, uint32_t size, uint32_t place, uint32_t kind,
              std::string_view bytes) {
    uint8_t* image = images_[device].data();
    place %= size;
    const auto count = static_cast<uint32_t>(std::min<size_t>(bytes.size(), size - place));
    if (kind == 1) {
      uint32_t carry = 0;
      for (uint32_t i = 0; i < count; ++i) {
        carry += image[from + place + i] + static_cast<uint8_t>(bytes[i]);
        image[from + place + i] = static_cast<uint8_t>(carry);
        carry >>= 8;
      }
    } else if (kind == 2 && bytes.size() >= 4) {
      uint32_t source = 0;
      std::memcpy(&source, bytes.data(), sizeof source);
      source = source / 8 * 8 % size;
      const uint32_t length = std::min({size - source, size - place, count * 8});
      std::memmove(image + from + place, image + from + source, length);
      return Store(device, from + place, length);
    } else if (count > 0) {
      std::memcpy(image + from + place, bytes.data(), count);
    }
    Store(device, from + place, count);
  }

  void Store(uint32_t device, uint32_t at, uint32_t size) {
    if (size == 0) return;
    if (device == 0) return devices_.nvm.Format(at, images_[0].data() + at, size);
    Disk(device).Format(at, images_[device].data() + at, size);
  }

  DeviceSet& devices_;
  Image images_[kDevices];
  std::vector<Sealed> sealed_;
};

}  // namespace

void ApplyDamage(DeviceSet& devices, uint32_t page_bytes, InputReader& input) {
  Damage damage(devices, page_bytes);
  while (!input.empty()) damage.Edit(input);
}

}  // namespace afterimage::fuzz
