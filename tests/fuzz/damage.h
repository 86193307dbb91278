// Damages what a power cut left on the devices, as an input says. An edit is
//
//   how 1 | where 4 | in 2 | length 1 | so many bytes
//
//   how:  bits 0-1  0 NVM, 1 the data disk, 2 the log disk, 3 a sealed thing: a page, a log record
//                   or a log's master, whose checksum is set again afterwards, so that the damage
//                   is believed
//         bits 2-3  the bytes replace what is there, are added to it as a number, or say from
//                   where (4 bytes) what is there is copied
//   where: the address, or which of the sealed things; `in`: the place in it (not for devices)
#ifndef AFTERIMAGE_TESTS_FUZZ_DAMAGE_H_
#define AFTERIMAGE_TESTS_FUZZ_DAMAGE_H_

#include <vector>

#include "input_reader.h"
#include "tier/device_set.h"

namespace afterimage::fuzz {

// `page_bytes`: the size of the database's pages, 0 if there are none. All lines in doubt must have
// been decided.
void ApplyDamage(DeviceSet& devices, uint32_t page_bytes, InputReader& input);

}  // namespace afterimage::fuzz

#endif  // AFTERIMAGE_TESTS_FUZZ_DAMAGE_H_
