/* Operations of Berkeley DB, to be counted by callgrind (paths.mjs).
 * berkeley_db FOLDER look-up|insert|update|delete OPERATIONS_A_TRANSACTION
 * A B-tree of 100,000 entries of 8 + 24 bytes, transactions whose log is written and synced at
 * commit, no lock manager. Only what Counted does is counted. */
#include <db.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

enum { kEntries = 100000, kUncounted = 400, kCounted = 2000, kCountedInLong = 4000 };

static DB_ENV *env;
static DB *db;

static void Must(int status, const char *what) {
  if (status == 0) return;
  fprintf(stderr, "%s: %s\n", what, db_strerror(status));
  exit(1);
}

static uint64_t Next(void) {
  static uint64_t state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/* Big-endian, so that keys are in the order of their numbers. */
static void SetKey(unsigned char key[8], uint64_t number) {
  for (int i = 7; i >= 0; --i, number >>= 8) key[i] = number & 255;
}

static void Open(const char *folder) {
  Must(db_env_create(&env, 0), "environment");
  Must(env->set_cachesize(env, 0, 64 << 20, 1), "cache");
  Must(env->set_lg_bsize(env, 1 << 20), "log buffer");
  Must(env->open(env, folder, DB_CREATE | DB_INIT_MPOOL | DB_INIT_LOG | DB_INIT_TXN, 0600),
       "environment");
  Must(db_create(&db, env, 0), "database");
  Must(db->set_pagesize(db, 4096), "page size");
  Must(db->open(db, NULL, "entries", NULL, DB_BTREE, DB_CREATE | DB_AUTO_COMMIT, 0600), "database");
}

static void Put(DB_TXN *txn, uint64_t number, unsigned flags) {
  unsigned char key[8], data[24];
  DBT k = {0}, d = {0};
  SetKey(key, number);
  memset(data, (int)number, sizeof data);
  k.data = key, k.size = sizeof key;
  d.data = data, d.size = sizeof data;
  Must(db->put(db, txn, &k, &d, flags), "put");
}

/* Every second key is there: the others are for insertions. They come in an order that leaves
 * pages as full as splits make them. */
static void Load(void) {
  enum { kStride = 61803 }; /* has no divisor in common with kEntries */
  DB_TXN *txn;
  for (uint64_t i = 0; i < kEntries;) {
    Must(env->txn_begin(env, NULL, &txn, 0), "begin");
    for (int n = 0; n < 1000; ++n, ++i) Put(txn, 2 * (i * kStride % kEntries), 0);
    Must(txn->commit(txn, 0), "commit");
  }
}

static void LookUp(DB_TXN *txn, uint64_t number) {
  unsigned char key[8], data[24];
  DBT k = {0}, d = {0};
  SetKey(key, number);
  k.data = key, k.size = sizeof key;
  d.data = data, d.ulen = sizeof data, d.flags = DB_DBT_USERMEM;
  Must(db->get(db, txn, &k, &d, 0), "get");
}

static void Delete(DB_TXN *txn, uint64_t number) {
  unsigned char key[8];
  DBT k = {0};
  SetKey(key, number);
  k.data = key, k.size = sizeof key;
  Must(db->del(db, txn, &k, 0), "del");
}

static char used[kEntries];

/* An entry that no operation of this run has had. */
static uint64_t Fresh(void) {
  uint64_t entry;
  do entry = Next() % kEntries;
  while (used[entry]);
  used[entry] = 1;
  return entry;
}

static void Transact(const char *what, int operations) {
  DB_TXN *txn;
  Must(env->txn_begin(env, NULL, &txn, 0), "begin");
  for (int i = 0; i < operations; ++i) {
    if (*what == 'l') LookUp(txn, 2 * (Next() % kEntries));
    if (*what == 'i') Put(txn, 2 * Fresh() + 1, DB_NOOVERWRITE);
    if (*what == 'u') Put(txn, 2 * Fresh(), 0);
    if (*what == 'd') Delete(txn, 2 * Fresh());
  }
  Must(txn->commit(txn, 0), "commit");
}

static void Counted(const char *what, int operations, int transactions) {
  CALLGRIND_START_INSTRUMENTATION;
  for (int i = 0; i < transactions; ++i) Transact(what, operations);
  CALLGRIND_STOP_INSTRUMENTATION;
}

int main(int count, char **arguments) {
  if (count != 4) return 1;
  const char *what = arguments[2];
  const int operations = atoi(arguments[3]);
  const int counted = operations > 1 ? kCountedInLong : kCounted;
  Open(arguments[1]);
  Load();
  for (int i = 0; i < kUncounted; i += operations) Transact(what, operations);
  Counted(what, operations, counted / operations);
  Must(db->close(db, 0), "close");
  Must(env->close(env, 0), "close");
  return 0;
}
