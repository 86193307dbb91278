// The content of the medium at each of its places, of a PCM that levels wear, for the interface.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_MEDIUM_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_MEDIUM_H_

#include "scheme/shared/pcm_slots/slots.h"

namespace afterimage::pcm {

// Shows the places with the units that are there, the gap, and the spares; nothing of a device that
// has each unit at its own place, or of a large one.
void DescribeMedium(Inspector& inspector, const Slots& slots);

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_MEDIUM_H_
