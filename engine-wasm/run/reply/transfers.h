// Data on its way at a position, with where it comes from and where it goes: Transfer of
// web/engine/protocol/state.ts. What is under way and what has arrived the devices say, which
// structures that concerns the scheme's own description.
#ifndef AFTERIMAGE_RUN_REPLY_TRANSFERS_H_
#define AFTERIMAGE_RUN_REPLY_TRANSFERS_H_

#include <cstdint>
#include <vector>

#include "run/life/session.h"
#include "run/reply/shown_items.h"

namespace afterimage {

enum class TransferKind : uint8_t {
  kStore,
  kWriteBack,
  kEvict,
  kNtStore,
  kLogWrite,
  kPageWrite,
  kPageRead,
  kDrain,
  kDestage,
  kAcknowledge
};
inline constexpr const char* kTransferNames[] = {"store",     "write-back", "evict",     "nt-store",
                                                 "log-write", "page-write", "page-read", "drain",
                                                 "destage",   "acknowledge"};

struct TransferEnd {
  Tier tier = Tier::kNone;  // none: the client
  uint16_t structure = 0;   // 0: none shows it
  std::vector<uint32_t> keys;
  // The items inside each item that alone have its bytes; empty if there are none.
  std::vector<std::vector<uint32_t>> inner;
  uint64_t address = 0;
  bool cached = false;
};

// A field of an item at the device's end, and the bytes that the transfer leaves it with.
struct BroughtField {
  FieldSpec field;
  std::vector<uint8_t> bytes;  // at least 8
};

struct Transfer {
  TransferKind kind = TransferKind::kStore;
  int64_t id = 0;
  TxnLabel txn = 0;
  TransferEnd from;
  TransferEnd to;
  uint64_t size = 0;
  bool arrived = false;
  std::vector<BroughtField> brings;
};

// Those that are under way at the session's position, and those that arrived with the event before
// it.
std::vector<Transfer> CollectTransfers(Session& session);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_TRANSFERS_H_
