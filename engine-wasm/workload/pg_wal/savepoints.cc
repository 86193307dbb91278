#include "workload/pg_wal/savepoints.h"

#include <algorithm>

namespace afterimage::replay {
namespace {

constexpr uint32_t kNone = 0xffffffff;

// True where no two transactions that commit were open at once.
bool IsSingleSession(const std::vector<Part>& parts) {
  return std::all_of(parts.begin(), parts.end(), [](const Part& part) {
    return part.end != Part::End::kCommit || part.commits_before == part.commits_at_end;
  });
}

// The only transaction that it can be a savepoint of, or kNone.
uint32_t LikelyRoot(const std::vector<Part>& parts, const LoneAbort& lone, bool single_session) {
  std::vector<uint32_t> roots;
  for (uint32_t i = 0; i < lone.count; ++i) {
    const uint32_t root = RootOf(parts, lone.parents[i]);
    if (root == lone.part || parts[root].end == Part::End::kNone) continue;
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
  }
  uint32_t found = kNone, among = 0;
  for (const uint32_t root : roots) {
    if (parts[root].last_named < parts[lone.part].xid) continue;
    found = root;
    ++among;
  }
  if (among == 1) return found;
  const bool only = roots.size() == 1 && !parts[roots[0]].announced;
  return only && single_session ? roots[0] : kNone;
}

}  // namespace

// The last first: who contains the others is known before them.
void FindSavepoints(const std::vector<LoneAbort>& lone_aborts, RawLog* log, Trace* trace) {
  std::vector<Part>& parts = log->parts;
  const bool single_session = IsSingleSession(parts);
  for (size_t i = lone_aborts.size(); i-- > 0;) {
    const LoneAbort& lone = lone_aborts[i];
    Part& part = parts[lone.part];
    if (part.parent != lone.part) {  // its transaction has named it
      ++trace->savepoints;
      continue;
    }
    const bool sure = lone.sure != 0;
    const uint32_t root =
        sure ? RootOf(parts, lone.sure - 1) : LikelyRoot(parts, lone, single_session);
    if (root == kNone || root == lone.part || parts[root].xid > part.xid) continue;
    part.parent = root;
    ++trace->savepoints;
    ++trace->sub_transactions;
    trace->guessed_savepoints += !sure;
  }
}

}  // namespace afterimage::replay
