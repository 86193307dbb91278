#include "base/mutant_switch.h"

#include <cstdlib>

namespace afterimage::mutants {

unsigned chosen = 0;
unsigned char reached[kMost];

namespace {

// Before any other object is made.
__attribute__((constructor(101))) void ReadEnvironment() {
  if (const char* number = std::getenv("AFTERIMAGE_MUTANT"))
    chosen = static_cast<unsigned>(std::atoi(number));
}

}  // namespace
}  // namespace afterimage::mutants
