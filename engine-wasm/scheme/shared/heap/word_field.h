// A word of NVM as a field of the interface.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_WORD_FIELD_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_WORD_FIELD_H_

#include "scheme/shared/heap/layout.h"
#include "trace/inspector.h"

namespace afterimage::heap {

inline FieldSpec WordField(const Text& name, Address address, Codec codec = Codec::kPointer,
                           uint32_t size = kWord) {
  return {.name = name, .tier = Tier::kNvm, .address = address, .size = size, .codec = codec};
}

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_WORD_FIELD_H_
