// Parameters that every heap engine has. A system's own come first in its list, these follow.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_PARAMS_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_PARAMS_H_

#include <array>

#include "scheme/shared/heap/records/records.h"

namespace afterimage::heap {

// How a transaction finds records: by hash buckets, or by B+-trees.
enum class Placement : uint8_t { kHash, kTree };

struct Params {
  Placement placement = Placement::kHash;
  uint32_t fanout = 0;   // entries of a tree's node
  bool arrays = false;   // trees by the first columns of a key, where the table allows it
  uint32_t buckets = 0;  // of a table, at least
  uint32_t spare_kb = 0;

  // Bytes of NVM that these rows take with all that leads to them, and the spare heap.
  uint64_t Bytes(const InitialRows& rows) const;
  // Bytes that do not depend on rows.
  uint64_t FixedBytes() const;
  // `past_cache`: the headers of its blocks are durable before they are used.
  PersistentHeap* MakeHeap(const EngineContext& context, bool past_cache) const;
  Records* MakeRecords(const EngineContext& context, PersistentHeap& heap, Library& library,
                       LockManager& locks) const;
};

inline constexpr uint32_t kParamCount = 6;
extern const ParamInfo kParamInfo[kParamCount];

// Returns a system's own parameters and then those of heap engines.
template <size_t N>
std::array<ParamInfo, N + kParamCount> WithHeapParams(const ParamInfo (&own)[N]) {
  std::array<ParamInfo, N + kParamCount> all;
  for (size_t i = 0; i < N; ++i) all[i] = own[i];
  for (size_t i = 0; i < kParamCount; ++i) all[N + i] = kParamInfo[i];
  return all;
}

// The heap engine's parameters, which begin at `first`.
Params ParamsFrom(const ParamValues& values, uint32_t first);
// Words of a script's value.
uint32_t ValueWordsFrom(const ParamValues& values, uint32_t first);
// Devices of a heap engine whose library takes so many bytes. A database that does not fit 32-bit
// addresses gets what there is of them; it cannot be formatted.
DeviceSizes SizesOf(uint64_t library_bytes, const Params& params, const InitialRows& rows);
// Null, or why these parameters do not go together.
const Mismatch* CheckParams(uint64_t library_bytes, const Params& params);

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_PARAMS_H_
