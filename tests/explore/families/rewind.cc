#include "families.h"
#include "stories.h"

namespace afterimage::testing_support {
namespace {

// Choices by their place.
enum : int64_t { kSimple, kOptimized, kBatch };
enum : int64_t { kForce, kNoForce };
enum : int64_t { kAtCommit, kAtCheckpoints };
enum : int64_t { kBehindCheckpoint, kAll };
enum : int64_t { kBuckets, kTrees };

// The story of a split asks for B+-trees, if a system has them; here it runs with buckets.
const std::vector<Room> kInBuckets = {{"explore-split", {{"placement", kBuckets}}}};

// A log of few records, so that buckets fill, empty and are used again.
Family FamilyOf(const char* name, int64_t version, int64_t policy, int64_t clear,
                std::vector<ParamSetting> more = {}) {
  Family family{.name = name,
                .scheme = "rewind",
                .params = {{"version", version},
                           {"policy", policy},
                           {"clear", clear},
                           {"log_slots", 64},
                           {"bucket_records", 4},
                           {"group", 2}},
                .room = kInBuckets};
  family.params.insert(family.params.end(), more.begin(), more.end());
  return family;
}

const std::vector<ParamSetting> kOfEight = {{"bucket_records", 16}, {"group", 8}};

// Six stories that every form of the log meets, from the smallest on.
const std::vector<std::string> kSix = {"explore-readers", "explore-younger",
                                       "explore-zigzag",  "explore-dependent",
                                       "explore-steal",   "explore-insert-delete"};
const std::vector<std::string> kSmall = {kSix.begin(), kSix.begin() + 3};

Promising Of(const char* name, int64_t version, int64_t policy, int64_t clear,
             std::vector<ParamSetting> more = {}) {
  Promising promising{.family = FamilyOf(name, version, policy, clear, std::move(more)),
                      .small_stories = kSmall,
                      .long_stories = {"explore-abort", "explore-again"}};
  if (policy == kForce) return promising;
  // The caches hold what recovery stores, too: images multiply, in two stories beyond measure where
  // every record is stored by itself.
  for (const std::string& story : Stories()) {
    const bool endless = story == "explore-abort" || story == "explore-split";
    if (version == kBatch || !endless) promising.stories.push_back(story);
  }
  promising.long_stories = promising.stories;
  return promising;
}

// The six stories alone: another size, another machine.
Promising Six(Promising promising) {
  promising.stories = kSix;
  promising.long_stories.clear();
  return promising;
}

// A processor whose caches outlive a power failure, as with eADR or a battery (WSP).
Promising InCaches(Promising promising) {
  promising.family.caches_kept = true;
  promising.small_stories.clear();
  return promising;
}

// Two layers: a record of the log is an operation on a tree, and that many on a list.
Promising Tree(const char* name, int64_t policy, int64_t clear, int64_t logs = 1) {
  Promising promising =
      Six(Of(name, kOptimized, policy, clear, {{"layers", 2}, {"log_slots", 32}, {"logs", logs}}));
  promising.long_stories = kSix;
  promising.small_stories.clear();
  if (policy == kNoForce) {
    promising.stories = kSmall;
    // Steals, inserts and deletes in a short form: exploring the longer stories takes more than 20
    // GB.
    promising.deep_stories = {"explore-dependent", "own/explore-short-steal",
                              "own/explore-short-insert-delete"};
  }
  return promising;
}

// Records found by B+-trees of small nodes, which split and join in the stories.
Promising Indexed(const char* name, int64_t version, int64_t policy, int64_t clear) {
  Promising promising =
      Of(name, version, policy, clear, {{"placement", kTrees}, {"fanout", 4}, {"log_slots", 256}});
  promising.family.room.clear();
  promising.small_stories.clear();
  promising.stories = promising.long_stories = {"explore-steal"};
  if (policy == kForce)
    promising.stories = {"explore-abort", "explore-insert-delete", "explore-split",
                         "explore-zigzag"};
  if (version == kSimple) promising.stories.push_back("own/explore-roots");
  return promising;
}

// A log for each of two threads: the stories in which two are under way.
Promising TwoLogs(const char* name, int64_t version, int64_t clear,
                  std::vector<ParamSetting> more = {}) {
  more.push_back({"logs", 2});
  Promising promising = Of(name, version, kForce, clear, std::move(more));
  promising.stories = {"explore-dependent", "explore-readers", "explore-insert-delete",
                       "own/explore-two-logs"};
  promising.long_stories = {"explore-dependent", "explore-insert-delete"};
  return promising;
}

// The smallest logs, which two transactions fill: recovery finds room however much of it power cuts
// use up.
Promising Smallest(const char* name, int64_t version, int64_t policy, int64_t clear,
                   int64_t bucket_records) {
  Promising promising =
      Of(name, version, policy, clear, {{"log_slots", 16}, {"bucket_records", bucket_records}});
  promising.family.room.clear();
  promising.small_stories.clear();
  promising.stories =
      promising.long_stories = {"own/explore-scarce-log", "own/explore-unfilled-cell"};
  return promising;
}

// The same in two layers, where these stories take longer.
Promising SmallestTree(const char* name, int64_t policy, int64_t clear) {
  Promising promising = Smallest(name, kOptimized, policy, clear, 2);
  promising.family.params.push_back({"layers", 2});
  std::swap(promising.stories, promising.deep_stories);
  promising.stories = {"own/explore-short-steal"};
  promising.long_stories.push_back("own/explore-short-steal");
  return promising;
}

// Another way to clear the log: the stories with checkpoints.
Promising Clearing(const char* name, int64_t version, std::vector<ParamSetting> more) {
  Promising promising = Of(name, version, kNoForce, kAtCheckpoints, std::move(more));
  promising.stories = {"explore-again", "explore-checkpoint", "explore-younger"};
  return promising;
}

const Declared kRewind(SchemeFamilies{
    .scheme = "rewind",
    .promising =
        {{.family = {.name = "REWIND", .scheme = "rewind", .params = {}, .room = kInBuckets},
          .small_stories = kSmall,
          .long_stories = {"explore-again"}},
         Of("REWIND, Simple, no-force", kSimple, kNoForce, kAtCheckpoints),
         Of("REWIND, Simple, cleared at checkpoints", kSimple, kForce, kAtCheckpoints),
         Of("REWIND, Optimized", kOptimized, kForce, kAtCommit),
         Of("REWIND, Optimized, cleared at checkpoints", kOptimized, kForce, kAtCheckpoints),
         Of("REWIND, Optimized, no-force", kOptimized, kNoForce, kAtCheckpoints),
         Clearing("REWIND, Optimized, no-force, cleared in order", kOptimized, {{"redo", kAll}}),
         Clearing("REWIND, Optimized, no-force, compacted", kOptimized, {{"compact_percent", 100}}),
         Tree("REWIND, two layers", kForce, kAtCommit),
         Tree("REWIND, two layers, cleared at checkpoints", kForce, kAtCheckpoints),
         Tree("REWIND, two layers, no-force", kNoForce, kAtCheckpoints),
         Of("REWIND, Batch", kBatch, kForce, kAtCommit),
         Of("REWIND, Batch, cleared at checkpoints", kBatch, kForce, kAtCheckpoints),
         Of("REWIND, Batch, no-force", kBatch, kNoForce, kAtCheckpoints),
         Six(Of("REWIND, Batch of 8", kBatch, kForce, kAtCommit, kOfEight)),
         Six(Of("REWIND, Batch of 8, cleared at checkpoints", kBatch, kForce, kAtCheckpoints,
                kOfEight)),
         Of("REWIND, Batch of 8, no-force", kBatch, kNoForce, kAtCheckpoints, kOfEight),
         Clearing("REWIND, Batch, no-force, compacted", kBatch, {{"compact_percent", 100}}),
         TwoLogs("REWIND, two logs", kSimple, kAtCommit),
         TwoLogs("REWIND, Optimized, two logs, cleared at checkpoints", kOptimized, kAtCheckpoints),
         TwoLogs("REWIND, Batch, two logs", kBatch, kAtCommit),
         Tree("REWIND, two layers, two logs", kForce, kAtCommit, 2),
         InCaches(Six(Of("REWIND, Simple, caches kept", kSimple, kForce, kAtCommit))),
         InCaches(Six(Of("REWIND, Optimized, no-force, caches kept", kOptimized, kNoForce,
                         kAtCheckpoints))),
         InCaches(Six(Of("REWIND, Batch of 8, no-force, caches kept", kBatch, kNoForce,
                         kAtCheckpoints, kOfEight))),
         InCaches(Tree("REWIND, two layers, caches kept", kForce, kAtCommit)),
         Smallest("REWIND, smallest log, Simple", kSimple, kForce, kAtCommit, 4),
         Smallest("REWIND, smallest log, Simple, cleared at checkpoints", kSimple, kForce,
                  kAtCheckpoints, 4),
         Smallest("REWIND, smallest log, Simple, no-force", kSimple, kNoForce, kAtCheckpoints, 4),
         Smallest("REWIND, smallest log, Optimized", kOptimized, kForce, kAtCommit, 2),
         Smallest("REWIND, smallest log, Optimized, cleared at checkpoints", kOptimized, kForce,
                  kAtCheckpoints, 2),
         Smallest("REWIND, small buckets, Optimized, cleared at checkpoints", kOptimized, kForce,
                  kAtCheckpoints, 4),
         Smallest("REWIND, smallest log, Optimized, no-force", kOptimized, kNoForce, kAtCheckpoints,
                  2),
         Smallest("REWIND, smallest log, Batch", kBatch, kForce, kAtCommit, 2),
         Smallest("REWIND, smallest log, Batch, cleared at checkpoints", kBatch, kForce,
                  kAtCheckpoints, 2),
         Smallest("REWIND, smallest log, Batch, no-force", kBatch, kNoForce, kAtCheckpoints, 2),
         SmallestTree("REWIND, smallest log, two layers", kForce, kAtCommit),
         SmallestTree("REWIND, smallest log, two layers, cleared at checkpoints", kForce,
                      kAtCheckpoints),
         SmallestTree("REWIND, smallest log, two layers, no-force", kNoForce, kAtCheckpoints),
         Indexed("REWIND, B+-trees", kSimple, kForce, kAtCommit),
         Indexed("REWIND, B+-trees, Batch", kBatch, kForce, kAtCommit),
         Indexed("REWIND, B+-trees, Optimized, no-force", kOptimized, kNoForce, kAtCheckpoints),
         Indexed("REWIND, B+-trees, Batch, no-force", kBatch, kNoForce, kAtCheckpoints)},
    .mutated = Family{.name = "REWIND", .scheme = "rewind", .params = {}, .room = kInBuckets},
    .variants = {{"optimized",
                  FamilyOf("REWIND, Optimized", kOptimized, kForce, kAtCommit,
                           {{"log_slots", 20}, {"compact_percent", 60}}),
                  {"cell-before-record", "bucket-not-zeroed", "gap-is-the-end",
                   "switch-before-copies", "end-first"}},
                 {"batch",
                  FamilyOf("REWIND, Batch", kBatch, kForce, kAtCommit, {{"log_slots", 16}}),
                  {"index-before-fence", "end-waits-for-group", "store-before-group",
                   "bucket-not-zeroed"}},
                 {"no-force",
                  FamilyOf("REWIND, Optimized, no-force", kOptimized, kNoForce, kAtCheckpoints,
                           {{"log_slots", 32}}),
                  {"flush-before-checkpoint", "no-flush-at-checkpoint", "redo-from-the-beginning",
                   "redo-left-out", "end-first"},
                  {"explore-checkpoint", "explore-updates", "explore-younger"}},
                 {"two-layers",
                  FamilyOf("REWIND, two layers", kOptimized, kForce, kAtCommit,
                           {{"layers", 2}, {"log_slots", 32}}),
                  {"tree-store-not-logged", "node-freed-early"},
                  {"explore-steal"}},
                 {"two-logs",
                  FamilyOf("REWIND, two logs", kSimple, kForce, kAtCommit, {{"logs", 2}}),
                  {"one-log-recovered"},
                  {"own/explore-two-logs"}},
                 {"b-trees",
                  {.name = "REWIND, B+-trees",
                   .scheme = "rewind",
                   .params = {{"placement", kTrees}, {"fanout", 4}}},
                  {"nodes-not-locked"},
                  {"explore-insert-delete", "explore-split", "own/explore-roots"}}},
    .second_cuts = {},
    .unnoticed = {{"leave-out-recovery-15-1", "explore-abort", "The log is empty"},
                  {"leave-out-list-recovery-10-1", "explore-abort", "The log is empty"}},
    .numbers = {{"layers", {1, 2}},
                {"fanout", {4, 8}},
                {"log_slots", {32, 64}},
                {"bucket_records", {4, 16}},
                {"group", {2, 8}},
                {"compact_percent", {0, 100}},
                {"checkpoint_records", {0, 8}},
                {"logs", {1, 2}},
                {"buckets", {1, 2}},
                {"spare_kb", {0, 4}}},
});

}  // namespace
}  // namespace afterimage::testing_support
