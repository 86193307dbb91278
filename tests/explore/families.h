// The questions that the explorer is to answer of each scheme, as the files of families/ declare
// them.
#ifndef AFTERIMAGE_TESTS_EXPLORE_FAMILIES_H_
#define AFTERIMAGE_TESTS_EXPLORE_FAMILIES_H_

#include <optional>
#include <string>
#include <vector>

#include "scheme/contract/scheme.h"

namespace afterimage::testing_support {

// A rollback of two changes of one record: undo-oldest-first leaves the last value but one. Only
// families that name this story run it.
inline constexpr char kOlderValue[] = "own/explore-older-value";

// The parameters that a story needs in place of a family's.
struct Room {
  std::string story;
  std::vector<ParamSetting> params;
};

// A scheme with parameters under which a story of a few transactions meets everything.
struct Family {
  const char* name;
  const char* scheme;
  std::vector<ParamSetting> params;
  // A processor whose write-backs wait for a fence; the stories' own has ordered ones only.
  bool clwb = false;
  // A machine that keeps its caches when the power fails.
  bool caches_kept = false;
  // Files go through a page cache, whose flusher writes every page within a millisecond.
  bool page_cache = false;
  std::vector<Room> room = {};
};

// A family that must keep its promise in its stories.
struct Promising {
  Family family;
  // The stories of the family, all if it names none. Those of scenarios/explore/own, "own/...",
  // belong to the families that name them only.
  std::vector<std::string> stories = {};
  // Those small enough for a third power cut, the second in recovery.
  std::vector<std::string> small_stories = {};
  // Those that have too many images for the last power cut every day: it comes in the deep
  // exploration only.
  std::vector<std::string> long_stories = {};
  // The stories that run in the deep exploration only, up to a second power cut.
  std::vector<std::string> deep_stories = {};
};

// A mutation that no client notices: in this story the bytes of a structure break the rule.
struct Unnoticed {
  const char* mutation;
  const char* story;
  const char* rule;
};

// Numbers of a parameter that go with stories of a few transactions.
struct Numbers {
  std::string id;
  std::vector<int64_t> values;
};

// A further family on which a system's mutations are tried: it comes to sites that the first one
// does not. In mutations.txt its lines begin with "scheme:name".
struct Variant {
  const char* name;
  Family family;
  // The mutations of the system that have an effect here: the first family is not tried with them.
  std::vector<std::string> declared = {};
  // All where it names none.
  std::vector<std::string> stories = {};
};

struct SchemeFamilies {
  const char* scheme;
  std::vector<Promising> promising = {};
  // Its mutations are tried on this one: with little room, so that the log is reused. None where
  // another scheme has the same ones.
  std::optional<Family> mutated = {};
  std::vector<Variant> variants = {};
  // The stories, beside "explore-insert-delete", that are small enough to look for a mutation with
  // one more power cut in recovery.
  std::vector<std::string> second_cuts = {"explore-steal", "explore-again"};
  std::vector<Unnoticed> unnoticed = {};
  // The system's own parameters; those that it does not name keep their standard.
  std::vector<Numbers> numbers = {};
};

// A file of families/ has one object of this kind, which puts it on the list before main begins.
class Declared {
 public:
  explicit Declared(SchemeFamilies families);
};

// The families in the order of kSchemes.
std::vector<const SchemeFamilies*> DeclaredFamilies();
// Null where no file declares this scheme.
const SchemeFamilies* FamiliesOf(const SchemeInfo& scheme);

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_EXPLORE_FAMILIES_H_
