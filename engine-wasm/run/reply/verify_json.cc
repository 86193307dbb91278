#include "run/reply/verify_json.h"

#include "base/json/json_writer.h"
#include "run/explore/outlook.h"
#include "run/explore/store_fates.h"
#include "run/file/scenario/site_names.h"

namespace afterimage {
namespace {

void WriteVerdicts(const VerdictPairs* verdicts, JsonWriter& json) {
  json.BeginObject();
  for (uint32_t v = 0; v < kVerdicts; ++v) {
    if (verdicts[v].direct == 0 && verdicts[v].in_recovery == 0) continue;
    json.Key(VerdictName(v))
        .BeginArray()
        .Number(verdicts[v].direct)
        .Number(verdicts[v].in_recovery)
        .EndArray();
  }
  json.EndObject();
}

void WritePoint(const PointVerdict& point, JsonWriter& json) {
  const Event& last = point.last;
  const bool begun = last.seq != ~uint32_t{0};
  json.BeginObject().Key("at").Integer(begun ? int64_t{point.start} + last.seq + 1 : 0);
  if (point.life > 0) json.Key("life").Integer(point.life);
  if (begun) {
    json.Key("kind")
        .String(kEventKindNames[static_cast<int>(last.kind)])
        .Key("label")
        .Integer(last.label);
    json.Key("txn").Integer(last.txn).Key("actor").Integer(last.actor);
    json.Key("timeNs").Integer(static_cast<int64_t>(last.time_ns));
  }
  json.Key("images")
      .Number(point.images)
      .Key("pairs")
      .Number(point.pairs)
      .Key("ways")
      .Integer(point.ways);
  json.Key("verdicts");
  WriteVerdicts(point.verdicts, json);
  json.EndObject();
}

void WriteSurvive(const Survive& survive, JsonWriter& json) {
  json.BeginObject().Key("survive").String("none").Key("units").BeginArray();
  for (const UnitChoice& unit : survive.units) {
    json.BeginObject().Key("tier").String(kTierNames[static_cast<int>(unit.tier)]);
    json.Key("address").Integer(static_cast<int64_t>(unit.address)).Key("stores").BeginArray();
    for (const bool store : unit.stores) json.Bool(store);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
}

void WriteDelays(const Delays& delays, JsonWriter& json) {
  json.BeginArray();
  for (const ThreadDelay& delay : delays) {
    json.BeginObject().Key("thread").Integer(delay.thread + 1);
    json.Key("operation").Integer(delay.operation).Key("until").Integer(delay.until + 1);
    if (delay.next != 1) json.Key("next").Integer(delay.next);
    json.EndObject();
  }
  json.EndArray();
}

// The line of the user's program that a label is of, 0 where it is of none.
uint32_t ProgramLineOf(const SchemeInfo& scheme, uint16_t label) {
  const ProgramInfo* const program = scheme.program;
  return program && label > program->label_before ? label - program->label_before : 0;
}

void WriteFailure(const Verification& verification, const Failure& failure, bool by_structures,
                  JsonWriter& json, const Delays* delays = nullptr) {
  std::vector<SessionCut> cuts;
  std::string verdict;
  const bool agrees = ReplayCuts(verification.session().scenario(), failure, &cuts, &verdict);
  json.BeginObject().Key("verdict").String(VerdictName(failure.verdict));
  if (by_structures) json.Key("byStructures").Bool(true);
  if (failure.life > 0) json.Key("life").Integer(failure.life);
  json.Key("pairs")
      .Number(failure.reached.pairs)
      .Key("replayed")
      .Bool(agrees)
      .Key("cuts")
      .BeginArray();
  for (const SessionCut& cut : cuts) {
    json.BeginObject().Key("at").Integer(cut.at).Key("survive");
    WriteSurvive(cut.survive, json);
    const uint32_t line = ProgramLineOf(*verification.session().scenario().scheme, cut.label);
    if (line > 0) json.Key("line").Integer(line);
    json.EndObject();
  }
  json.EndArray();
  if (delays && !delays->empty()) {
    json.Key("delays");
    WriteDelays(*delays, json);
  }
  if (agrees) json.Key("result").Raw(verdict);
  json.EndObject();
}

// Failures that a client notices come first: a broken structure matters if no client notices it.
void WriteFailures(const Verification& verification, JsonWriter& json,
                   const Delays* delays = nullptr) {
  for (const Failure& failure : verification.failures())
    WriteFailure(verification, failure, false, json, delays);
  if (!verification.failures().empty()) return;
  for (const Failure& failure : verification.structure_failures())
    WriteFailure(verification, failure, true, json, delays);
}

using Census = std::vector<SiteCensus::Entry>;

const SiteCensus::Entry* Find(const Census& census, const Site& site) {
  for (const SiteCensus::Entry& entry : census) {
    if (entry.site == site) return &entry;
  }
  return nullptr;
}

void WriteTimes(const SiteCensus::Entry* entry, JsonWriter& json) {
  json.BeginArray().Number(entry ? static_cast<double>(entry->reached) : 0);
  json.Number(entry ? static_cast<double>(entry->idle) : 0).EndArray();
}

void WriteSite(const Verification& verification, const Site& site, JsonWriter& json) {
  const SchemeInfo& scheme = *verification.session().scenario().scheme;
  json.BeginObject().Key("label").Integer(site.label).Key("ordinal").Integer(site.ordinal);
  json.Key("kind").String(kSiteKindNames[static_cast<int>(site.kind)]);
  json.Key("leaveOut").String(SiteMutationName(scheme, {site, SiteAction::kLeaveOut}));
  if (CanBeDelayed(site.kind))
    json.Key("delay").String(SiteMutationName(scheme, {site, SiteAction::kDelay}));
  json.Key("inRun");
  WriteTimes(Find(verification.sites(), site), json);
  json.Key("inRecovery");
  WriteTimes(Find(verification.recovery_sites(), site), json);
  json.EndObject();
}

void WriteSites(const Verification& verification, JsonWriter& json) {
  json.BeginArray();
  for (const SiteCensus::Entry& entry : verification.sites())
    WriteSite(verification, entry.site, json);
  for (const SiteCensus::Entry& entry : verification.recovery_sites()) {
    if (!Find(verification.sites(), entry.site)) WriteSite(verification, entry.site, json);
  }
  json.EndArray();
}

// Writes the fates of the stores of a user's program while the power stays on.
[[maybe_unused]] void WriteStoreFates(const Scenario& scenario, JsonWriter& json) {
  const auto fates = StoreFatesOf(scenario);
  if (!fates) return;
  json.Key("stores").BeginArray();
  for (const StoreFate& fate : *fates) {
    json.BeginObject().Key("line").Integer(fate.line).Key("durable").Integer(fate.durable);
    json.Key("unwritten").Integer(fate.unwritten).Key("unfenced").Integer(fate.unfenced);
    json.Key("overwritten").Integer(fate.overwritten).Key("other").Integer(fate.other);
    if (fate.by > 0) json.Key("by").Integer(fate.by);
    json.EndObject();
  }
  json.EndArray();
}

// Writes the places at which the threads of a blocked run wait for each other in the user's
// program.
void WriteWaits(const Verification& verification, JsonWriter& json) {
  if (verification.waits().empty()) return;
  const SchemeInfo& scheme = *verification.session().scenario().scheme;
  json.Key("waits").BeginArray();
  for (const Waiting& wait : verification.waits()) {
    json.BeginObject().Key("actor").Integer(wait.actor).Key("line");
    json.Integer(ProgramLineOf(scheme, wait.label)).EndObject();
  }
  json.EndArray();
}

void WriteCounts(const Verification& verification, JsonWriter& json) {
  const ExplorerCounters& counters = verification.explorer().counters();
  json.Key("pairs").Number(counters.pairs).Key("runs").Number(static_cast<double>(counters.runs));
  json.Key("states").Integer(verification.explorer().states());
  json.Key("innerPoints").Number(static_cast<double>(counters.inner_points));
  json.Key("exact").Bool(verification.exact());
  if (!verification.exact())
    json.Key("limit").String(kLimitNames[static_cast<int>(verification.limit())]);
  json.Key("ended").Bool(verification.ended());
  json.Key("checked").BeginObject().Key("images").Number(
      static_cast<double>(verification.checked().images));
  json.Key("broken").Number(static_cast<double>(verification.checked().broken)).EndObject();
  WriteProgramFault(verification.session().world(), json);
  WriteWaits(verification, json);
  VerdictPairs verdicts[kVerdicts];
  for (uint32_t v = 0; v < kVerdicts; ++v) verdicts[v] = verification.verdict(v);
  json.Key("verdicts");
  WriteVerdicts(verdicts, json);
}

void WritePoints(const Verification& verification, uint32_t from, JsonWriter& json) {
  json.Key("points").BeginArray();
  for (size_t i = from; i < verification.points().size(); ++i)
    WritePoint(verification.points()[i], json);
  json.EndArray();
}

}  // namespace

void WriteVerifyProgress(const Verification& verification, uint32_t from, std::string* out) {
  JsonWriter json(*out);
  json.BeginObject();
  WriteCounts(verification, json);
  json.Key("failures").Integer(static_cast<int64_t>(verification.failures().size()));
  WritePoints(verification, from, json);
  json.EndObject();
}

void WriteVerifyReport(const Verification& verification, std::string* out) {
  JsonWriter json(*out);
  json.BeginObject();
  WriteCounts(verification, json);
  json.Key("failures").BeginArray();
  WriteFailures(verification, json);
  json.EndArray().Key("sites");
  WriteSites(verification, json);
  if constexpr (kWhole) WriteStoreFates(verification.session().scenario(), json);
  WritePoints(verification, 0, json);
  json.EndObject();
}

void WriteScheduleSet(const ScheduleSet& set, std::string* out) {
  JsonWriter json(*out);
  json.BeginObject().Key("operations").Integer(set.operations).Key("bound").Integer(set.bound);
  json.Key("equal").Number(static_cast<double>(set.equal)).Key("all").Bool(set.all);
  json.Key("schedules").BeginArray();
  for (const Delays& delays : set.schedules) WriteDelays(delays, json);
  json.EndArray().EndObject();
}

bool WriteDelayedFailures(const Verification& verification, const Delays& delays,
                          std::string* out) {
  std::string list;
  JsonWriter json(list);
  json.BeginArray();
  WriteFailures(verification, json, &delays);
  json.EndArray();
  if (list.size() <= 2) return false;
  if (!out->empty()) *out += ',';
  out->append(list, 1, list.size() - 2);
  return true;
}

void WriteSchedulesVerdict(const SchedulesVerdict& verdict, const std::string& failures,
                           std::string* out) {
  JsonWriter json(*out);
  json.BeginObject().Key("schedules").BeginObject();
  json.Key("bound").Integer(verdict.set.bound).Key("operations").Integer(verdict.set.operations);
  json.Key("of").Integer(static_cast<int64_t>(verdict.set.schedules.size()));
  json.Key("tried").Integer(verdict.tried).Key("failing").Integer(verdict.failing);
  json.Key("equal").Number(static_cast<double>(verdict.set.equal));
  json.Key("all").Bool(verdict.set.all).EndObject();
  json.Key("pairs").Number(verdict.pairs).Key("runs").Number(static_cast<double>(verdict.runs));
  json.Key("exact").Bool(verdict.exact).Key("failures").Raw("[" + failures + "]").EndObject();
}

void WriteVerifyWays(const Verification& verification, uint32_t index, std::string* out) {
  JsonWriter json(*out);
  json.BeginArray();
  for (const Verification::WayVerdict& way : verification.WaysOf(index)) {
    json.BeginObject().Key("verdict").String(VerdictName(way.verdict));
    json.Key("inRecovery")
        .String(VerdictName(way.in_recovery))
        .Key("images")
        .Number(way.way.images);
    json.Key("survive");
    WriteSurvive(way.survive, json);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace afterimage
