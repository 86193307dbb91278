// A site is a place in a scheme's code where a device is touched or a check is made, so that a
// mutation can leave out just that. It is named by the listing line that the code has announced
// (Where), and by the number of such operations since then.
#ifndef AFTERIMAGE_SIM_SITE_H_
#define AFTERIMAGE_SIM_SITE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace afterimage {

class Thread;

enum class SiteKind : uint8_t {
  kStore,
  kNtStore,
  kWriteBack,
  kFence,
  kPageWrite,
  kSync,
  kCheck,
  kCount
};
inline constexpr const char* kSiteKindNames[] = {"store",      "nt-store", "write-back", "fence",
                                                 "page-write", "sync",     "check"};

// Complete writes of a disk, and checks, have nothing to change places with.
constexpr bool CanBeDelayed(SiteKind kind) { return kind <= SiteKind::kFence; }

struct Site {
  uint16_t label = 0;   // listing line, 0 none
  uint8_t ordinal = 0;  // from 1; in a SiteList 0 is the line as a whole: see Thread::Does
  SiteKind kind = SiteKind::kStore;
  bool operator==(const Site& other) const {
    return label == other.label && ordinal == other.ordinal && kind == other.kind;
  }
};

// Sites that a mutation switches off. Their kind does not matter.
struct SiteList {
  const Site* sites = nullptr;
  uint32_t count = 0;

  constexpr SiteList() = default;
  template <size_t N>
  constexpr SiteList(const Site (&list)[N]) : sites(list), count(N) {}  // NOLINT

  bool Has(uint16_t label, uint8_t ordinal) const {
    for (uint32_t i = 0; i < count; ++i) {
      if (sites[i].label == label && sites[i].ordinal == ordinal) return true;
    }
    return false;
  }
};

enum class SiteAction : uint8_t {
  kAsWritten,
  kLeaveOut,
  kDelay,  // past the next operation of the same thread on a device: the two change places
};

// Receives every site as a thread reaches it, and says what is to be done there. Only the traced
// build asks.
class SiteWatch {
 public:
  virtual SiteAction Reach(const Site& site) = 0;
  // The write-back or fence of the site had nothing to do.
  virtual void Idle(const Site&) {}
  // A user's program reads the word of NVM at this address.
  virtual void Read(uint32_t) {}

 protected:
  ~SiteWatch() = default;
};

// Sites that a watch has heard of before.
class SeenSites {
 public:
  bool Has(const Site& site) const {
    const size_t place = PlaceOf(site);
    return place < kinds_.size() && (kinds_[place] & BitOf(site)) != 0;
  }
  void Add(const Site& site) {
    const size_t place = PlaceOf(site);
    if (place >= kinds_.size()) kinds_.resize(place + 256);
    kinds_[place] = static_cast<uint8_t>(kinds_[place] | BitOf(site));
  }
  static size_t PlaceOf(const Site& site) { return site.label * 256u + site.ordinal; }

 private:
  static_assert(static_cast<uint32_t>(SiteKind::kCount) <= 8);
  static uint8_t BitOf(const Site& site) {
    return static_cast<uint8_t>(1u << static_cast<uint32_t>(site.kind));
  }
  std::vector<uint8_t> kinds_;  // by label and ordinal, a bit each
};

// An operation that a mutation has delayed. It lives in the thread's arena.
class DelayedOperation {
 public:
  virtual void Happen(Thread& thread) = 0;

 protected:
  ~DelayedOperation() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SIM_SITE_H_
