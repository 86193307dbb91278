#include "run/file/scenario/site_names.h"

namespace afterimage {
namespace {

constexpr std::string_view kLeaveOut = "leave-out-";
constexpr std::string_view kDelay = "delay-";
// The listing's name of sites whose label is in no listing: the label itself stands for the line.
constexpr std::string_view kNoListing = "unlisted";
// The listing's name of the lines of the user's program.
constexpr std::string_view kProgram = "program";

// Takes `-number` off the end of `name`; at least 1.
bool TakeNumber(std::string_view* name, uint32_t* number) {
  const size_t dash = name->rfind('-');
  if (dash == std::string_view::npos || dash + 1 == name->size() || name->size() - dash > 6)
    return false;
  *number = 0;
  for (const char c : name->substr(dash + 1)) {
    if (c < '0' || c > '9') return false;
    *number = *number * 10 + static_cast<uint32_t>(c - '0');
  }
  *name = name->substr(0, dash);
  return *number > 0;
}

}  // namespace

std::string SiteMutationName(const SchemeInfo& scheme, const SiteMutation& mutation) {
  std::string listing(kNoListing);
  uint32_t line = mutation.site.label;
  for (uint32_t l = 0; l < scheme.listings.size() && listing == kNoListing; ++l) {
    for (uint32_t i = 0; i < scheme.listings[l].count; ++i) {
      if (scheme.listings[l].lines[i].label != mutation.site.label) continue;
      listing = scheme.listings[l].id;
      line = i + 1;
    }
  }
  const ProgramInfo* const program = scheme.program;
  if (kWhole && program && line > program->label_before && listing == kNoListing) {
    listing = kProgram;
    line -= program->label_before;
  }
  const std::string_view action = mutation.action == SiteAction::kDelay ? kDelay : kLeaveOut;
  return std::string(action) + listing + "-" + std::to_string(line) + "-" +
         std::to_string(mutation.site.ordinal);
}

bool ParseSiteMutation(const SchemeInfo& scheme, std::string_view name, SiteMutation* mutation) {
  SiteMutation parsed;
  if (name.substr(0, kLeaveOut.size()) == kLeaveOut) {
    parsed.action = SiteAction::kLeaveOut;
    name.remove_prefix(kLeaveOut.size());
  } else if (name.substr(0, kDelay.size()) == kDelay) {
    parsed.action = SiteAction::kDelay;
    name.remove_prefix(kDelay.size());
  } else {
    return false;
  }
  uint32_t ordinal = 0, line = 0;
  if (!TakeNumber(&name, &ordinal) || !TakeNumber(&name, &line) || ordinal > 0xff || line > 0xffff)
    return false;
  parsed.site.ordinal = static_cast<uint8_t>(ordinal);
  if (name == kNoListing) parsed.site.label = static_cast<uint16_t>(line);
  if (kWhole && scheme.program && name == kProgram && line <= kMostProgramLines)
    parsed.site.label = static_cast<uint16_t>(line + scheme.program->label_before);
  for (uint32_t l = 0; l < scheme.listings.size(); ++l) {
    if (name == scheme.listings[l].id && line <= scheme.listings[l].count)
      parsed.site.label = scheme.listings[l].lines[line - 1].label;
  }
  *mutation = parsed;
  return parsed.site.label != 0;
}

bool IsMutation(const SchemeInfo& scheme, std::string_view name) {
  for (uint32_t i = 0; i < scheme.mutations.size(); ++i) {
    if (name == scheme.mutations[i].id) return true;
  }
  SiteMutation mutation;
  return ParseSiteMutation(scheme, name, &mutation);
}

}  // namespace afterimage
