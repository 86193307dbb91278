// Tests that every operation on a device, and every check of recovery, is needed. Each is left out,
// and each that orders something is exchanged with the next: the explorer must find a failing case,
// or docs/mutations.md says why there is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "run/file/scenario/site_names.h"
#include "stories.h"

namespace afterimage::testing_support {
namespace {

// A family whose mutations are tried.
struct Mutated {
  std::string key;  // in mutations.txt
  const SchemeFamilies* families;
  Family family;
  std::vector<std::string> declared;  // of the system's own mutations
  size_t before = 0;  // so many variants, and the first family, have had their sites tried
  std::vector<std::string> stories = Stories();
};

std::vector<Mutated> AllMutated() {
  std::vector<Mutated> all;
  for (const SchemeFamilies* families : DeclaredFamilies()) {
    if (!families->mutated) continue;
    const SchemeInfo& scheme = *FindScheme(families->scheme);
    std::set<std::string> elsewhere;
    for (const Variant& variant : families->variants)
      elsewhere.insert(variant.declared.begin(), variant.declared.end());
    std::vector<std::string> declared;
    for (uint32_t i = 0; i < scheme.mutations.size(); ++i) {
      if (!elsewhere.count(scheme.mutations[i].id)) declared.push_back(scheme.mutations[i].id);
    }
    all.push_back({scheme.id, families, *families->mutated, declared});
    size_t before = 0;
    for (const Variant& variant : families->variants) {
      all.push_back({scheme.id + (":" + std::string(variant.name)), families, variant.family,
                     variant.declared, ++before,
                     variant.stories.empty() ? Stories() : variant.stories});
    }
  }
  return all;
}

// The mutations of a family's sites in the order in which its stories reach them, each with those
// stories.
struct Sites {
  std::vector<std::string> names;
  std::map<std::string, std::set<std::string>> stories;
};

Sites SitesOf(const Family& family, const std::vector<std::string>& stories) {
  const SchemeInfo& scheme = *FindScheme(family.scheme);
  Sites found;
  const auto add = [&](const std::string& name, const std::string& story) {
    std::set<std::string>& coming = found.stories[name];
    if (coming.empty()) found.names.push_back(name);
    coming.insert(story);
  };
  VerifyOptions options;
  options.depth = 0;
  for (const std::string& story : stories) {
    const auto verification = Explored(Tell(story, family), options);
    for (const auto* sites : {&verification->sites(), &verification->recovery_sites()}) {
      for (const SiteCensus::Entry& entry : *sites) {
        if (entry.site.label == 0) continue;
        add(SiteMutationName(scheme, {entry.site, SiteAction::kLeaveOut}), story);
        if (CanBeDelayed(entry.site.kind))
          add(SiteMutationName(scheme, {entry.site, SiteAction::kDelay}), story);
      }
    }
  }
  return found;
}

// The same, found out once a family.
const Sites& KnownSitesOf(const Mutated& mutated) {
  static std::map<std::string, Sites> known;
  const auto found = known.find(mutated.key);
  if (found != known.end()) return found->second;
  return known[mutated.key] = SitesOf(mutated.family, mutated.stories);
}

// Declared ones first, then the sites that no family of its system before it comes to.
std::vector<std::string> MutationsOf(const Mutated& mutated) {
  std::set<std::string> known;
  for (const Mutated& earlier : AllMutated()) {
    if (earlier.families != mutated.families || earlier.before >= mutated.before) continue;
    for (const std::string& name : KnownSitesOf(earlier).names) known.insert(name);
  }
  std::vector<std::string> names = mutated.declared;
  for (const std::string& name : KnownSitesOf(mutated).names) {
    if (known.insert(name).second) names.push_back(name);
  }
  return names;
}

void Mutate(Scenario* scenario, const std::string& name) {
  for (uint32_t i = 0; i < scenario->scheme->mutations.size(); ++i) {
    if (name == scenario->scheme->mutations[i].id) scenario->mutations |= uint32_t{1} << i;
  }
  if (scenario->mutations == 0)
    ASSERT_TRUE(ParseSiteMutation(*scenario->scheme, name, &scenario->site_mutation)) << name;
}

// The result that catches a mutation: a verdict, in a story, with so many power cuts in recovery.
struct Catch {
  std::string verdict = "-";  // nothing does
  std::string story;
  uint32_t depth = 0;
  bool operator==(const Catch& other) const {
    return verdict == other.verdict && story == other.story && depth == other.depth;
  }
};

Catch Try(const Family& family, const std::string& mutation, const std::string& story,
          uint32_t depth) {
  VerifyOptions options;
  options.depth = depth;
  options.first_failure = true;
  options.budget.runs = 30000;
  Scenario scenario = Tell(story, family);
  Mutate(&scenario, mutation);
  const auto verification = Explored(scenario, options);
  if (verification->failures().empty()) return {};
  return {VerdictName(verification->failures()[0].verdict), story, depth};
}

// All stories with one power cut, then a few with one more in recovery.
Catch Search(const Mutated& mutated, const std::string& mutation) {
  for (const std::string& story : mutated.stories) {
    const Catch caught = Try(mutated.family, mutation, story, 0);
    if (!caught.story.empty()) return caught;
  }
  std::vector<std::string> again = {"explore-insert-delete"};
  again.insert(again.end(), mutated.families->second_cuts.begin(),
               mutated.families->second_cuts.end());
  for (const std::string& story : again) {
    const Catch caught = Try(mutated.family, mutation, story, 1);
    if (!caught.story.empty()) return caught;
  }
  return {};
}

// Tests that a mutation that nothing catches is harmless. A story that does not reach its site is
// unchanged. Of those that do, a third is asked with one power cut: all mutations together reach
// every story.
Catch SearchSome(const Mutated& mutated, const std::string& mutation, uint32_t number) {
  const auto& known = KnownSitesOf(mutated).stories;
  const auto site = known.find(mutation);
  std::vector<std::string> coming;
  for (const std::string& story : mutated.stories) {
    if (site == known.end() || site->second.count(story)) coming.push_back(story);
  }
  for (size_t i = number % std::min<size_t>(coming.size(), 3); i < coming.size(); i += 3) {
    const Catch caught = Try(mutated.family, mutation, coming[i], 0);
    if (!caught.story.empty()) return caught;
  }
  return {};
}

constexpr char kMatrix[] = AFTERIMAGE_SCENARIOS "/explore/mutations.txt";

std::map<std::string, Catch> ReadMatrix(const std::string& key) {
  std::map<std::string, Catch> matrix;
  std::ifstream file(kMatrix);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string of, mutation;
    Catch caught;
    words >> of >> mutation >> caught.verdict;
    if (caught.verdict != "-") words >> caught.story >> caught.depth;
    if (of == key) matrix[mutation] = caught;
  }
  return matrix;
}

class Mutations : public testing::TestWithParam<Mutated> {};

// scenarios/explore/mutations.txt has a line for each mutation. With AFTERIMAGE_DEEP the explorer
// finds all of them out anew, and prints the file; otherwise it only sees whether what the file
// says is caught still is, and looks for the others in some stories.
TEST_P(Mutations, AreCaughtOrKnownToBeHarmless) {
  const Mutated& mutated = GetParam();
  const char* key = mutated.key.c_str();
  std::map<std::string, Catch> matrix = ReadMatrix(mutated.key);
  const std::vector<std::string> mutations = MutationsOf(mutated);
  // A variant may add one rule alone.
  if (mutated.before == 0)
    EXPECT_GT(mutations.size(), mutated.declared.size() + 10) << "a scheme must come to its sites";
  uint32_t caught = 0, harmless = 0;
  for (const std::string& mutation : mutations) {
    const auto known = matrix.find(mutation);
    if (Deep()) {
      const Catch found = Search(mutated, mutation);
      std::printf("%s %s %s", key, mutation.c_str(), found.verdict.c_str());
      std::printf(found.story.empty() ? "\n" : " %s %u\n", found.story.c_str(), found.depth);
      std::fflush(stdout);
      if (known != matrix.end()) EXPECT_TRUE(found == known->second) << key << " " << mutation;
    } else if (known == matrix.end()) {
      ADD_FAILURE() << key << " " << mutation << " is not in mutations.txt";
    } else {
      const Catch& expected = known->second;
      const Catch found = expected.story.empty()
                              ? SearchSome(mutated, mutation, harmless++)
                              : Try(mutated.family, mutation, expected.story, expected.depth);
      EXPECT_TRUE(found == expected)
          << key << " " << mutation << ": " << found.verdict << " " << found.story;
      caught += found.story.empty() ? 0 : 1;
    }
    if (known != matrix.end()) matrix.erase(known);
  }
  for (const auto& [mutation, unused] : matrix)
    ADD_FAILURE() << key << " " << mutation << " is in mutations.txt, but no story comes there";
  std::printf("%s: %zu mutations, %u caught\n", key, mutations.size(), caught);
  Tally(mutated.families->scheme, "mutations", static_cast<double>(mutations.size()));
  Tally(mutated.families->scheme, "caught", caught);
}

INSTANTIATE_TEST_SUITE_P(Families, Mutations, testing::ValuesIn(AllMutated()),
                         [](const auto& tested) {
                           std::string name = tested.param.key;
                           std::erase(name, '-');
                           std::erase(name, ':');
                           return name;
                         });

// Each has a mutation that none of the plain ones shows, whether locks are released early or not.
TEST(ShapedStories, CatchWhatNoPlainStoryDoes) {
  struct Shape {
    const char* story;
    const char* key;
    const char* mutation;
  };
  for (const Shape& shape : {Shape{"explore-dependent", "nv-wsp", "no-early-release-wait"},
                             Shape{"explore-readers", "nv-logging", "one-dependent-waits"},
                             Shape{"explore-split", "nv-logging", "undo-in-place"}}) {
    const std::vector<Mutated> all = AllMutated();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Mutated& each) { return each.key == shape.key; });
    ASSERT_NE(found, all.end()) << shape.key;
    Family family = found->family;
    family.params.push_back({"elr", 1});
    EXPECT_EQ(Try(family, shape.mutation, shape.story, 0).story, shape.story);
    for (const std::string& story : PlainStories())
      EXPECT_EQ(Try(family, shape.mutation, story, 0).story, "") << shape.mutation << ", " << story;
  }
}

// No client notices these, in any story; the bytes of the structures show them (docs/mutations.md).
TEST_P(Mutations, ThatNoClientNoticesShowInTheStructures) {
  if (GetParam().before > 0) return;
  for (const Unnoticed& each : GetParam().families->unnoticed) {
    Scenario scenario = Tell(each.story, GetParam().family);
    Mutate(&scenario, each.mutation);
    VerifyOptions options;
    options.depth = 0;
    const auto verification = Explored(scenario, options);
    EXPECT_GT(verification->checked().broken, 0u) << each.mutation;
    EXPECT_TRUE(verification->failures().empty()) << each.mutation;
    ASSERT_EQ(verification->structure_failures().size(), 1u) << each.mutation;
    std::vector<SessionCut> cuts;
    std::string verdict;
    EXPECT_TRUE(ReplayCuts(scenario, verification->structure_failures()[0], &cuts, &verdict))
        << each.mutation;
    EXPECT_NE(verdict.find(each.rule), std::string::npos) << each.mutation << ": " << verdict;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
