#pragma once

// Chooses one of the faults that are joined in one program. No part of the engine: it is copied
// beside the sources in which faults are planted.
namespace afterimage::mutants {

constexpr unsigned kMost = 1 << 14;
// Zero where none is chosen.
extern unsigned chosen;
extern unsigned char reached[kMost];

inline bool Is(unsigned number) {
  reached[number] = 1;
  return number == chosen;
}

}  // namespace afterimage::mutants

#define MUTANT(number) ::afterimage::mutants::Is(number)
