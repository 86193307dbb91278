#include "families.h"

namespace afterimage::testing_support {
namespace {

// A split logs pages.
const std::vector<Room> kRoomForSplits = {
    {"explore-split", {{"partition_kb", 8}, {"checkpoint_kb", 8}}}};

// Few slots and frames and a short log zone, so that all are used again.
const Family kChanged = {.name = "WAL with PCM",
                         .scheme = "pcm-wal",
                         .params = {{"frames", 2},
                                    {"cache_pages", 2},
                                    {"partition_kb", 2},
                                    {"checkpoint_kb", 2},
                                    {"log_kb", 2},
                                    {"transfer_kb", 1},
                                    {"heap_pages", 3}},
                         .room = kRoomForSplits};
const Family kEvicted = {.name = "WAL with PCM, all pages that leave DRAM",
                         .scheme = "pcm-wal",
                         .params = {{"cache", 1},
                                    {"frames", 2},
                                    {"cache_pages", 2},
                                    {"partition_kb", 2},
                                    {"checkpoint_kb", 2},
                                    {"log_kb", 2},
                                    {"transfer_kb", 1},
                                    {"heap_pages", 4}},
                         .room = kRoomForSplits};

// Stories for this system only.
const char kAgain[] = "own/explore-page-again";
const char kLeaves[] = "own/explore-page-leaves-pcm";
const Family kSlotsAgain = {
    .name = "WAL with PCM, slots used again", .scheme = "pcm-wal", .params = {{"cache_pages", 2}}};

// Written back at once, so that a page comes back to its slot while the disk writes the one before.
const Family kSlotsBack = {.name = "WAL with PCM, slots that come back",
                           .scheme = "pcm-wal",
                           .params = {{"cache_pages", 3}, {"destage_high", 1}, {"destage_low", 0}}};
// All of the log has room in its zone, so that it comes round to a stretch while the disk writes
// it.
const Family kLogRound = {.name = "WAL with PCM, a log that comes round",
                          .scheme = "pcm-wal",
                          .params = {{"cache_pages", 8},
                                     {"partitions", 3},
                                     {"partition_kb", 2},
                                     {"checkpoint_kb", 2},
                                     {"buffer_kb", 4},
                                     {"log_kb", 16},
                                     {"transfer_kb", 1}}};

const Declared kPcmWal(SchemeFamilies{
    .scheme = "pcm-wal",
    .promising = {{.family = kChanged,
                   .small_stories = {"explore-abort", "explore-dependent", "explore-readers"}},
                  {.family = kEvicted, .small_stories = {"explore-dependent", "explore-readers"}},
                  {.family = kSlotsAgain, .stories = {kAgain, kLeaves}},
                  {.family = kSlotsBack, .stories = {"own/explore-slot-comes-back"}},
                  {.family = kLogRound, .stories = {"own/explore-log-comes-round"}}},
    .mutated = kChanged,
    .variants = {{.name = "slots",
                  .family = kSlotsAgain,
                  .declared = {"former-slot-left", "clean-before-disk"},
                  .stories = {kAgain, kLeaves}},
                 {.name = "twice",
                  .family = kSlotsBack,
                  .declared = {"undo-oldest-first"},
                  .stories = {kOlderValue}}},
    .numbers = {{"cache_pages", {2, 3, 16}},
                {"log_kb", {4, 8}},
                {"transfer_kb", {4}},
                {"partitions", {4}},
                {"partition_kb", {4, 8}},
                {"checkpoint_kb", {1, 2}}},
});

}  // namespace
}  // namespace afterimage::testing_support
