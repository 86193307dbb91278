// Tests that the compiler accepts the language, and says of everything else where it is wrong.
#include <gtest/gtest.h>

#include "base/random.h"
#include "scheme/systems/user_program/program.h"
#include "scheme/systems/user_program/story.h"
#include "support/effort.h"

namespace afterimage::own {
namespace {

std::vector<ProgramProblem> ProblemsOf(const std::string& text) {
  std::vector<ProgramProblem> problems;
  const auto program = Compile(text, &problems);
  EXPECT_EQ(program == nullptr, !problems.empty()) << text;
  return problems;
}

TEST(OwnCompiler, TakesTheStandardProgram) {
  EXPECT_TRUE(ProblemsOf(kStandardProgram).empty());
  EXPECT_TRUE(ProblemsOf("").empty()) << "a log that does nothing is one, too";
}

// A page's stack would end long before a text does that may be as long as this one.
TEST(OwnCompiler, DeepExpressionsAreRefused) {
  for (const std::string opening : {"(", "!", "-", "[", "hash(", "&[", "1 + ("}) {
    std::string text = "on commit\nx = ";
    while (text.size() + opening.size() <= kMostProgramBytes) text += opening;
    const auto problems = ProblemsOf(text);
    EXPECT_EQ(problems.size(), 2u) << opening;  // and `on commit` has no `end`
    EXPECT_EQ(problems[0].en, "too much stands inside each other: at most 32 deep") << opening;
  }
  EXPECT_TRUE(
      ProblemsOf("on commit\nx = " + std::string(31, '(') + "1" + std::string(31, ')') + "\nend")
          .empty());
}

struct Wrong {
  const char* text;
  uint32_t line;
  uint32_t column;
  const char* says;
};

class OwnComplaint : public ::testing::TestWithParam<Wrong> {};

TEST_P(OwnComplaint, HasItsPlaceAndBothLanguages) {
  const Wrong& wrong = GetParam();
  const auto problems = ProblemsOf(wrong.text);
  ASSERT_EQ(problems.size(), 1u) << wrong.text;
  EXPECT_EQ(problems[0].line, wrong.line) << wrong.text;
  EXPECT_EQ(problems[0].column, wrong.column) << wrong.text;
  EXPECT_EQ(problems[0].en, wrong.says);
  EXPECT_FALSE(problems[0].zh.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, OwnComplaint,
    ::testing::Values(
        Wrong{"x = 1", 1, 1,
              "a declaration is expected: `nvm`, `dram`, `heap`, `latch`, `const`, `proc` or "
              "`on`"},
        Wrong{"nvm", 1, 4, "a name is expected: a letter, then letters, digits or _, at most 20"},
        Wrong{"nvm a\nnvm a", 2, 5, "`a` is declared already"},
        Wrong{"nvm fence", 1, 5,
              "a name is expected: a letter, then letters, digits or _, at most 20"},
        Wrong{"nvm a[0]", 1, 7, "an array has 1 to 512 elements"},
        Wrong{"nvm a[8] { x, x }", 1, 15, "the name of another field is expected, 16 at most"},
        Wrong{"const A = b", 1, 11, "a number or a constant is expected"},
        Wrong{"const A = 18446744073709551616", 1, 11, "a number or a constant is expected"},
        Wrong{"nvm a[512] { a, b, c, d, e, f, g, h, i }", 1, 1,
              "that is more than a program may have"},
        Wrong{"on commit(x)\nend", 1, 4, "it begins with `on commit`"},
        Wrong{"on log(at, old)\nend", 1, 4, "it begins with `on log(at, old, new)`"},
        Wrong{"on start\nend", 1, 4,
              "a handler is expected: `format`, `open`, `begin`, `reserve`, `log`, `update`, "
              "`commit`, `abort`, `checkpoint` or `recover`"},
        Wrong{"on commit\nend\non commit\nend", 3, 4, "this handler is there already"},
        Wrong{"on commit", 1, 1, "this handler or procedure has no `end`"},
        Wrong{"on commit\nif 1\nend", 1, 1, "this handler or procedure has no `end`"},
        Wrong{"on commit\nelse\nend", 2, 1, "no `if` is open here"},
        Wrong{"on commit\nx = y\nend", 2, 5, "`y` is not declared, and not set above"},
        Wrong{"on commit\nx = x\nend", 2, 5, "`x` is not declared, and not set above"},
        Wrong{"on commit\nx = 1 +\nend", 2, 8, "the name of a word or a variable is expected"},
        Wrong{"on commit\nx = (1\nend", 2, 7, "`)` is expected"},
        Wrong{"on commit\nx = 1 2\nend", 2, 7, "nothing more is expected in this line"},
        Wrong{"nvm a[2]\non commit\na = 1\nend", 3, 1, "say which one: a[0]"},
        Wrong{"nvm a\non commit\na[0] = 1\nend", 3, 1, "`a` is no array"},
        Wrong{"nvm a[2] { x, y }\non commit\na[0] = 1\nend", 3, 1,
              "a slot has several words: set its fields one by one"},
        Wrong{"nvm a[2] { x, y }\non commit\nb = a[0]\nend", 3, 5,
              "a slot has several words: name a field of it"},
        Wrong{"nvm a { x }\non commit\na.z = 1\nend", 3, 3, "`a` has no field `z`"},
        Wrong{"dram a\non commit\nwrite_back a\nend", 3, 12, "only what is in NVM is written back"},
        Wrong{"dram a\non commit\nnt a = 1\nend", 3, 4, "`nt` stores one word of NVM"},
        Wrong{"dram a\non commit\nx = &a\nend", 3, 6, "only what is in NVM has an address"},
        Wrong{"on commit\nacquire m\nend", 2, 9, "there is no latch `m`"},
        Wrong{"on commit\nundo()\nend\nproc undo()\nend", 2, 1,
              "there is no procedure `undo` above this line"},
        Wrong{"proc f(a)\nend\non commit\nf()\nend", 4, 1, "`f` takes 1 arguments"},
        Wrong{"proc f()\nf()\nend", 2, 1, "there is no procedure `f` above this line"},
        Wrong{"heap h", 1, 7, "a heap has a number of blocks, and fields: `heap h[8] { next }`"},
        Wrong{"heap h[4]", 1, 10, "`{` is expected"},
        Wrong{"heap h[4] { next -> g }", 1, 21, "there is no heap `g` above this line"},
        Wrong{"nvm a\nnvm b -> a", 2, 10, "there is no heap `a` above this line"},
        Wrong{"heap h[4] { x }\non commit\nh[0].x = 1\nend", 3, 1,
              "`h` is a heap: a pointer leads to one of its blocks"},
        Wrong{"heap h[4] { x }\non commit\np = alloc h\np.y = 1\nend", 4, 3,
              "`h` has no field `y`"},
        Wrong{"heap h[4] { x }\non commit\np = alloc g\nend", 3, 11,
              "the name of a heap is expected"},
        Wrong{"heap h[4] { x }\nnvm a\non commit\np = a\np.x = 1\nend", 5, 1,
              "nothing says which block this leads to: `p` is no pointer to a heap"},
        Wrong{"heap h[4] { x }\non commit\np.x = 1\nend", 3, 1,
              "`p` is not declared, and not set above"},
        Wrong{"heap h[4] { x }\nheap g[4] { y }\nnvm a -> g\non commit\na = alloc h\nend", 5, 1,
              "a pointer to `g` belongs here, and not one to `h`"},
        Wrong{"heap h[4] { x }\nheap g[4] { y }\nproc f(p -> g)\nend\non commit\nf(alloc h)\nend",
              6, 1, "a pointer to `g` belongs here, and not one to `h`"},
        Wrong{"heap h[4] { x }\nheap g[4] { y }\nproc f()\nreturn alloc h\nreturn alloc g\nend", 5,
              8, "a pointer to `h` belongs here, and not one to `g`"},
        Wrong{"heap h[4] { x }\nnvm a\non commit\nfree a\nend", 4, 6,
              "`free` takes a pointer to a block of a heap"},
        Wrong{"heap h[4] { x, y }\nnvm a -> h\non commit\n[a] = 1\nend", 4, 1,
              "a slot has several words: set its fields one by one"},
        Wrong{"heap h[4] { x }\non commit\np = alloc h\nwrite_back p\nend", 4, 12,
              "a pointer: `write_back [p]` writes its block back"},
        Wrong{"nvm a\non commit\nx = room(a)\nend", 3, 10, "the name of a heap is expected"}));

const char kShapes[] = "a shape is expected: `list`, `ring`, `chains`, `tree`, `table` or `bitmap`";

INSTANTIATE_TEST_SUITE_P(
    Drawings, OwnComplaint,
    ::testing::Values(
        Wrong{"nvm a[4] { x } as heap", 1, 19, kShapes}, Wrong{"nvm a[4] { x } as", 1, 18, kShapes},
        Wrong{"nvm a[4] { x } as list", 1, 23, "`(` is expected"},
        Wrong{"nvm a[4] { x } as list(y)", 1, 24, "`a` has no field `y`"},
        Wrong{"nvm a[4] as list(x)", 1, 18, "`a` has no field `x`"},
        Wrong{"nvm a[4] { x } as tree(x)", 1, 25, "`,` is expected"},
        Wrong{"nvm a { x } as list(x)", 1, 13, "`a` is no array"},
        Wrong{"dram a[4] { x } as table", 1, 17, "only what is in NVM is drawn in a shape"},
        Wrong{"nvm a[4] { x } as bitmap", 1, 16, "a bitmap has words without fields"},
        Wrong{"nvm a[4] { x } as ring(h)", 1, 24, "there is no word `h` in NVM"},
        Wrong{"dram h\nnvm t\nnvm a[4] { x } as ring(h, t)", 3, 24, "there is no word `h` in NVM"},
        Wrong{"nvm a[4] { x } as ring(h.y, h.z)\nnvm h { y }", 1, 31, "`h` has no field `z`"},
        Wrong{"nvm a[4] { x } as ring(h)\nnvm h { y }", 1, 24,
              "`h` has several words: name a field of it"},
        Wrong{"nvm a[4] { x } as list(x) from h\nnvm h[2]", 1, 32, "`h` is an array: name a word"},
        Wrong{"nvm a[4] { x } as chains(x)", 1, 28, "`from` is expected"},
        Wrong{"nvm a[4] { x } as chains(x) from h\nnvm h", 1, 34,
              "`h` is no array: chains begin in an array of words"},
        Wrong{"nvm a[4] { x } as table from h\nnvm h", 1, 25,
              "nothing more is expected in this line"}));

TEST(OwnCompiler, NamesWordsOfDrawingsWhereverTheyAreDeclared) {
  std::vector<ProgramProblem> problems;
  const auto program = Compile(
      "nvm log[8] { at, next } as list(next) from first\nnvm as, from, first\n"
      "nvm ring[4] as ring(ends.head, ends.tail), map as bitmap\nnvm ends { head, tail }\n"
      "nvm node[8] { key, next, left, right } as chains(next) from head\nnvm head[4]\n"
      "nvm leaf[8] { left, right } as tree(left, right), flat[2] as table",
      &problems);
  ASSERT_NE(program, nullptr) << problems[0].en;
  ASSERT_EQ(program->drawings.size(), 6u);
  EXPECT_EQ(program->drawings[0].word[0].place, 3u);
  EXPECT_EQ(program->drawings[1].word[1].field, 1u);
  EXPECT_EQ(program->places[8].drawing, 3) << "what chains begin in is drawn with them";
}

TEST(OwnCompiler, ComplainsOfADeclarationOnce) {
  EXPECT_EQ(ProblemsOf("nvm a[900]\non commit\na[0] = 1\nb = a[1]\nc = b\nend").size(), 1u);
}

TEST(OwnCompiler, EndsWithTwentyComplaints) {
  std::string text = "on commit\n";
  for (int i = 0; i < 100; ++i) text += "x = y\n";
  EXPECT_EQ(ProblemsOf(text + "end\n").size(), kMostProblems);
}

TEST(OwnCompiler, RefusesProceduresThatAreTooDeep) {
  std::string text = "proc f0()\nend\n";
  for (int i = 1; i < 12; ++i)
    text += "proc f" + std::to_string(i) + "()\nf" + std::to_string(i - 1) + "()\nend\n";
  ASSERT_FALSE(ProblemsOf(text).empty());
  EXPECT_EQ(ProblemsOf(text)[0].en, "it calls procedures too deeply");
}

// Words of the language in any order.
TEST(OwnCompiler, TakesOrRefusesWhateverIsTyped) {
  const char* const words[] = {
      "nvm",     "dram", "a",     "b",    "on",    "commit", "log",    "(",     ")",
      "[",       "]",    "{",     "}",    "=",     "==",     "1",      "end",   "if",
      "\n",      "\n",   "while", "else", "fence", "+",      "&&",     "&",     "-",
      "!",       "hash", "proc",  ",",    ".",     "txn",    "nt",     "at",    "return",
      "acquire", "0x",   "#",     ";",    "clwb",  "assert", "latch",  "const", "defer",
      "\xff",    "old",  "new",   "heap", "alloc", "free",   "room",   "->",    "{ x -> a }",
      "as",      "list", "ring",  "from", "as",    "bitmap", "chains", "tree"};
  Random random(1);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < testing_support::Effort(20000); ++i) {
    std::string text;
    for (uint32_t n = random.Below(40); n > 0; --n)
      text += std::string(words[random.Below(static_cast<uint32_t>(std::size(words)))]) + " ";
    taken += ProblemsOf(text).empty() ? 1 : 0;
  }
  EXPECT_GT(taken, 0u);
}

}  // namespace
}  // namespace afterimage::own
