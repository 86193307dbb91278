// All that recovery has been seen to do. Recovery is a function of what it reads: the first unit it looks
// at, then, by what it finds there, the second, and so on to its outcome. Images on which it takes the
// same way are one state to it, so it runs once for all of them.
#ifndef AFTERIMAGE_CRASH_RECOVERY_TRIE_H_
#define AFTERIMAGE_CRASH_RECOVERY_TRIE_H_

#include <cstdint>
#include <deque>

#include "crash/unit_numbers.h"

namespace afterimage {

class RecoveryTrie {
 public:
  using Node = uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNone = ~0u;

  explicit RecoveryTrie(UnitNumbers& numbers) : numbers_(&numbers) { nodes_.emplace_back(); }

  enum class Kind : uint8_t { kUnknown, kLook, kEnd };
  Kind kind(Node node) const { return nodes_[node].kind; }
  // Of kLook: at which unit.
  UnitNumber unit(Node node) const { return nodes_[node].unit; }
  // Of kEnd.
  uint32_t leaf(Node node) const { return nodes_[node].first; }
  // Where it goes on if the unit holds bytes of this digest; kNone where nobody has been there.
  Node Child(Node node, uint64_t content) const;

  // What a run finds. False where an earlier run, having read the same, did something else.
  // `number`: of the unit.
  bool Look(Node node, UnitId unit, uint64_t content, Node* next, UnitNumber* number);
  bool End(Node node, uint32_t fresh_leaf, uint32_t* leaf);

  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  uint64_t bytes() const { return nodes_.size() * sizeof(NodeData) + edges_.size() * sizeof(Edge); }

 private:
  struct NodeData {
    UnitNumber unit = 0;
    Kind kind = Kind::kUnknown;
    uint32_t first = kNone;  // of kLook: the first edge; of kEnd: the leaf
  };
  struct Edge {
    uint64_t content;
    Node child;
    uint32_t next;
  };
  UnitNumbers* numbers_;
  // Where there is much to know, moving it all to make room would need as much again.
  std::deque<NodeData> nodes_;
  std::deque<Edge> edges_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_RECOVERY_TRIE_H_
