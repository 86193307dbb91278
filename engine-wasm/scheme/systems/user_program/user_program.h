// A log that the user writes: a program in a small language, run and explored as the systems of the
// papers are. docs/own-systems.md has the language.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_USER_PROGRAM_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_USER_PROGRAM_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kUserProgram;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_USER_PROGRAM_H_
