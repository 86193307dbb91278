#include "run/life/tier_reader.h"

#include <cstdio>
#include <cstring>

namespace afterimage {

bool TierReader::Current(Tier tier, Address address, uint32_t size, uint8_t* out) {
  if (tier == Tier::kNvm) {
    Nvm& nvm = world_.devices().nvm;
    if (uint64_t{address} + size > nvm.size()) return false;
    nvm.Load(address, out, size);
    return true;
  }
  if (tier == Tier::kDram) return world_.engine().ReadDram(address, size, out);
  const BlockDevice* disk = tier == Tier::kDisk ? world_.devices().DiskAt(address, size) : nullptr;
  if (disk) disk->LoadNewest(address - disk->base(), out, size);
  return disk != nullptr;
}

namespace {

// Puts over the device's bytes what the caches keep when the power fails.
void KeepStores(const NvmCache& cache, Address address, uint32_t size, uint8_t* out) {
  for (uint32_t index = LineOf(address); index <= LineOf(address + size - 1); ++index) {
    const NvmCache::Line* line = cache.Find(index);
    for (const PendingStore* store = line ? line->first : nullptr; store; store = store->next) {
      for (uint32_t i = 0; i < store->size && !store->non_temporal; ++i) {
        const Address at = store->address + i;
        if (at >= address && at < address + size) out[at - address] = store->data[i];
      }
    }
  }
}

}  // namespace

bool TierReader::Durable(Tier tier, Address address, uint32_t size, uint8_t* out) {
  const uint64_t end = uint64_t{address} + size;
  if (tier == Tier::kNvm && end <= world_.devices().nvm.size()) {
    const Nvm& nvm = world_.devices().nvm;
    nvm.LoadDurable(address, out, size);
    if (nvm.cache().kept()) KeepStores(nvm.cache(), address, size, out);
    return true;
  }
  const BlockDevice* disk = tier == Tier::kDisk ? world_.devices().DiskAt(address, size) : nullptr;
  if (disk) disk->LoadDurable(address - disk->base(), out, size);
  return disk != nullptr;
}

Durability TierReader::StandingOf(Tier tier, Address address, uint32_t size) {
  if (tier == Tier::kNvm)
    return static_cast<Durability>(world_.devices().nvm.cache().StandingOf(address, size));
  if (tier != Tier::kDisk) return Durability::kNone;
  const BlockDevice* disk = world_.devices().DiskAt(address, size);
  if (!disk) return Durability::kNone;
  const uint64_t at = address - disk->base();
  if (disk->Certain(at, size)) return Durability::kDurable;
  return disk->InFlight(at, size) ? Durability::kInFlight : Durability::kVolatile;
}

std::string ShortVersion(int64_t version) {
  char text[8];
  std::snprintf(text, sizeof text, "#%04x", static_cast<unsigned>(version & 0xffff));
  return text;
}

void WriteRole(FieldRole role, Codec codec, JsonWriter& json) {
  const char* name = kRoleNames[static_cast<int>(role)];
  if (role == FieldRole::kPlain && codec == Codec::kEnum) name = kKindRole;
  if (role == FieldRole::kPlain && codec == Codec::kPointer) name = kAddressRole;
  if (name[0]) json.Key("role").String(name);
}

std::string FormatField(const FieldSpec& field, const uint8_t* bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes, field.size < 8 ? field.size : 8);
  char text[32];
  switch (field.codec) {
    case Codec::kUnsigned: return std::to_string(word);
    case Codec::kNumber: {
      Value value;
      value.size = field.size;
      std::memcpy(value.bytes, bytes, field.size);
      return std::to_string(value.number()) + (value.whole() ? "" : "?");
    }
    case Codec::kBit: return word & (~uint64_t{0xff} | field.bits) ? "1" : "0";
    case Codec::kPointer:
      if (word == 0) return field.zero_number ? "0" : "-";
      std::snprintf(text, sizeof text, "0x%x", static_cast<unsigned>(word));
      return text;
    case Codec::kName: {
      std::string name;
      for (uint32_t i = 0; i < field.size && i < 8 && bytes[i]; ++i) {
        name += bytes[i] >= 0x20 && bytes[i] < 0x7f ? static_cast<char>(bytes[i]) : '?';
      }
      return name;
    }
    case Codec::kKey: {
      std::string key = field.table[0] ? std::string(field.table) + " " : "";
      WriteKey(field.columns, word, &key);
      return key;
    }
    case Codec::kRid: {
      const Rid rid = Rid::Of(word);
      return std::to_string(rid.page) + "/" + std::to_string(rid.slot);
    }
    case Codec::kDigest: return ShortVersion(ValueVersion(bytes, field.size));
    case Codec::kBytes:
      return std::to_string(field.size) + " B " + ShortVersion(ValueVersion(bytes, field.size));
    case Codec::kEnum: return word < field.name_count ? field.names[word].en : std::to_string(word);
  }
  return "";
}

}  // namespace afterimage
