// Latencies are published in cycles of the core; a machine's are at its own clock.
#include "tier/prices/cache_profile.h"

#include "base/build.h"

namespace afterimage {
namespace {

constexpr char kShapeOfX5550[] =
    "NV-Logging (VLDB 2014), table 1; ways as 7-cpu.com has them of Westmere";
constexpr char kCyclesOfX5550[] =
    "Molka et al., PACT 2009 (Nehalem EP): 4, 10 and 38 cycles; at 2.67 GHz";
constexpr CacheLevel kLevelsOfX5550[] = {
    {32, 8, 1, 1498, kShapeOfX5550, kCyclesOfX5550},
    {256, 8, 1, 3745, kShapeOfX5550, kCyclesOfX5550},
    {8192, 16, 4, 14232, kShapeOfX5550, kCyclesOfX5550},
};

constexpr char kShapeOfE5420[] =
    "X-bit labs, Core 2 Extreme QX9650 (2007), of the same dies: 6 MB of 24 ways for each two "
    "cores";
constexpr char kCyclesOfE5420[] =
    "Intel 64 and IA-32 optimization manual (Core microarchitecture): 3 cycles, and 15 as X-bit "
    "labs measured; at 2.5 GHz";
constexpr CacheLevel kLevelsOfE5420[] = {
    {32, 8, 1, 1200, kShapeOfE5420, kCyclesOfE5420},
    {6144, 24, 2, 6000, kShapeOfE5420, kCyclesOfE5420},
};

constexpr char kShapeOfXeonEp[] =
    "NV-Logging (VLDB 2014), table 1; Intel: 20 ways of the 20 MB of a Xeon E5-2600";
constexpr char kCyclesOfXeonEp[] =
    "The Tech Report, Sandy Bridge-E (2011): 4, 12 and 30 cycles; at 2.6 GHz";
constexpr CacheLevel kLevelsOfXeonEp[] = {
    {32, 8, 1, 1538, kShapeOfXeonEp, kCyclesOfXeonEp},
    {256, 8, 1, 4615, kShapeOfXeonEp, kCyclesOfXeonEp},
    {20480, 20, 8, 11538, kShapeOfXeonEp, kCyclesOfXeonEp},
};

constexpr char kShapeOfI7[] =
    "PCMLogging (TKDE 2015), section 6.1: i7-2600; Intel: 8 MB of 16 ways";
constexpr char kCyclesOfI7[] =
    "7-cpu.com (Ivy Bridge, of the same levels): 4, 12 and 30 cycles; at 3.4 GHz";
constexpr CacheLevel kLevelsOfI7[] = {
    {32, 8, 1, 1176, kShapeOfI7, kCyclesOfI7},
    {256, 8, 1, 3529, kShapeOfI7, kCyclesOfI7},
    {8192, 16, 4, 8824, kShapeOfI7, kCyclesOfI7},
};

constexpr char kShapeOfIceLake[] =
    "Intel, Xeon Scalable processors of the third generation: 48 KB, 1.25 MB and 1.5 MB a core; "
    "12, "
    "20 and 12 ways";
constexpr char kCyclesOfIceLake[] =
    "Intel 64 and IA-32 optimization manual (Sunny Cove): 5 and 14 cycles; at 3.0 GHz";
constexpr CacheLevel kLevelsOfIceLake[] = {
    {48, 12, 1, 1667, kShapeOfIceLake, kCyclesOfIceLake},
    {1280, 20, 1, 4667, kShapeOfIceLake, kCyclesOfIceLake},
    {49152, 12, 32, 26000, kShapeOfIceLake,
     "assumption: as AnandTech (2017) measured over the mesh of the first generation, 25 to 27 ns"},
};

constexpr CacheProfile kAllCaches[] = {
    {"x5550", {"Xeon X5550 (Nehalem)", "Xeon X5550（Nehalem）"}, kLevelsOfX5550},
    {"e5420", {"Xeon E5420 (Harpertown)", "Xeon E5420（Harpertown）"}, kLevelsOfE5420},
    {"xeon-ep",
     {"Xeon-EP of PMEP (Sandy Bridge)", "PMEP 的 Xeon-EP（Sandy Bridge）"},
     kLevelsOfXeonEp},
    {"i7-2600", {"Core i7-2600 (Sandy Bridge)", "Core i7-2600（Sandy Bridge）"}, kLevelsOfI7},
    {"ice-lake", {"Xeon Scalable, third generation", "第三代 Xeon Scalable"}, kLevelsOfIceLake},
};

}  // namespace

const std::span<const CacheProfile> kCacheProfiles =
    kWhole ? std::span<const CacheProfile>(kAllCaches) : std::span<const CacheProfile>();

}  // namespace afterimage
