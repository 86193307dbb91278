// An endless log on a ring in NVM: position p is at p mod the ring's size, and a record takes
// complete lines. It keeps the used part, and the space promised to transactions that may have to
// roll back.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LOG_RING_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LOG_RING_H_

#include "scheme/shared/record_logs/record.h"
#include "tier/nvm/nvm.h"

namespace afterimage::wal {

struct LogRing {
  LogRing(Nvm& device, Address at, uint32_t size) : nvm(device), first(at), bytes(size) {}

  Nvm& nvm;
  const Address first;
  const uint32_t bytes;
  uint32_t change_bytes = 0;        // what a client's change may take
  uint32_t end_bytes = kLineBytes;  // what it takes once, to end
  uint32_t slack = 0;               // bytes that are kept free for structure changes
  uint64_t head = 0;                // below: free to reuse
  uint64_t tail = 0;                // the next record goes here
  uint64_t durable = 0;             // all below are whole records that a power cut cannot take back
  uint64_t archived = 0;
  uint64_t reserved = 0;

  static uint32_t RoundUp(uint32_t size) {
    return (size + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  // Returns whether an anchor can be a position.
  static bool WholeLines(uint64_t place) {
    return place % kLineBytes == 0 && place < EventQueue::kTimeLimit;
  }
  Address At(uint64_t place) const { return first + static_cast<Address>(place % bytes); }
  // Returns how many of `size` bytes from `place` on come before the ring's end.
  uint32_t BeforeEnd(uint64_t place, uint32_t size) const {
    const uint64_t left = bytes - place % bytes;
    return left < size ? static_cast<uint32_t>(left) : size;
  }
  void Load(uint64_t place, void* out, uint32_t size) const;
  // Copies the record at `place` for a rollback, header and images.
  Task<void> Read(Thread& thread, uint64_t place, RecordHeader* header, uint8_t* images) const;
  // Charges the reading of what is there (see Nvm::ChargeLoad).
  void ChargeLoad(Thread& thread, Category category, uint64_t place, uint32_t size) const;
  // Store and write back bytes of which others know nothing yet, around the ring's end.
  Task<void> Store(Thread& thread, uint64_t place, const uint8_t* data, uint32_t size);
  Task<void> WriteBack(Thread& thread, uint64_t place, uint32_t size);

  // Adds to a transaction's reservation in `mine`: for `changes` more changes, their CLRs, and once
  // for its end. Returns false if there is no room at present.
  bool TryReserve(uint64_t& mine, uint32_t changes);
  // Takes the bytes of a transaction's record out of its reservation.
  void Use(uint64_t& mine, uint32_t size);
  void Release(uint64_t& mine);
  // Returns whether there is room in recovery, which may use up the space kept free for it.
  bool HasRoom(uint32_t image_bytes) const {
    return tail - head + RoundUp(sizeof(RecordHeader) + image_bytes) <= bytes;
  }
  // The place of the first durable record that is not below the LSN or GSN `head_lsn`. What it
  // charges is to be awaited.
  uint64_t Cut(Thread& thread, Lsn head_lsn) const;
};

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LOG_RING_H_
