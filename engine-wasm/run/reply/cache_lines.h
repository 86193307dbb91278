// The lines of the cache that are newer than the NVM, with what each holds: CacheLine of
// web/engine/protocol/state.ts. The names and values are those of the structures' fields.
#ifndef AFTERIMAGE_RUN_REPLY_CACHE_LINES_H_
#define AFTERIMAGE_RUN_REPLY_CACHE_LINES_H_

#include <cstdint>
#include <vector>

#include "base/json/json_writer.h"
#include "scheme/contract/scheme.h"
#include "tier/nvm/nvm_cache.h"

namespace afterimage {

// The item of a structure, or the one inside of it.
struct ShownItemName {
  uint16_t structure;
  uint32_t key;
  bool is_inner;
  uint32_t inner;
  bool operator==(const ShownItemName&) const = default;
};

// A field of which a line of the cache may have newer bytes.
struct OpenField {
  ShownItemName item;
  uint32_t index;  // among the item's own fields
  uint64_t address;
  uint64_t size;
};

// Writes every dirty line with those of `open` that its pending stores reach.
void WriteCacheLines(const SchemeInfo& scheme, const NvmCache& cache,
                     const std::vector<OpenField>& open, JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_CACHE_LINES_H_
