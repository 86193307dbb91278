// A word of NVM as a field of the interface.
#ifndef AFTERIMAGE_SCHEME_REWIND_WORD_FIELD_H_
#define AFTERIMAGE_SCHEME_REWIND_WORD_FIELD_H_

#include "scheme/rewind/layout.h"
#include "trace/inspector.h"

namespace afterimage::rewind {

inline FieldSpec WordField(const Text& name, Address address, Codec codec = Codec::kPointer) {
  return {.name = name, .tier = Tier::kNvm, .address = address, .size = kWord, .codec = codec};
}

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_REWIND_WORD_FIELD_H_
