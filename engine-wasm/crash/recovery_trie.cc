#include "crash/recovery_trie.h"

namespace afterimage {

RecoveryTrie::Node RecoveryTrie::OtherChild(const State& at, uint64_t content) const {
  if (at.kind() != Kind::kLook) return kNone;
  for (uint32_t e = at.more_; e != kNone; e = edges_[e].next) {
    if (edges_[e].content == content) return edges_[e].child;
  }
  return kNone;
}

bool RecoveryTrie::Look(Node node, UnitNumber unit, uint64_t content, Node* next) {
  State& at = nodes_[node];
  if (at.kind() == Kind::kUnknown) {
    at.Become(Kind::kLook);
    at.unit_ = unit;
  }
  if (at.kind() != Kind::kLook || at.unit_ != unit) return false;
  *next = Child(at, content);
  if (*next != kNone) return true;
  *next = size();
  nodes_.push_back({});
  if (at.child_ == kNone) {
    at.content_ = content;
    at.child_ = *next;
  } else {
    edges_.push_back({content, *next, at.more_});
    at.more_ = static_cast<uint32_t>(edges_.size() - 1);
  }
  return true;
}

bool RecoveryTrie::End(Node node, uint32_t fresh_leaf, uint32_t* leaf) {
  State& at = nodes_[node];
  if (at.kind() == Kind::kUnknown) {
    at.Become(Kind::kEnd);
    at.more_ = fresh_leaf;
  }
  *leaf = at.more_;
  return at.kind() == Kind::kEnd;
}

}  // namespace afterimage
