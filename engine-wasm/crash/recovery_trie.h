// All that recovery has been seen to do. Recovery is a function of what it reads: the first unit it looks
// at, then, by what it finds there, the second, and so on to its outcome. Images on which it takes the
// same way are one state to it, so it runs once for all of them.
#ifndef AFTERIMAGE_CRASH_RECOVERY_TRIE_H_
#define AFTERIMAGE_CRASH_RECOVERY_TRIE_H_

#include <cstdint>

#include "base/chunked_array.h"
#include "crash/unit_numbers.h"

namespace afterimage {

class RecoveryTrie {
 public:
  using Node = uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNone = ~0u;

  explicit RecoveryTrie(UnitNumbers& numbers) : numbers_(&numbers) { nodes_.push_back({}); }

  enum class Kind : uint8_t { kUnknown, kLook, kEnd };
  Kind kind(Node node) const { return nodes_[node].kind; }
  // Of kLook: at which unit.
  UnitNumber unit(Node node) const { return nodes_[node].unit; }
  // Of kEnd.
  uint32_t leaf(Node node) const { return nodes_[node].more; }
  // Where it goes on if the unit holds bytes of this digest; kNone where nobody has been there.
  Node Child(Node node, uint64_t content) const {
    const NodeData& at = nodes_[node];
    return at.content == content && at.child != kNone ? at.child : OtherChild(at, content);
  }

  // What a run finds. False where an earlier run, having read the same, did something else.
  // `number`: of the unit.
  bool Look(Node node, UnitId unit, uint64_t content, Node* next, UnitNumber* number);
  bool End(Node node, uint32_t fresh_leaf, uint32_t* leaf);

  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  uint64_t bytes() const { return nodes_.size() * sizeof(NodeData) + edges_.size() * sizeof(Edge); }

 private:
  // Most nodes have but one edge, which is part of them.
  struct NodeData {
    uint64_t content = 0;
    Node child = kNone;
    uint32_t more = kNone;  // of kLook: the first of the other edges; of kEnd: the leaf
    UnitNumber unit = 0;
    Kind kind = Kind::kUnknown;
  };
  struct Edge {
    uint64_t content = 0;
    Node child = kNone;
    uint32_t next = kNone;
  };
  Node OtherChild(const NodeData& at, uint64_t content) const;

  UnitNumbers* numbers_;
  ChunkedArray<NodeData> nodes_;
  ChunkedArray<Edge> edges_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_RECOVERY_TRIE_H_
