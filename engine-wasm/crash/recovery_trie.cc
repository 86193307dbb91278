#include "crash/recovery_trie.h"

namespace afterimage {

RecoveryTrie::Node RecoveryTrie::Child(Node node, uint64_t content) const {
  if (nodes_[node].kind != Kind::kLook) return kNone;
  for (uint32_t e = nodes_[node].first; e != kNone; e = edges_[e].next) {
    if (edges_[e].content == content) return edges_[e].child;
  }
  return kNone;
}

bool RecoveryTrie::Look(Node node, UnitId unit, uint64_t content, Node* next, UnitNumber* number) {
  if (nodes_[node].kind == Kind::kUnknown) {
    nodes_[node].kind = Kind::kLook;
    nodes_[node].unit = numbers_->Of(unit);
  }
  *number = nodes_[node].unit;
  if (nodes_[node].kind != Kind::kLook || !((*numbers_)[*number] == unit)) return false;
  *next = Child(node, content);
  if (*next != kNone) return true;
  *next = static_cast<Node>(nodes_.size());
  nodes_.emplace_back();
  edges_.push_back({content, *next, nodes_[node].first});
  nodes_[node].first = static_cast<uint32_t>(edges_.size() - 1);
  return true;
}

bool RecoveryTrie::End(Node node, uint32_t fresh_leaf, uint32_t* leaf) {
  if (nodes_[node].kind == Kind::kUnknown) {
    nodes_[node].kind = Kind::kEnd;
    nodes_[node].first = fresh_leaf;
  }
  *leaf = nodes_[node].first;
  return nodes_[node].kind == Kind::kEnd;
}

}  // namespace afterimage
