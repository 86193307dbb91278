// Tests that recovery ends on any bytes in BaSE's tables and chains, and reports those that make no
// sense: cycles, pointers into another chain or to nowhere, lengths beyond the heap.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "support/spoil_words.h"

namespace afterimage::testing_support {
namespace {

const Form kForms[] = {
    {"append",
     R"({"heap_pages": 4, "frames": 3, "redo_buckets": 2, "heap_kb": 3, "checkpoint_kb": 1})"},
    {"commit",
     R"({"heap_pages": 4, "frames": 3, "durable": "commit", "redo_buckets": 2, "heap_kb": 3, "checkpoint_kb": 1})"},
    {"lanes",
     R"({"heap_pages": 4, "frames": 3, "recovery_threads": 3, "heap_kb": 3, "checkpoint_kb": 1})"},
    {"serial",
     R"({"heap_pages": 4, "frames": 3, "recovery": "serial", "heap_kb": 3, "checkpoint_kb": 1})"},
    {"trees", R"({"placement": "btree", "frames": 5, "heap_kb": 64, "checkpoint_kb": 4})"},
};

class BaseDamage : public testing::TestWithParam<Form> {};
INSTANTIATE_TEST_SUITE_P(Forms, BaseDamage, testing::ValuesIn(kForms),
                         [](const auto& each) { return std::string(each.param.name); });

Script Written(const Form& form) {
  Script script = ScriptOn(
      "base",
      R"([["begin T1", "A := 50", "delete B", "insert D := 5", "steal A", "signal go", "wait 30us", "commit"],
          ["await go", "begin T2", "C := 7", "insert E := 1", "delete E", "steal C", "abort"]])",
      form.params, "[]");
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "cpu.clwb": 1})";
  return script;
}

// Returns mostly words in use; half of these may be a pointer: a multiple of a line, within NVM.
Address InTheChains(Nvm& nvm, Random& random) {
  const bool pointer = random.Chance(50);
  for (uint32_t tries = 0; tries < 2000; ++tries) {
    const auto at = static_cast<Address>(random.Below(nvm.size() / 8) * 8);
    const uint64_t word = nvm.LoadWord(at);
    if (word == 0) continue;
    if (!pointer || (word % kLineBytes == 0 && word < nvm.size())) return at;
  }
  return static_cast<Address>(random.Below(nvm.size() / 8) * 8);
}

TEST_P(BaseDamage, IsFoundOrLeavesADatabase) {
  ExpectRecoveryEnds(Written(GetParam()), 1200, 30, InTheChains);
}

TEST_P(BaseDamage, CanBeDrawn) { ExpectDrawn(Written(GetParam()), 40, InTheChains); }

}  // namespace
}  // namespace afterimage::testing_support
#endif
