// The sources of the numbers, with the command that repeats the counts if there is one:
// scenarios/paths. A test compares these tables with those files, and another compares the total of
// an operation, as the simulator charges it, with its count.
#include "tier/prices/path_profile.h"

namespace afterimage {
namespace {

using enum PathBasis;

// A search of a node fixes it, so its fix is in its count.
constexpr PathPart kBerkeleyDbParts[] = {
    {Price::kPathBegin, 825, kCounted},
    {Price::kPathStatement, 0, kNone},
    {Price::kPathRead, 1750, kRest},
    {Price::kPathInsert, 1600, kRest},
    {Price::kPathUpdate, 2285, kRest},
    {Price::kPathErase, 6757, kRest},
    {Price::kPathCommit, 1179, kCounted},
    {Price::kPathLock, 0, kNone},
    {Price::kPathFix, 0, kNone},
    {Price::kPathIndexNode, 1630, kCounted},
    {Price::kPathLogRecord, 1733, kCounted},
};

// A hash table that does not grow stands for its unfinished tree: no nodes.
constexpr PathPart kStasisParts[] = {
    {Price::kPathBegin, 91, kCounted},       {Price::kPathStatement, 0, kNone},
    {Price::kPathRead, 2514, kRest},         {Price::kPathInsert, 18411, kRest},
    {Price::kPathUpdate, 984, kRest},        {Price::kPathErase, 29244, kRest},
    {Price::kPathCommit, 3390, kCounted},    {Price::kPathLock, 0, kNone},
    {Price::kPathFix, 530, kCounted},        {Price::kPathIndexNode, 0, kNone},
    {Price::kPathLogRecord, 2100, kCounted},
};

// Half of a lock taken and let go; locks on tables and above are locks of their own, and a commit
// is what is left of a transaction when two of those are taken off.
#define AFTERIMAGE_SHORE_MT_PARTS                                             \
  {Price::kPathBegin, 2270, kCounted}, {Price::kPathStatement, 0, kNone},     \
      {Price::kPathRead, 1862, kRest}, {Price::kPathInsert, 360, kRest},      \
      {Price::kPathUpdate, 3477, kRest}, {Price::kPathErase, 1155, kRest},    \
      {Price::kPathCommit, 10035, kRest}, {Price::kPathLock, 1152, kCounted}, \
      {Price::kPathFix, 620, kCounted}, {                                     \
    Price::kPathIndexNode, 2280, kCounted                                     \
  }

constexpr PathPart kShoreMtParts[] = {
    AFTERIMAGE_SHORE_MT_PARTS,
    {Price::kPathLogRecord, 1300, kCounted},
};
// The insertion of Shore-MT's record into the central buffer, 400, gives way to the paper's own.
constexpr PathPart kNvLoggingParts[] = {
    AFTERIMAGE_SHORE_MT_PARTS,
    {Price::kPathLogRecord, 941, kCounted},
};
constexpr PathPart kPcmLoggingParts[] = {
    AFTERIMAGE_SHORE_MT_PARTS,
    {Price::kPathLogRecord, 0, kNone},
};
#undef AFTERIMAGE_SHORE_MT_PARTS

// Rows as InnoDB handles them, records of its mini-transactions and locks within. The way of the
// statement to it is path.sql.
#define AFTERIMAGE_INNODB_PARTS                                               \
  {Price::kPathStatement, 0, kNone}, {Price::kPathRead, 0, kNone},            \
      {Price::kPathInsert, 4935, kRest}, {Price::kPathUpdate, 8160, kRest},   \
      {Price::kPathErase, 8160, kRest}, {Price::kPathCommit, 5900, kCounted}, \
      {Price::kPathLock, 0, kNone}, {Price::kPathFix, 0, kNone}, {            \
    Price::kPathIndexNode, 1960, kCounted                                     \
  }

// A transaction that changes anything makes its undo segment.
constexpr PathPart kInnoDbParts[] = {
    {Price::kPathBegin, 23950, kCounted},
    AFTERIMAGE_INNODB_PARTS,
    {Price::kPathLogRecord, 0, kNone},
};
// InnoDB without its own undo and redo; two records of BaSE's tables for each change.
constexpr PathPart kBaseParts[] = {
    {Price::kPathBegin, 550, kCounted},
    AFTERIMAGE_INNODB_PARTS,
    {Price::kPathLogRecord, 45, kCounted},
};
#undef AFTERIMAGE_INNODB_PARTS

// All but the log is in the way of a statement, of which pgbench's short transaction has three.
constexpr PathPart kPostgreSqlParts[] = {
    {Price::kPathBegin, 0, kNone},     {Price::kPathStatement, 0, kNone},
    {Price::kPathSql, 120360, kRest},  {Price::kPathRead, 0, kNone},
    {Price::kPathInsert, 0, kNone},    {Price::kPathUpdate, 0, kNone},
    {Price::kPathErase, 0, kNone},     {Price::kPathCommit, 1087, kCounted},
    {Price::kPathLock, 0, kNone},      {Price::kPathFix, 0, kNone},
    {Price::kPathIndexNode, 0, kNone}, {Price::kPathLogRecord, 3144, kCounted},
};

// A library, called by the program itself: no statements, and no locks of its own.
constexpr PathPart kRewindParts[] = {
    {Price::kPathBegin, 123, kCounted},    {Price::kPathStatement, 0, kNone},
    {Price::kPathRead, 0, kNone},          {Price::kPathInsert, 0, kNone},
    {Price::kPathUpdate, 0, kNone},        {Price::kPathErase, 0, kNone},
    {Price::kPathCommit, 154, kCounted},   {Price::kPathLock, 0, kNone},
    {Price::kPathFix, 0, kNone},           {Price::kPathIndexNode, 54, kCounted},
    {Price::kPathLogRecord, 80, kCounted},
};

constexpr char kCallgrind[] = "counted by callgrind, with a program that counts it again";
constexpr char kStated[] = "counted by callgrind from its public source; stated, not in the tests";

}  // namespace

const PathProfile kBerkeleyDbPath = {
    "berkeley-db", {"Berkeley DB 5.3.28", "Berkeley DB 5.3.28"}, kCallgrind, kBerkeleyDbParts};
const PathProfile kStasisPath = {"stasis", {"Stasis", "Stasis"}, kStated, kStasisParts};
const PathProfile kShoreMtPath = {
    "shore-mt", {"Shore-MT 7.0.0", "Shore-MT 7.0.0"}, kStated, kShoreMtParts};
const PathProfile kInnoDbPath = {
    "innodb", {"InnoDB (MariaDB 10.11)", "InnoDB（MariaDB 10.11）"}, kStated, kInnoDbParts};
const PathProfile kPostgreSqlPath = {
    "postgresql", {"PostgreSQL 15", "PostgreSQL 15"}, kStated, kPostgreSqlParts};
const PathProfile kNvLoggingPath = {"nv-logging",
                                    {"Shore-MT with NV-Logging's own log",
                                     "Shore-MT，日志为 "
                                     "NV-Logging 自己的算法"},
                                    kCallgrind,
                                    kNvLoggingParts};
const PathProfile kRewindPath = {
    "rewind", {"REWIND's own algorithms", "REWIND 自己的算法"}, kCallgrind, kRewindParts};
const PathProfile kBasePath = {"base",
                               {"InnoDB with BaSE's own tables", "InnoDB，日志为 BaSE 自己的表"},
                               kCallgrind,
                               kBaseParts};
const PathProfile kPcmLoggingPath = {
    "pcmlogging", {"Shore-MT without a log", "Shore-MT，没有日志"}, kStated, kPcmLoggingParts};

void TakePaths(const PathProfile& named, MachineProfile& machine) {
  const auto whose = static_cast<int64_t>(machine[Price::kPathProfile]);
  if (whose == kMachinesPaths) return;
  const PathProfile& profile = whose == kNamedPaths ? named : *kPathProfiles[whose - kFirstForAll];
  for (const PathPart& part : profile.parts) machine.SetUnlessSet(part.price, part.instructions);
}

}  // namespace afterimage
