// Reads the bytes behind a field in any tier, as they are and as the device alone would return
// them, and decides whether they are durable. No other code decides that.
#ifndef AFTERIMAGE_RUN_LIFE_TIER_READER_H_
#define AFTERIMAGE_RUN_LIFE_TIER_READER_H_

#include <string>

#include "base/json/json_writer.h"
#include "run/life/world.h"
#include "trace/inspector.h"

namespace afterimage {

enum class Durability : uint8_t { kDurable, kInFlight, kVolatile, kNone };
inline constexpr const char* kDurabilityNames[] = {"durable", "in-flight", "volatile", "none"};

class TierReader {
 public:
  explicit TierReader(World& world) : world_(world) {}
  // Reads the bytes as they are now. False where the range lies outside of the tier.
  bool Current(Tier tier, Address address, uint32_t size, uint8_t* out);
  // Reads the bytes that would be there after a power cut now. False also for tiers that have no
  // durable bytes.
  bool Durable(Tier tier, Address address, uint32_t size, uint8_t* out);
  Durability StandingOf(Tier tier, Address address, uint32_t size);

 private:
  World& world_;
};

// Returns a value that is no number as the interface writes it: #1a2b.
std::string ShortVersion(int64_t version);
// The names of FieldRole. A field without a role has that of its codec, if that has one.
inline constexpr const char* kRoleNames[] = {"", "subject", "image", "pointer"};
inline constexpr const char* kKindRole = "kind";
inline constexpr const char* kAddressRole = "address";
// Writes the `role` of a field if it has one.
void WriteRole(FieldRole role, Codec codec, JsonWriter& json);
// Returns the text of a field whose bytes these are.
std::string FormatField(const FieldSpec& field, const uint8_t* bytes);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_LIFE_TIER_READER_H_
