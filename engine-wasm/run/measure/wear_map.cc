#include "run/measure/wear_map.h"

#include <algorithm>

#include "run/measure/cells.h"

namespace afterimage {
namespace {

template <class T>
void WriteCounts(const std::vector<T>& values, JsonWriter& json) {
  json.BeginArray();
  for (const T value : values) json.Integer(static_cast<int64_t>(value));
  json.EndArray();
}

}  // namespace

WearMap MapWear(const Nvm& nvm, uint32_t parts) {
  WearMap map;
  map.unit_bytes = nvm.wear().unit_bytes();
  const uint64_t units = nvm.wear().units();
  const uint64_t cells = std::min<uint64_t>(units, parts);
  map.writes.resize(cells);
  map.most.resize(cells);
  if (units == 0) return map;
  map.units.push_back(units);
  nvm.wear().ForEach([&](uint32_t unit, uint32_t writes) {
    const uint64_t part = std::min(unit * cells / units, cells - 1);
    map.writes[part] += writes;
    map.most[part] = std::max(map.most[part], writes);
    const uint32_t cell = CellOf(writes);
    if (cell >= map.units.size()) map.units.resize(cell + 1);
    ++map.units[cell];
    --map.units[0];
  });
  return map;
}

void WriteWearMap(const WearMap& map, JsonWriter& json) {
  json.Key("wear");
  WriteCounts(map.writes, json);
  json.Key("wearMax");
  WriteCounts(map.most, json);
  json.Key("wearUnits").BeginArray();
  for (uint32_t cell = 0; cell < map.units.size(); ++cell) {
    if (map.units[cell] == 0) continue;
    json.BeginArray().Integer(static_cast<int64_t>(UpTo(cell)));
    json.Integer(static_cast<int64_t>(map.units[cell])).EndArray();
  }
  json.EndArray();
}

}  // namespace afterimage
