#include "crash/recovery_trie.h"

namespace afterimage {

RecoveryTrie::Node RecoveryTrie::OtherChild(const NodeData& at, uint64_t content) const {
  if (at.kind != Kind::kLook) return kNone;
  for (uint32_t e = at.more; e != kNone; e = edges_[e].next) {
    if (edges_[e].content == content) return edges_[e].child;
  }
  return kNone;
}

bool RecoveryTrie::Look(Node node, UnitId unit, uint64_t content, Node* next, UnitNumber* number) {
  NodeData& at = nodes_[node];
  if (at.kind == Kind::kUnknown) {
    at.kind = Kind::kLook;
    at.unit = numbers_->Of(unit);
  }
  *number = at.unit;
  if (at.kind != Kind::kLook || !((*numbers_)[*number] == unit)) return false;
  *next = Child(node, content);
  if (*next != kNone) return true;
  *next = size();
  nodes_.push_back({});
  if (at.child == kNone) {
    at.content = content;
    at.child = *next;
  } else {
    edges_.push_back({content, *next, at.more});
    at.more = static_cast<uint32_t>(edges_.size() - 1);
  }
  return true;
}

bool RecoveryTrie::End(Node node, uint32_t fresh_leaf, uint32_t* leaf) {
  if (nodes_[node].kind == Kind::kUnknown) {
    nodes_[node].kind = Kind::kEnd;
    nodes_[node].more = fresh_leaf;
  }
  *leaf = nodes_[node].more;
  return nodes_[node].kind == Kind::kEnd;
}

}  // namespace afterimage
