// The fates of the stores of a user's program in a run without a power cut: whether they were
// written back, and whether a fence waited for it. These are the kinds of pmemcheck's findings.
// They are hints and no verdicts: data that recovery does not need may stay in the cache.
#ifndef AFTERIMAGE_RUN_EXPLORE_STORE_FATES_H_
#define AFTERIMAGE_RUN_EXPLORE_STORE_FATES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "run/file/scenario/scenario.h"
#include "sim/site.h"
#include "trace/recorder.h"

namespace afterimage {

// Counts the words that a line of the program stored, by what became of them.
struct StoreFate {
  uint32_t line = 0;
  uint32_t durable = 0;      // by a write-back or past the cache, and a fence
  uint32_t unwritten = 0;    // in the cache still when the run ended
  uint32_t unfenced = 0;     // on its way still when the run ended
  uint32_t overwritten = 0;  // by line `by`, within a client's statement, and nobody needed it
  uint32_t other = 0;        // overwritten, and it may have been needed
  uint32_t by = 0;
};

// Follows each word from a store to its fate. A first value may have been needed where the program
// reads it, and where another word of its line is stored behind it: the two become durable in this
// order.
class StoreFates final : public SiteWatch {
 public:
  // Line n of the program has the label `label_before` + n. Events come from `buffer`.
  StoreFates(TraceBuffer& buffer, uint32_t label_before)
      : buffer_(buffer), label_before_(label_before) {}

  SiteAction Reach(const Site&) override { return SiteAction::kAsWritten; }
  void Read(uint32_t address) override;
  // Takes the buffer's events.
  void Drain();
  // The run has ended: each line that has stored something, in their order.
  std::vector<StoreFate> End();

 private:
  // A value that is not durable yet.
  struct Pending {
    Event store;
    uint64_t backed = 0;  // by these threads, a bit each; their next fence makes it durable
    bool needed = false;
  };
  using Words = std::map<uint32_t, Pending>;

  void Add(const Event& event);
  void Store(const Event& event);
  void StoreWord(uint32_t word, const Event& event);
  void Back(const Event& event);
  // Makes durable what the thread has backed; of one line, or of all.
  void Persist(ActorId actor, Words::iterator from, Words::iterator to);
  // The words of the line that the address is in.
  std::pair<Words::iterator, Words::iterator> LineOf(uint32_t address);
  StoreFate* FateOf(const Event& store);

  TraceBuffer& buffer_;
  uint32_t label_before_;
  Words words_;  // by address
  std::map<uint32_t, StoreFate> fates_;
};

// Returns the fates of the stores if the scenario's power does not fail; nothing if it runs no
// program, or one that does not end.
std::optional<std::vector<StoreFate>> StoreFatesOf(const Scenario& scenario);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_EXPLORE_STORE_FATES_H_
