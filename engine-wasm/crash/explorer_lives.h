// The explorer's side of a recovery: it decides what the recovery finds on the image that is tried,
// and runs terminal recoveries again and again.
#ifndef AFTERIMAGE_CRASH_EXPLORER_LIVES_H_
#define AFTERIMAGE_CRASH_EXPLORER_LIVES_H_

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "crash/explorer.h"

namespace afterimage {

// Decides by a path through the trie, where that is silent for the fewest survivors, and follows
// the recovery through the trie.
class Explorer::Chooser final : public PersistChoice {
 public:
  Chooser(Explorer& explorer, CrashPoint& crash_point, const Path& path)
      : explorer_(explorer), crash_point_(crash_point), path_(&path) {}

  uint32_t Choose(uint32_t, const PersistUnit& unit) override {
    const UnitId id{unit.tier, unit.address};
    return ContentOf(explorer_.numbers_.Of(id), id).option;
  }
  bool watches() const override { return true; }
  void Looked(Tier tier, uint64_t address) override {
    const UnitId id{tier, address};
    const UnitNumber unit = Number(id);
    uint64_t digest;
    if (!crash_point_.Certain(unit, &digest)) {
      digest = ContentOf(unit, id).digest;
      ++place_.chosen;
    }
    const RecoveryTrie::Node at = place_.node;
    if (!explorer_.trie_.Look(at, unit, digest, &place_.node))
      explorer_.limit_ = Limit::kUnrepeatable;
    if (terminal_recovery_) {
      explorer_.trie_.set_step(at, static_cast<uint32_t>(terminal_recovery_->steps()));
    } else {
      looked_.Add(unit);
    }
  }
  // The units that this recovery has looked at. REQUIRES: it is no terminal recovery.
  UnitSet& looked() { return looked_; }
  uint32_t End(uint32_t fresh) {
    uint32_t leaf = 0;
    if (!explorer_.trie_.End(place_.node, fresh, &leaf)) explorer_.limit_ = Limit::kUnrepeatable;
    return leaf;
  }

  // The progress of recovery: its node in the trie, and the number of its path's units that it has
  // found.
  struct Place {
    RecoveryTrie::Node node = RecoveryTrie::kRoot;
    size_t chosen = 0;
  };
  const Place& place() const { return place_; }
  // Goes on with the terminal recovery `machine` from `place`, by another path from now on.
  void Resume(const Crashable& machine, const Place& place, const Path& path) {
    terminal_recovery_ = &machine;
    place_ = place;
    path_ = &path;
  }

 private:
  // Mostly the trie has it: others have come here before.
  UnitNumber Number(UnitId id) {
    const RecoveryTrie::State& at = explorer_.trie_[place_.node];
    const bool known =
        at.kind() == RecoveryTrie::Kind::kLook && explorer_.numbers_[at.unit()] == id;
    return known ? at.unit() : explorer_.numbers_.Of(id);
  }
  const Content& ContentOf(UnitNumber unit, UnitId id) {
    const std::vector<Content>& contents = crash_point_.ContentsOf(unit);
    for (const Survivor& survivor : path_->survivors) {
      if (!(survivor.unit == id)) continue;
      for (const Content& content : contents) {
        if (content.option == survivor.option) return content;
      }
    }
    return contents[0];
  }

  Explorer& explorer_;
  CrashPoint& crash_point_;
  const Path* path_;
  Place place_;
  const Crashable* terminal_recovery_ = nullptr;
  UnitSet looked_;
};

// Terminal recoveries after one and the same power cut. They differ only from the first unit on
// that they find otherwise, so that each goes back to where its way parts from the one before.
class Explorer::TerminalRecoveries {
 public:
  TerminalRecoveries(Explorer& explorer, CrashPoint& crash_point, const Path& path)
      : chooser_(explorer, crash_point, path),
        trie_(explorer.trie_),
        spare_(explorer.spare_marks_),
        machine_(crash_point.machine().Crash(chooser_, Life::kLast)) {
    Keep();
  }
  ~TerminalRecoveries() {
    while (!checkpoints_.empty()) Drop();
  }

  // Runs the life on the image of `path` to its end and returns the machine there. `parting` is the
  // node at which the path leaves all known ones, or kNone.
  Crashable& Run(const Path& path, RecoveryTrie::Node parting) {
    size_t same = 0;
    while (same < std::min(path.survivors.size(), survivors_.size()) &&
           path.survivors[same] == survivors_[same])
      ++same;
    survivors_ = path.survivors;
    while (checkpoints_.size() > 1 && checkpoints_.back().place.chosen > same) Drop();
    if (std::exchange(ran_, true)) machine_->GoBack(*checkpoints_.back().mark);
    chooser_.Resume(*machine_, checkpoints_.back().place, path);
    const uint32_t step = parting != RecoveryTrie::kNone ? trie_[parting].step() : 0;
    if (can_go_back_ && step > machine_->steps() + 1) {
      machine_->ToStep(step - 1);
      Keep();
    }
    machine_->ToEnd();
    return *machine_;
  }
  // False where the machine can run only one life.
  bool can_go_back() const { return can_go_back_; }
  Chooser& chooser() { return chooser_; }

 private:
  // A place where paths have parted. All units chosen by then are the same in the recoveries that
  // come from there.
  struct Checkpoint {
    std::unique_ptr<Crashable::Mark> mark;
    Chooser::Place place;
  };
  void Keep() {
    Checkpoint checkpoint{nullptr, chooser_.place()};
    if (!spare_.empty()) {
      checkpoint.mark = std::move(spare_.back());
      spare_.pop_back();
    }
    can_go_back_ = machine_->Keep(&checkpoint.mark);
    checkpoints_.push_back(std::move(checkpoint));
  }
  void Drop() {
    if (checkpoints_.back().mark) spare_.push_back(std::move(checkpoints_.back().mark));
    checkpoints_.pop_back();
  }

  Chooser chooser_;
  const RecoveryTrie& trie_;
  std::vector<std::unique_ptr<Crashable::Mark>>& spare_;
  std::unique_ptr<Crashable> machine_;
  std::vector<Checkpoint> checkpoints_;
  std::vector<Survivor> survivors_;  // of the life that was run last
  bool can_go_back_ = false;
  bool ran_ = false;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_EXPLORER_LIVES_H_
