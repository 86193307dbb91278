#include "tier/nvm/nvm_timing.h"

#include <algorithm>
#include <bit>

#include "tier/persist_unit.h"

namespace afterimage {
namespace {

// A bank serves in the order in which requests come.
ArenaVector<NvmTiming::Request>::const_iterator FirstAfter(
    const ArenaVector<NvmTiming::Request>& queue, Time now) {
  return std::upper_bound(
      queue.begin(), queue.end(), now,
      [](Time time, const NvmTiming::Request& request) { return time < request.served_at; });
}

}  // namespace

NvmTiming::NvmTiming(Arena& arena, const MachineProfile& machine, NvmWear& wear)
    : arena_(arena),
      wear_(wear),
      write_ns_(machine.nvm_write_ns()),
      flush_ns_(machine[Price::kFlushWaits] != 0 ? write_ns_ : machine[Price::kDramRead]),
      read_ns_(machine[Price::kNvmRead]),
      next_read_ns_(machine[Price::kNvmNextRead] != 0 ? machine[Price::kNvmNextRead] : read_ns_),
      issue_ns_(machine[Price::kFlushIssue]),
      fence_ns_(machine[Price::kFence]),
      copy_line_ns_(machine[Price::kCopyLine]),
      atomic_ns_(machine[Price::kAtomic]),
      transfer_ns_(machine[Price::kLineTransfer]),
      clwb_(machine[Price::kClwb] != 0),
      flush_waits_(machine[Price::kFlushWaits] != 0),
      nt_waits_(machine[Price::kNtWaits] != 0),
      banks_(static_cast<uint32_t>(machine[Price::kNvmBanks])),
      bank_shift_(
          static_cast<uint32_t>(std::countr_zero(machine[Price::kNvmInterleave] / kLineBytes))),
      free_at_(banks_, 0, ArenaAllocator<Time>(arena)),
      queues_(kTraced ? banks_ : 0, ArenaVector<Request>(ArenaAllocator<Request>(arena)),
              ArenaAllocator<ArenaVector<Request>>(arena)),
      actors_(ArenaAllocator<PerActor>(arena)) {}

NvmTiming::PerActor& NvmTiming::Of(ActorId actor) {
  while (actors_.size() <= actor) actors_.emplace_back(arena_);
  return actors_[actor];
}

void NvmTiming::TakeCopy(const NvmWear::Copy& copy) {
  const uint32_t from = copy.from * wear_.unit_lines(), to = copy.to * wear_.unit_lines();
  Time read = copy.at;
  for (uint32_t i = 0; i < copy.reads; ++i) read = TakeAtMedium(from + i, read, read_ns_);
  for (uint32_t i = 0; i < copy.writes; ++i) TakeAtMedium(to + i, read, write_ns_);
}

Time NvmTiming::Take(uint32_t line, Time now, Time ns) {
  wear_.TakeCopies([&](const NvmWear::Copy& copy) { TakeCopy(copy); });
  return TakeAtMedium(wear_.LineAtMedium(line), now, ns, line);
}

Time NvmTiming::TakeAtMedium(uint32_t line, Time now, Time ns, uint32_t asked) {
  const uint32_t bank = (line >> bank_shift_) % banks_;
  Time& free_at = free_at_[bank];
  free_at = std::max(free_at, now) + ns;
  if constexpr (kTraced) {
    ArenaVector<Request>& queue = queues_[bank];
    // The caller may be at the request's event, which comes before its cost.
    const Time event = now - std::min(now, std::max(issue_ns_, copy_line_ns_));
    queue.erase(queue.begin(), FirstAfter(queue, event));
    queue.push_back({asked, free_at});
  }
  return free_at;
}

std::span<const NvmTiming::Request> NvmTiming::Requests(uint32_t bank, Time now) const {
  const ArenaVector<Request>& queue = queues_[bank];
  const auto served = static_cast<size_t>(FirstAfter(queue, now) - queue.begin());
  return {queue.data() + served, queue.size() - served};
}

uint64_t NvmTiming::SideBySide(uint32_t line, uint64_t lines) const {
  uint64_t stretch = uint64_t{1} << bank_shift_;
  if (wear_.moves_units()) stretch = std::min<uint64_t>(stretch, wear_.unit_lines());
  return std::min(lines, stretch - line % stretch);
}

NvmTiming::ReadTurn NvmTiming::TakeRead(ActorId actor, Time now) {
  PerActor& own = Of(actor);
  NotedRead& read = own.reads[own.begun];
  const uint64_t lines = SideBySide(read.line, read.lines);
  const ReadTurn turn{read.category, Take(read.line, now, ReadNs(lines)) - now};
  read.line += static_cast<uint32_t>(lines);
  read.lines -= lines;
  if (read.lines == 0 && ++own.begun == own.reads.size()) {
    own.reads.clear();
    own.begun = 0;
  }
  return turn;
}

Time NvmTiming::StartRead(uint32_t line, uint64_t lines, Time now, Time after) {
  Time read = after + ReadNs(lines);
  while (shared() && lines > 0) {
    const uint64_t here = SideBySide(line, lines);
    read = std::max(read, Take(line, now, ReadNs(here)));
    line += static_cast<uint32_t>(here);
    lines -= here;
  }
  return read;
}

Time NvmTiming::WriteBack(ActorId actor, uint32_t line, Time now, bool more) {
  if (nt_waits_) Of(actor).last_past_cache = kNoLine;
  if (!shared()) return more && clwb_ ? 0 : flush_ns_;
  const Time written = Take(line, now, write_ns_);
  return flush_waits_ ? written - now : flush_ns_;
}

void NvmTiming::StartWriteBack(ActorId actor, uint32_t line, Time now) {
  if (nt_waits_) Of(actor).last_past_cache = kNoLine;
  if (!shared()) return;
  PerActor& own = Of(actor);
  own.due = std::max(own.due, Take(line, now, write_ns_));
}

Time NvmTiming::NonTemporal(ActorId actor, uint32_t line, Time now) {
  if (!shared() && !nt_waits_) return 0;
  PerActor& own = Of(actor);
  if (own.last_past_cache == line) return 0;
  own.last_past_cache = line;
  if (!shared()) return write_ns_;
  const Time written = Take(line, now, write_ns_);
  if (nt_waits_) return written - now;
  own.due = std::max(own.due, written);
  return 0;
}

Time NvmTiming::Drain(ActorId actor, Time now, bool write_backs, bool non_temporal) {
  if (!shared()) return write_backs || (non_temporal && !nt_waits_) ? write_ns_ : 0;
  PerActor& own = Of(actor);
  // The streamed line has left the write-combining buffer: a later store to it is a new write.
  if (!nt_waits_) own.last_past_cache = kNoLine;
  return own.due > now ? own.due - now : 0;
}

void NvmTiming::Evict(uint32_t line, Time now) {
  if (shared()) Take(line, now, write_ns_);
}

}  // namespace afterimage
