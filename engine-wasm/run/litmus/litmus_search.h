// Every state that a litmus program can reach, and what a power cut may leave in each.
#ifndef AFTERIMAGE_RUN_LITMUS_LITMUS_SEARCH_H_
#define AFTERIMAGE_RUN_LITMUS_LITMUS_SEARCH_H_

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "run/litmus/byte_strings.h"
#include "run/litmus/persist_machine.h"

namespace afterimage::litmus {

// The effect of a power cut: the words of the medium, and the acknowledgements before it.
struct Image {
  std::array<uint8_t, kMostWords> words{};
  uint8_t acknowledged = 0;
  bool operator<(const Image& other) const {
    return std::pair(words, acknowledged) < std::pair(other.words, other.acknowledged);
  }
};
bool Holds(const Condition& condition, const Image& image);

// The instructions of each thread that have run.
using CrashPoint = std::array<uint8_t, kMostThreads>;

// An image that a search may stop at.
struct Goal {
  const Condition* condition = nullptr;  // null: none
  bool holds = true;                     // of the image
};

class Search {
 public:
  // Takes every interleaving and every persist order, up to this many states; beyond them it draws
  // executions by `seed`, and is no longer exhaustive.
  Search(const LitmusProgram& program, FailureModel model, uint32_t most_states, uint64_t seed);
  // The same without what is removed, for the images alone: it draws nothing, and ends where the
  // goal is met.
  Search(const LitmusProgram& program, FailureModel model, const Removed& removed,
         uint32_t most_states, const Goal& goal);

  // Every state has been reached.
  bool whole() const { return whole_; }
  bool met_goal() const { return met_; }
  uint32_t states() const { return static_cast<uint32_t>(parents_.size()); }
  // Each image with the first state that leaves it.
  const std::map<Image, uint32_t>& images() const { return images_; }
  // These and the persist order are known where nothing is removed.
  const std::map<CrashPoint, std::vector<Image>>& points() const { return points_; }
  // The steps of an execution that ends in this state.
  std::vector<Move> WayTo(uint32_t state) const;
  // Stores, as (thread, instruction), of which the first is durable in every state in which the
  // second is; those within an `if` are left out. Only neighbours: what follows from others is not
  // among them.
  using Store = std::pair<uint8_t, uint8_t>;
  std::vector<std::pair<Store, Store>> PersistOrder() const;

 private:
  struct Parent {
    uint32_t state = 0;
    Move move;
  };
  using Stores = std::bitset<kMostInstructions>;  // of stores_, by their places

  void FindStores();
  void Everything(uint32_t most_states);
  void Sample(uint64_t seed);
  void Reach(const PersistMachine::State& state, uint32_t from, Move move);
  void Note(const PersistMachine::State& state, uint32_t number);
  void NoteOrder(const PersistMachine::State& state);
  // Sums up the notes, in order.
  void Sum();

  const LitmusProgram& program_;
  PersistMachine machine_;
  const Goal goal_;
  const bool images_alone_;
  bool whole_ = true, met_ = false;
  ByteStrings numbers_, image_numbers_, point_numbers_;
  std::string packed_;
  std::vector<Parent> parents_;
  std::vector<uint32_t> first_states_;  // by image
  std::vector<uint64_t> seen_;          // a point, and an image there
  std::map<Image, uint32_t> images_;
  std::map<CrashPoint, std::vector<Image>> points_;
  std::vector<Store> stores_;
  // The stores among the first so many instructions of each thread.
  std::array<std::array<Stores, kMostInstructions + 1>, kMostThreads> run_{};
  // The stores that were not durable in some state in which the store was, by store.
  std::vector<Stores> missing_;
  Stores durable_;
};

}  // namespace afterimage::litmus

#endif  // AFTERIMAGE_RUN_LITMUS_LITMUS_SEARCH_H_
