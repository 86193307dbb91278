#include "scheme/systems/pcmlogging/medium.h"

#include <cstdio>
#include <vector>

#include "scheme/systems/pcmlogging/story.h"

namespace afterimage::pcm {
namespace {

constexpr Text kSuperBlock = {"super block", "超级块"};
constexpr Text kList = {"list", "列表"};
constexpr Text kBitmap = {"bitmap", "位图"};
constexpr Text kSlot = {"slot", "槽位"};
constexpr Text kGap = {"gap", "空位"};
constexpr Text kSpare = {"spare", "备用"};
constexpr Text kNothing = {"-", "-"};
constexpr Text kWrites = {"writes", "写"};
constexpr Text kWorn = {"worn", "磨损"};

constexpr uint32_t kMostPlaces = 32;
constexpr uint32_t kNobody = ~0u;

// Says which unit begins at this address.
void NameUnit(Inspector& inspector, const Layout& layout, Address at) {
  const auto named = [&](const Text& what, uint32_t place) {
    if (layout.places > 1)
      inspector.TagNumber(what, place);
    else
      inspector.Tag(what);
  };
  if (at < layout.List(0)) return inspector.Tag(kSuperBlock);
  for (uint32_t place = 0; place < layout.places; ++place) {
    if (at < layout.Word(place, 0)) return named(kList, place);
    if (at < layout.List(place) + layout.PlaceBytes()) return named(kBitmap, place);
  }
  inspector.TagNumber(kSlot, (at - layout.Slot(0)) / layout.unit_bytes);
}

}  // namespace

void DescribeMedium(Inspector& inspector, const Slots& slots) {
  const NvmWear& wear = slots.nvm().wear();
  if (!wear.moves_units() || wear.units() > kMostPlaces) return;
  std::vector<uint32_t> units(wear.units(), kNobody);
  for (uint32_t unit = 0; unit < wear.addressed(); ++unit) units[wear.PlaceOfUnit(unit)] = unit;
  inspector.BeginStructure(kMediumStructure, wear.units());
  for (uint32_t place = 0; place < wear.units(); ++place) {
    const uint32_t unit = units[place];
    char label[16];
    std::snprintf(label, sizeof label, "%u", place);
    inspector.BeginItem(place, label, TxnLabel{0}, unit == kNobody);
    if (unit != kNobody)
      NameUnit(inspector, slots.layout(), uint64_t{unit} * wear.unit_bytes());
    else
      inspector.Tag(wear.IsGap(place) ? kGap : wear.IsSpare(place) ? kSpare : kNothing);
    inspector.TagNumber(kWrites, wear.Of(place));
    if (wear.IsWorn(place)) inspector.Tag(kWorn);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::pcm
