// Two watches of sites: one counts them, one breaks one of them.
#ifndef AFTERIMAGE_CRASH_SITE_WATCHES_H_
#define AFTERIMAGE_CRASH_SITE_WATCHES_H_

#include <cstdint>
#include <vector>

#include "sim/site.h"

namespace afterimage {

// A mechanical mutation: one site, left out or delayed. The kind of the site does not matter.
struct SiteMutation {
  Site site;
  SiteAction action = SiteAction::kAsWritten;
  bool wanted() const { return action != SiteAction::kAsWritten; }
};

class SiteMutator final : public SiteWatch {
 public:
  explicit SiteMutator(const SiteMutation& mutation) : mutation_(mutation) {}
  SiteAction Reach(const Site& site) override {
    const bool here = site.label == mutation_.site.label && site.ordinal == mutation_.site.ordinal;
    return here ? mutation_.action : SiteAction::kAsWritten;
  }

 private:
  SiteMutation mutation_;
};

// Counts how often each site was reached, and how often it had nothing to do. Sites are in the
// order in which they were found.
class SiteCensus final : public SiteWatch {
 public:
  SiteCensus() = default;
  SiteCensus(const SiteCensus&) = delete;
  SiteCensus& operator=(const SiteCensus&) = delete;

  struct Entry {
    Site site;
    uint64_t reached = 0;
    uint64_t idle = 0;
  };
  SiteAction Reach(const Site& site) override {
    ++At(site).reached;
    return SiteAction::kAsWritten;
  }
  void Idle(const Site& site) override { ++At(site).idle; }
  const std::vector<Entry>& entries() const { return entries_; }
  // A watch for runs in which it is unknown whether a site has something to do: it finds sites
  // without counting them, and ignores repetitions.
  SiteWatch& sightings() { return sightings_; }
  const SeenSites& sighted() const { return sightings_.seen(); }

 private:
  class Sightings final : public SiteWatch {
   public:
    explicit Sightings(SiteCensus& census) : census_(census) {}
    SiteAction Reach(const Site& site) override {
      census_.At(site);
      seen_.Add(site);
      return SiteAction::kAsWritten;
    }
    const SeenSites& seen() const { return seen_; }

   private:
    SiteCensus& census_;
    SeenSites seen_;
  };
  Entry& At(const Site& site) {
    const size_t place = SeenSites::PlaceOf(site);
    if (place >= index_.size()) index_.resize(place + 256, ~0u);
    for (uint32_t i = index_[place]; i != ~0u; i = next_[i]) {
      if (entries_[i].site == site) return entries_[i];
    }
    entries_.push_back({site});
    next_.push_back(index_[place]);
    index_[place] = static_cast<uint32_t>(entries_.size() - 1);
    return entries_.back();
  }
  std::vector<Entry> entries_;
  std::vector<uint32_t> index_;  // by label and ordinal: the latest entry there
  std::vector<uint32_t> next_;   // by entry: the one before it in the same place
  Sightings sightings_{*this};
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_SITE_WATCHES_H_
