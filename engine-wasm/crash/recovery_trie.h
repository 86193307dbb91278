// A trie of all that recovery has been seen to do. Recovery is a function of what it reads: the
// first unit it looks at, then, by what it finds there, the second, and so on to its outcome.
// Images on which it takes the same way are one state to it, so it runs once for all of them.
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

  RecoveryTrie() { nodes_.push_back({}); }

  enum class Kind : uint8_t { kUnknown, kLook, kEnd };
  // Our knowledge of a node: nothing, the unit that it looks at, or the end of a recovery.
  class State {
   public:
    Kind kind() const { return static_cast<Kind>(kind_); }
    // The unit that it looks at. REQUIRES: kind kLook.
    UnitNumber unit() const { return unit_; }
    // The step of a terminal recovery in which it looks; 0 where none has come here. REQUIRES: kind
    // kLook.
    uint32_t step() const { return step_; }
    // The number of this end, and what it comes to. REQUIRES: kind kEnd.
    uint32_t leaf() const { return more_; }
    OutcomeId outcome() const { return static_cast<OutcomeId>(content_); }

   private:
    friend class RecoveryTrie;
    void Become(Kind kind) { kind_ = static_cast<uint32_t>(kind); }
    // Most nodes have but one edge, which is part of them.
    uint64_t content_ = 0;  // of kEnd: the outcome
    Node child_ = kNone;
    uint32_t more_ = kNone;  // of kLook: the first of the other edges; of kEnd: the leaf
    uint32_t unit_ : 30 = 0;
    uint32_t kind_ : 2 = 0;
    uint32_t step_ = 0;
  };
  // Returns the node's state, which is valid until the next Look or End.
  const State& operator[](Node node) const { return nodes_[node]; }
  // Returns the node that follows a look whose unit holds bytes of this digest; kNone if it has not
  // been visited. REQUIRES: `at` is of kind kLook.
  Node Child(const State& at, uint64_t content) const {
    return at.content_ == content && at.child_ != kNone ? at.child_ : OtherChild(at, content);
  }

  // Reads the node for nothing, so that it is near when it is walked: WebAssembly knows no
  // prefetch.
  void WillWalk(Node node) const {
    if (node != kNone)
      static_cast<void>(*static_cast<const volatile uint32_t*>(&nodes_[node].more_));
  }

  // Note the action of a run at a node: it looks at `unit`, finds `content` and goes on at *next;
  // or it ends, in *leaf, which is `fresh_leaf` on the first visit. Both return false if an earlier
  // run, having read the same, did something else.
  bool Look(Node node, UnitNumber unit, uint64_t content, Node* next);
  bool End(Node node, uint32_t fresh_leaf, uint32_t* leaf);
  void set_outcome(Node node, OutcomeId outcome) { nodes_[node].content_ = outcome; }
  void set_step(Node node, uint32_t step) { nodes_[node].step_ = step; }

  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  uint64_t bytes() const { return nodes_.size() * sizeof(State) + edges_.size() * sizeof(Edge); }

 private:
  struct Edge {
    uint64_t content = 0;
    Node child = kNone;
    uint32_t next = kNone;
  };
  Node OtherChild(const State& at, uint64_t content) const;

  ChunkedArray<State> nodes_;
  ChunkedArray<Edge> edges_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_RECOVERY_TRIE_H_
