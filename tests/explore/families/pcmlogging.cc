#include "families.h"

namespace afterimage::testing_support {
namespace {

// The story of a split asks for B+-trees; here it runs with buckets.
const Room kSplitInBuckets = {"explore-split",
                              {{"placement", 0}, {"heap_pages", 8}, {"slots", 32}, {"frames", 11}}};

// Few slots and frames, so that pages leave DRAM early, and slots are used again. The tables take
// some of the frames.
const Family kByRecord = {
    .name = "PCMLogging",
    .scheme = "pcmlogging",
    .params = {{"slots", 16}, {"page_slots", 0}, {"transactions", 4}, {"frames", 3}},
    .room = {kSplitInBuckets}};
const Family kReplaced = {
    .name = "PCMLogging, versions replaced",
    .scheme = "pcmlogging",
    .params = {{"slots", 16}, {"page_slots", 0}, {"transactions", 4}, {"heap_pages", 3}}};

// Half of PCM is free when destaging begins, in segments of two slots: it is under way all the
// time, at a rate that it plans anew several times a story. What is idle is used, too.
const Family kAdaptive = {.name = "PCMLogging, adaptive destaging",
                          .scheme = "pcmlogging",
                          .params = {{"slots", 16},
                                     {"page_slots", 0},
                                     {"transactions", 4},
                                     {"frames", 3},
                                     {"destage", 1},
                                     {"destage_free", 900},
                                     {"segment_bytes", 256},
                                     {"rate_window_us", 20},
                                     {"warm_up_windows", 2},
                                     {"rate_shape", 1}},
                          .room = {kSplitInBuckets}};
const Family kIdle = {.name = "PCMLogging, destaging when idle",
                      .scheme = "pcmlogging",
                      .params = {{"slots", 16},
                                 {"page_slots", 0},
                                 {"transactions", 4},
                                 {"frames", 3},
                                 {"destage_when_idle", 1},
                                 {"victim", 1}},
                      .room = {kSplitInBuckets}};

// Everything that has committed before the last transaction makes room for what is written, and
// goes to the disk early. A version has two lines, which become durable in either order.
const Family kSwapping = {.name = "PCMLogging, swapping",
                          .scheme = "pcmlogging",
                          .params = {{"slots", 32},
                                     {"page_slots", 0},
                                     {"transactions", 4},
                                     {"frames", 3},
                                     {"heap_pages", 3},
                                     {"destage_high", 500},
                                     {"destage_low", 200},
                                     {"value_bytes", 64},
                                     {"swap_delta", 1}},
                          .room = {kSplitInBuckets}};

// List and bitmap move at every third store into them, between two places: what a place had when
// they last left it is old.
const Family kRelocating = {.name = "PCMLogging, list and bitmap move",
                            .scheme = "pcmlogging",
                            .params = {{"slots", 16},
                                       {"page_slots", 0},
                                       {"transactions", 4},
                                       {"frames", 3},
                                       {"relocate_stores", 3},
                                       {"relocate_places", 2}},
                            .room = {kSplitInBuckets}};

// The number of frames in the stories' own files is too small for the tables and a split.
std::vector<Room> FramesFor(std::vector<std::string> stories) {
  std::vector<Room> room;
  for (const std::string& story : stories)
    room.push_back({story, {{"placement", 1}, {"frames", 14}}});
  room.push_back({"explore-split", {{"frames", 18}}});
  return room;
}
const std::vector<std::string> kOnTrees = {"explore-abort", "explore-again", "explore-dependent",
                                           "explore-insert-delete", "explore-steal"};
const Family kIndexed = {.name = "PCMLogging, B+-trees",
                         .scheme = "pcmlogging",
                         .params = {{"placement", 1},
                                    {"spare_pages", 16},
                                    {"slots", 64},
                                    {"page_slots", 16},
                                    {"transactions", 4}},
                         .room = FramesFor(kOnTrees)};
// All of it happens at once: complete pages move, and go to the disk, while they are split.
const Family kSwapTrees = {.name = "PCMLogging, B+-trees, swapping",
                           .scheme = "pcmlogging",
                           .params = {{"placement", 1},
                                      {"spare_pages", 16},
                                      {"slots", 64},
                                      {"page_slots", 12},
                                      {"transactions", 4},
                                      {"destage_high", 200},
                                      {"destage_low", 100},
                                      {"relocate_stores", 5},
                                      {"swap_delta", 1}},
                           .room = FramesFor(kOnTrees)};
const Family kIdleTrees = {.name = "PCMLogging, B+-trees, destaging when idle",
                           .scheme = "pcmlogging",
                           .params = {{"placement", 1},
                                      {"spare_pages", 16},
                                      {"slots", 64},
                                      {"page_slots", 16},
                                      {"transactions", 4},
                                      {"destage_when_idle", 1},
                                      {"victim", 1}},
                           .room = FramesFor(kOnTrees)};
// The bits of the slots for pages are in two lines of the bitmap: a cleared one does not become
// durable by the way when the next one is set. Three records fill a page of the heap.
Family TwoLines(const char* name, int64_t swap_delta, int64_t slots = 510) {
  return {.name = name,
          .scheme = "pcmlogging",
          .params = {{"placement", 1},
                     {"spare_pages", 16},
                     {"slots", slots},
                     {"page_slots", 20},
                     {"transactions", 4},
                     {"value_bytes", 64},
                     {"swap_delta", swap_delta}},
          .room = {{"explore-split", {{"frames", 18}}}}};
}
const Family kTwoLines = TwoLines("PCMLogging, two lines of bits", 0);
// Records of two slots each are placed where entries of one were.
const Family kFewSlots = TwoLines("PCMLogging, B+-trees, few slots", 0, 36);
// A page has two sectors, of which a power cut may leave one.
const Family kTorn = {.name = "PCMLogging, pages of two sectors",
                      .scheme = "pcmlogging",
                      .params = {{"slots", 16},
                                 {"page_slots", 0},
                                 {"transactions", 4},
                                 {"frames", 3},
                                 {"heap_pages", 3},
                                 {"page_bytes", 1024}}};
const Family kByPage = {
    .name = "PCMLogging, pages",
    .scheme = "pcmlogging",
    .params = {{"granularity", 1}, {"page_slots", 12}, {"transactions", 4}, {"heap_pages", 5}},
    .room = {{"explore-split",
              {{"placement", 0}, {"heap_pages", 8}, {"page_slots", 24}, {"frames", 11}}}}};
const Family kPageTrees = {.name = "PCMLogging, pages, B+-trees",
                           .scheme = "pcmlogging",
                           .params = {{"granularity", 1},
                                      {"placement", 1},
                                      {"spare_pages", 16},
                                      {"page_slots", 32},
                                      {"transactions", 4}},
                           .room = FramesFor(kOnTrees)};

// The slots are so few that they go round, and the newer of two versions has the lower slot.
const Family kRound = {
    .name = "PCMLogging, slots go round", .scheme = "pcmlogging", .params = {{"slots", 8}}};

// Stories for this system only: a version that is replaced before its transaction has ended, one
// that is replaced while it is destaged, and one that makes room for another.
const char kFormerCopy[] = "own/explore-former-copy";
const char kSwap[] = "own/explore-swap";
const char kMeanwhile[] = "own/explore-written-meanwhile";
// Structure changes: both halves of a leaf have entries of running transactions; three versions of
// a page; and a split that its transaction undoes, at page level. The last one has no split: an
// entry takes the room of an erased one.
const char kSplit[] = "explore-split";
const char kSplitRunning[] = "own/explore-split-running";
const char kSplitPages[] = "own/explore-split-pages";
const char kSplitUndone[] = "own/explore-undone-split";
const char kFullLeaf[] = "own/explore-full-leaf";

// Small enough for a second power cut in recovery.
const std::vector<std::string> kSecondCut = {"explore-abort", "explore-insert-delete",
                                             "explore-steal"};

std::vector<std::string> With(std::vector<std::string> stories,
                              const std::vector<std::string>& more) {
  stories.insert(stories.end(), more.begin(), more.end());
  return stories;
}

const Declared kPcm(SchemeFamilies{
    .scheme = "pcmlogging",
    .promising =
        {{.family = kByRecord, .small_stories = kSecondCut},
         {.family = kIndexed,
          .stories = With(kOnTrees, {kSplit, kSplitRunning, kSplitPages, kFullLeaf}),
          .small_stories = {kSplit, kSplitRunning, kSplitPages, kFullLeaf}},
         {.family = kSwapTrees,
          .stories = With(kOnTrees, {kSplit, kSplitRunning, kSplitPages, kFullLeaf}),
          .small_stories = {kSplit, kSplitRunning, kSplitPages, kFullLeaf}},
         {.family = kIdleTrees,
          .stories = With(kOnTrees, {kSplit, kSplitRunning, kSplitPages, kFullLeaf})},
         {.family = kTwoLines, .stories = {kSplit, kSplitRunning, kSplitPages, kFullLeaf}},
         {.family = kFewSlots, .stories = {kSplitRunning}, .small_stories = {kSplitRunning}},
         {.family = TwoLines("PCMLogging, two lines of bits, swapping", 1),
          .stories = {kSplit, kSplitRunning, kSplitPages, kFullLeaf}},
         {.family = kRound,
          .stories = {"own/explore-place-of-another"},
          .small_stories = {"own/explore-place-of-another"}},
         {.family = kByPage},
         {.family = kAdaptive, .small_stories = kSecondCut},
         {.family = kIdle, .small_stories = kSecondCut},
         {.family = kSwapping,
          .stories = {kSwap, kMeanwhile, "explore-abort", "explore-again", "explore-insert-delete",
                      "explore-steal", "explore-updates"},
          .small_stories = With(kSecondCut, {kSwap, kMeanwhile})},
         {.family = kRelocating, .small_stories = kSecondCut},
         {.family = kPageTrees, .stories = With(kOnTrees, {kSplitUndone, kSplitPages, kFullLeaf})},
         {.family = kReplaced,
          .stories = {kFormerCopy, kMeanwhile},
          .small_stories = {kFormerCopy, kMeanwhile}},
         {.family = kTorn, .stories = {kMeanwhile, "explore-again"}}},
    .mutated = kByRecord,
    .variants = {{.name = "twice",
                  .family = kReplaced,
                  .declared = {"former-copy-left"},
                  .stories = {kFormerCopy}},
                 {.name = "meanwhile",
                  .family = kReplaced,
                  .declared = {"newer-freed"},
                  .stories = {kMeanwhile}},
                 {.name = "torn",
                  .family = kTorn,
                  .declared = {"destaged-without-copy"},
                  .stories = {kMeanwhile}},
                 {.name = "swap",
                  .family = kSwapping,
                  .declared = {"overwritten-early", "pseudo-xid-running"},
                  .stories = {kSwap}},
                 {.name = "relocate", .family = kRelocating, .declared = {"pointer-before-copy"}},
                 {.name = "b-trees",
                  .family = kIndexed,
                  .declared = {"base-freed-last", "pages-one-by-one"},
                  .stories = {"explore-again", "explore-insert-delete", kSplit, kSplitRunning}},
                 {.name = "two-lines",
                  .family = kTwoLines,
                  .declared = {"leave-out-split-5-1", "leave-out-destage-6-1", "delay-destage-6-1"},
                  .stories = {kSplitPages}},
                 {.name = "few-slots",
                  .family = kFewSlots,
                  .declared = {"leave-out-split-6-1"},
                  .stories = {kSplitRunning}}},
    .numbers = {{"slots", {16, 32}},
                {"page_slots", {12, 16}},
                {"transactions", {2, 4}},
                {"destage_high", {500, 990}},
                {"destage_low", {0, 400}},
                {"destage_free", {500, 900}},
                {"segment_bytes", {64, 1024}},
                {"rate_window_us", {10, 100}},
                {"warm_up_windows", {0, 2}},
                {"swap_delta", {1, 3}},
                {"relocate_stores", {1, 4}},
                {"relocate_places", {2, 3}}},
});

}  // namespace
}  // namespace afterimage::testing_support
