#include "families.h"

namespace afterimage::testing_support {
namespace {

// Stories for this system only: a rollback that splits a leaf, and two leaves that are split at
// once.
const char kSplitInUndo[] = "own/explore-split-in-undo";
const char kTwoSplits[] = "own/explore-two-splits";
// Pages of two sectors, which go home before their transactions end and behind them.
const std::vector<std::string> kTornStories = {"own/explore-torn-page", "explore-steal",
                                               "explore-checkpoint"};

std::vector<Room> HeapRoom() {
  std::vector<Room> rooms;
  for (const char* story : {"explore-split", kSplitInUndo, kTwoSplits})
    rooms.push_back({story, {{"heap_kb", 64}, {"checkpoint_kb", 4}}});
  return rooms;
}

// Little room, so that memory is used again; pages that hash together.
Family Tables(const char* name, std::vector<ParamSetting> more) {
  Family family;
  family.name = name;
  family.scheme = "base";
  family.params = {{"heap_kb", 2}, {"checkpoint_kb", 1}, {"redo_buckets", 2}, {"frames", 3}};
  family.params.insert(family.params.end(), more.begin(), more.end());
  family.clwb = true;
  family.room = HeapRoom();
  return family;
}

// Nothing of a split is certain before its end, so it has too many images for every day.
const std::vector<std::string> kPlainStories = {
    "explore-abort",   "explore-again", "explore-checkpoint", "explore-dependent",
    "explore-readers", "explore-steal", "explore-updates",    "explore-insert-delete",
    "explore-younger", "explore-zigzag"};

// If changes are linked only at commit, undo is linked before redo.
std::vector<std::string> CommitStories() {
  std::vector<std::string> stories = kPlainStories;
  stories.push_back("own/explore-insert-then-update");
  return stories;
}

const Declared kBaseFamilies(SchemeFamilies{
    .scheme = "base",
    .promising = {{.family = Tables("BaSE", {})},
                  {.family = Tables("BaSE, early lock release", {{"elr", 1}}),
                   .long_stories = {"explore-split"}},
                  {.family = Tables("BaSE, two recovery threads", {{"recovery_threads", 2}}),
                   .long_stories = {"explore-split"}},
                  {.family = Tables("BaSE, redo in the order of LSNs", {{"recovery", 1}}),
                   .long_stories = {"explore-split"}},
                  {.family = Tables("BaSE, splits", {{"elr", 1}, {"recovery_threads", 2}}),
                   .stories = {kTwoSplits, kSplitInUndo},
                   .long_stories = {kSplitInUndo}},
                  {.family = Tables("BaSE, durable at the commit", {{"durable", 1}}),
                   .stories = CommitStories(),
                   .deep_stories = {"explore-split"}},
                  {.family = Tables("BaSE, durable at the commit, early lock release",
                                    {{"durable", 1}, {"elr", 1}, {"recovery_threads", 2}}),
                   .stories = CommitStories()},
                  {.family = Tables("BaSE, pages of two sectors",
                                    {{"page_bytes", 1024}, {"torn_pages", 1}}),
                   .stories = kTornStories},
                  {.family = Tables(
                       "BaSE, pages of two sectors that go home together",
                       {{"page_bytes", 1024}, {"torn_pages", 1}, {"heap_pages", 3}, {"frames", 4}}),
                   .stories = {"own/explore-torn-batch"}}},
    .mutated = Tables("BaSE", {{"elr", 1}, {"lsn_step", 4}}),
    .variants = {{"commit",
                  Tables("BaSE", {{"durable", 1}, {"elr", 1}}),
                  {"commit-before-records", "page-before-records", "others-undo-left",
                   "behind-others-records"},
                  {"explore-abort", "explore-again", "explore-steal", "explore-dependent"}},
                 {"late", Tables("BaSE", {}), {"locks-first"}, {"explore-readers"}},
                 {"twice", Tables("BaSE", {}), {"undo-oldest-first"}, {kOlderValue}}},
    // Recovery's undo of a structure change matters where the power fails in it.
    .second_cuts = {"explore-steal", "explore-again", "explore-split"},
    .numbers = {{"transactions", {2, 5, 2000}},
                {"redo_buckets", {1, 7, 1000}},
                {"heap_kb", {2, 8, 64}},
                {"checkpoint_kb", {1, 2}},
                {"lsn_step", {1, 16}},
                {"recovery_threads", {1, 2, 5}},
                {"doublewrite_batch", {1, 2, 120}}},
});

}  // namespace
}  // namespace afterimage::testing_support
