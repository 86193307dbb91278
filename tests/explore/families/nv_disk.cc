#include "families.h"

namespace afterimage::testing_support {
namespace {

// Its code, and so its mutations, are those of ARIES.
const Declared kNvDisk(SchemeFamilies{
    .scheme = "nv-disk",
    .numbers = {{"partitions", {3, 6}}, {"partition_kb", {2, 4, 32}}, {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
