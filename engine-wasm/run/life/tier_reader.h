// Reads the bytes behind a field in any tier, now and as the device alone would give them, and says
// where they stand. Nobody else decides what is durable.
#ifndef AFTERIMAGE_RUN_LIFE_TIER_READER_H_
#define AFTERIMAGE_RUN_LIFE_TIER_READER_H_

#include <string>

#include "base/json_writer.h"
#include "run/life/world.h"
#include "trace/inspector.h"

namespace afterimage {

enum class Durability : uint8_t { kDurable, kInFlight, kVolatile, kNone };
inline constexpr const char* kDurabilityNames[] = {"durable", "in-flight", "volatile", "none"};

class TierReader {
 public:
  explicit TierReader(World& world) : world_(world) {}
  // False where the range lies outside of the tier.
  bool Current(Tier tier, Address address, uint32_t size, uint8_t* out);
  // Also false for tiers that have no durable bytes.
  bool Durable(Tier tier, Address address, uint32_t size, uint8_t* out);
  Durability StandingOf(Tier tier, Address address, uint32_t size);

 private:
  World& world_;
};

// How the interface writes a value that is no number: #1a2b.
std::string ShortVersion(int64_t version);
// Writes the `role` of a field, where it has one: kind, subject, image, pointer, address.
void WriteRole(FieldRole role, Codec codec, JsonWriter& json);
// The text of a field with these bytes.
std::string FormatField(const FieldSpec& field, const uint8_t* bytes);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_LIFE_TIER_READER_H_
