// Tests that a heap's blocks are taken, followed and freed as the program says, that each mistake
// is reported at its line, and that exactly the unreachable blocks are free after a recovery.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <gtest/gtest.h>

#include "base/random.h"
#include "run/reply/frame.h"
#include "support/own_program.h"
#include "support/parsed_json.h"
#include "support/second_life.h"

namespace afterimage::testing_support {
namespace {

// Two blocks; the rest of a program that stores each word at once.
const std::string kHeap = "heap node[2] { next -> node, x }\nnvm top -> node\n";

struct FaultyBlocks {
  const char* commit;  // its statements are lines 4 and following
  uint32_t line;
  const char* says;
};
class OwnBlockFault : public ::testing::TestWithParam<FaultyBlocks> {};

TEST_P(OwnBlockFault, StopsTheRunAtItsLine) {
  const std::string program = kHeap + "on commit\n" + GetParam().commit + "end\n";
  uint32_t line = 0;
  EXPECT_EQ(FaultOf(program, &line), GetParam().says) << program;
  EXPECT_EQ(line, GetParam().line) << program;
}

INSTANTIATE_TEST_SUITE_P(
    All, OwnBlockFault,
    ::testing::Values(
        FaultyBlocks{"x = top.x\n", 4, "the pointer is 0: it leads to no block of node"},
        FaultyBlocks{"n = alloc node\nn.next.x = 1\n", 5,
                     "the pointer is 0: it leads to no block of node"},
        FaultyBlocks{"n = alloc node\nn = n + 8\ntop = n\ntop.x = 1\n", 7,
                     "1224 is not the start of a block of node"},
        FaultyBlocks{"n = alloc node\nfree n\nn.x = 1\n", 6,
                     "the block of node was freed in line 5"},
        FaultyBlocks{"n = alloc node\nfree n\nx = n.x\n", 6,
                     "the block of node was freed in line 5"},
        FaultyBlocks{"n = alloc node\nfree n\nwrite_back [n]\n", 6,
                     "the block of node was freed in line 5"},
        FaultyBlocks{"n = alloc node\nfree n\nfree n\n", 6,
                     "the block of node is free already, since line 5"},
        FaultyBlocks{"n = alloc node\na = &n.x\nfree n\n[a] = 1\n", 7,
                     "the address lies in a free block of node"},
        FaultyBlocks{"n = alloc node\na = &n.x + 16\n[a] = 1\n", 6,
                     "the address lies in a free block of node"},
        FaultyBlocks{
            "n = alloc node\nn.x = 5\n", 4,
            "a leak: no pointer leads to this block of node any more, and it was not freed"},
        FaultyBlocks{
            "n = alloc node\nn.next = alloc node\ntop = n.next\nfree n\ntop = 0\n", 5,
            "a leak: no pointer leads to this block of node any more, and it was not freed"}));

TEST(OwnBlocks, AreTakenAndFreedAsTheProgramSays) {
  uint32_t line = 0;
  EXPECT_EQ(FaultOf("heap node[3] { next -> node, x }\nheap pair[1] { a, b }\n"
                    "nvm list { first -> node, other -> pair }\nnvm at[2] -> node\n"
                    "dram kept -> node\n"
                    "proc last(n -> node)\nwhile n.next != 0\nn = n.next\nend\nreturn n\nend\n"
                    "on commit\n"
                    "assert room(node) == 3 && room(pair) == 1\n"
                    "a = alloc node; b = alloc node; c = alloc node\n"
                    "assert alloc node == 0 && room(node) == 0\n"
                    "assert a != b && b != c && a.x == 0\n"
                    "list.first = a; list.first.next = b; a.next.next = c; c.x = 7\n"
                    "assert list.first.next.next.x == 7\n"
                    "n = last(a); assert n.x == 7 && n == c\n"
                    "b.next = 0; at[1] = c; assert at[1].x == 7\n"
                    "nt at[1].x = 8; assert c.x == 8 && &c.x == c + 8\n"
                    "kept = c; at[1] = 0; assert kept.x == 8\n"
                    "free b; a.next = 0; assert room(node) == 1\n"
                    "d = alloc node; assert d == b; free d\n"
                    "list.other = alloc pair; list.other.b = 3; write_back [list.other]\n"
                    "defer list.other.a = 4; assert list.other.a == 4\n"
                    "list.other.a = 5; fence\n"
                    "end",
                    &line),
            "")
      << line;
}

// An undo log of blocks, but for its recovery.
constexpr char kStack[] =
    "heap entry[16] { next -> entry, at, old }\nnvm top -> entry\n"
    "on update(at, old, new)\n"
    "e = alloc entry; e.next = top; e.at = at; e.old = old; write_back [e]; fence\n"
    "top = e; write_back top; fence\n"
    "[at] = new; write_back [at]\nend\n"
    "proc forget()\nfence\ne = top; top = 0; write_back top; fence\n"
    "while e != 0\nafter = e.next; free e; e = after\nend\nend\n"
    "proc undo()\ne = top\nwhile e != 0\n[e.at] = e.old; write_back [e.at]; e = e.next\nend\n"
    "forget()\nend\n"
    "on commit\nforget()\nend\non abort\nundo()\nend\n";
TEST(OwnBlocks, AnUndoLogOfBlocksKeepsItsPromise) {
  const VerdictPairs failing = Verified(JsonOf(kStack + std::string("on recover\nundo()\nend\n")));
  EXPECT_EQ(failing.direct + failing.in_recovery, 0);
}

// Recovery takes its entries out of the list and frees none; every transaction after it finds all
// blocks free.
TEST(OwnBlocks, NothingIsInUseAfterARecoveryButWhatPointersLeadTo) {
  const std::string json =
      JsonOf(kStack + std::string("on recover\ne = top\nwhile e != 0\n[e.at] = e.old; "
                                  "write_back [e.at]; e = e.next\nend\nfence\n"
                                  "top = 0; write_back top; fence\nend\n"
                                  "on begin\nassert room(entry) == 16\nend\n"));
  const uint32_t end = Play(json).To().session().at();
  for (uint32_t i = 0; i < Effort(100, 4); ++i) {
    Random random(i);
    Play play(json);
    play.To(random.Below(end + 1));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, i, {}}));
    play.To();
    ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << i;
    SecondLife life(play.session());
    ASSERT_TRUE(life.Run(1000000)) << i;
    const ProgramFault* fault = play.session().world().program_fault();
    ASSERT_EQ(fault, nullptr) << i << ": " << fault->line << " " << fault->en;
    ASSERT_GT(life.committed(), 0u) << i;
  }
}

TEST(OwnBlocks, WhatIsFreedTooEarlyIsFoundByAPowerCut) {
  // The block goes back before anything durable stops leading to it, and the next entry has it.
  const std::string early =
      "heap entry[1] { next -> entry, at, old }\nnvm top -> entry\n"
      "on update(at, old, new)\n"
      "if top != 0\nfree top\nend\n"
      "e = alloc entry; e.next = 0; e.at = at; e.old = old; write_back [e]; fence\n"
      "top = e; write_back top; fence\n"
      "[at] = new; write_back [at]; fence\nend\n"
      "on commit\nif top != 0\nfree top; top = 0; write_back top\nend\nfence\nend\n"
      "on recover\nif top != 0\n[top.at] = top.old; write_back [top.at]; fence\nend\n"
      "top = 0; write_back top; fence\nend\n";
  const VerdictPairs failing =
      Verified(JsonOf(early, R"([["begin T1", "A := 50", "B := 70", "commit"]])"));
  EXPECT_GT(failing.direct, 0);
}

TEST(OwnBlocks, RecoveryTakesNone) {
  Play play(
      JsonOf("heap node[2] { x }\nnvm top -> node\non commit\nend\n"
             "on recover\ntop = alloc node\nend\n"));
  play.To();
  EXPECT_EQ(play.VerdictAfter({SurvivePolicy::kAll, 0, {}}), VerdictKind::kDamaged);
  const ProgramFault* fault = play.session().world().program_fault();
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->line, 6u);
}

const JsonValue& StructureIn(const JsonValue& frame, const std::string& id) {
  for (const JsonValue& structure : frame.Find("structures")->elements) {
    if (structure.Find("id")->string == id) return structure;
  }
  ADD_FAILURE() << "no structure " << id;
  return frame;
}

// At the end the block in use is drawn with its pointers as links, and a free block as free.
TEST(OwnBlocks, AreDrawnWithWhatLeadsToThem) {
  Play play(JsonOf(kHeap + "on commit\nn = alloc node; n.x = 7; top = n\n"
                           "n.next = alloc node; free n.next\nend\n"));
  play.To();
  std::string text;
  WriteFrame(play.session(), &text);
  const JsonValue frame = ParsedJson(text);
  const auto& blocks = StructureIn(frame, "own-block").Find("items")->elements;
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].Find("label")->string, "node[0]");
  EXPECT_EQ(blocks[0].Find("state")->string, "volatile");
  EXPECT_EQ(blocks[0].Find("fields")->elements[1].Find("value")->string, "7");
  EXPECT_EQ(blocks[1].Find("state")->string, "empty");
  const auto& word = StructureIn(frame, "own-word").Find("items")->elements[0];
  for (const auto& [item, to] : {std::pair{&word, 0u}, std::pair{&blocks[0], 1u}}) {
    const auto& links = item->Find("links")->elements;
    ASSERT_EQ(links.size(), 1u);
    EXPECT_EQ(links[0].Find("structure")->string, "own-block");
    EXPECT_EQ(links[0].Find("key")->integer, blocks[to].Find("key")->integer);
  }
}

// Generates programs of complete statements about blocks, in any order.
class RandomBlocks {
 public:
  explicit RandomBlocks(uint64_t seed) : random_(seed) {}

  std::string Next() {
    std::string text =
        "heap h[3] { next -> h, x }\nheap g[2] { x, back -> h, y, z, u, v, w, t, s }\n"
        "nvm a -> h\nnvm b { p -> h, q -> g }\ndram d -> h\ndram n = 0\n";
    for (const char* head :
         {"on begin", "on update(at, old, new)", "on commit", "on abort", "on recover"}) {
      text += std::string(head) + "\nl = a; m = b.q\n";
      for (uint32_t i = 2 + random_.Below(6); i > 0; --i) text += Statement();
      text += "end\n";
    }
    return text;
  }

 private:
  template <size_t kCount>
  std::string Of(const char* const (&words)[kCount]) {
    return words[random_.Below(kCount)];
  }
  std::string Statement() {
    const char* const pointers[] = {"a", "b.p", "l", "l.next", "m.back", "d", "0"};
    const char* const places[] = {"a", "b.p", "l", "d", "a.next", "b.q.back"};
    const char* const words[] = {"a.x", "b.q.y", "[b.q + 64]", "l.x", "m.s"};
    switch (random_.Below(8)) {
      case 0: return "free " + Of({"a", "l", "m", "b.q", "a.next"}) + "\n";
      case 1: return Of(places) + " = alloc h\n";
      case 2: return "b.q = alloc g; m = b.q\n";
      case 3: return Of(places) + " = " + Of(pointers) + "\n";
      case 4: return Of(words) + " = " + Of({"1", "n", "room(h)", "l"}) + "\n";
      case 5: return "write_back " + Of({"a", "[a]", "[m]", "b", "[b.q]"}) + "\n";
      case 6: return "nt " + Of(words) + " = 3\nfence\n";
      default: return "if " + Of(pointers) + "\n" + Of(words) + " = 2\nend\n";
    }
  }

  Random random_;
};

TEST(OwnBlocks, NothingThatCanBeWrittenBringsTheEngineDown) {
  RandomBlocks programs(11);
  uint32_t recovered = 0, faults = 0;
  for (uint32_t i = 0; i < Effort(1500, 8); ++i) {
    const std::string program = programs.Next();
    Play play(JsonOf(program));
    play.To(20 + i % 400);
    faults += play.session().world().program_fault() ? 1 : 0;
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, i, {}})) << program;
    play.To(40000);
    if (!play.session().world().ended()) continue;
    play.session().Verdict();
    recovered += play.session().world().report().status == Status::kOk ? 1 : 0;
  }
  EXPECT_GT(recovered, 0u);
  EXPECT_GT(faults, 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
