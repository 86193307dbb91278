// The meanings of the values of a price that is a choice, for charts and forms.
#ifndef AFTERIMAGE_TIER_PRICES_PRICE_CHOICES_H_
#define AFTERIMAGE_TIER_PRICES_PRICE_CHOICES_H_

#include <span>

#include "base/json/json_writer.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

struct PriceChoice {
  Price price;
  int64_t value;
  Text title;
};

// All values of each price that has choices, a price's in ascending order.
std::span<const PriceChoice> PriceChoices();
// [{price, value, title}]: all of them.
void WritePriceChoices(JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PRICES_PRICE_CHOICES_H_
