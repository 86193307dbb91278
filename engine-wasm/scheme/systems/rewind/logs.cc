#include "scheme/systems/rewind/logs.h"

#include "scheme/systems/rewind/one_structure.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

Logs::Logs(const EngineContext& context, PersistentHeap& heap, HeldStores& held,
           const LogParams& params)
    : Library(heap),
      params_(params),
      logs_(ArenaAllocator<Log*>(context.arena)),
      one_recovered_(kTraced && (context.mutations >> kOneLogRecovered) % 2 == 1) {
  for (uint32_t i = 0; i < params.logs; ++i)
    logs_.push_back(context.arena.New<Log>(context, heap, held, params, i));
}

void Logs::Format() {
  for (Log* log : logs_) log->Format();
}

void Logs::Open(Address data) {
  for (Log* log : logs_) log->Open(data);
}

void Logs::Start() {
  for (Log* log : logs_) log->Start();
}

void Logs::Stop(Thread& thread) {
  for (Log* log : logs_) log->Stop(thread);
}

Task<bool> Logs::Reserve(Thread& thread, Transaction& txn, uint32_t updates, uint32_t deletes) {
  return Of(txn).Reserve(thread, txn, updates, deletes);
}

Task<void> Logs::Set(Thread& thread, Transaction& txn, Address address, uint64_t word,
                     Where where) {
  return Of(txn).Set(thread, txn, address, word, where);
}

Task<void> Logs::Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                      Where where) {
  return logs_.front()->Fill(thread, address, bytes, size, where);
}

Task<void> Logs::Free(Thread& thread, Transaction& txn, Address block) {
  return Of(txn).Free(thread, txn, block);
}

Task<void> Logs::Commit(Thread& thread, Transaction& txn) { return Of(txn).Commit(thread, txn); }

Task<void> Logs::RollBack(Thread& thread, Transaction& txn) {
  return Of(txn).RollBack(thread, txn);
}

Task<void> Logs::OnCheckpoint(Thread& thread) {
  for (Log* log : logs_) co_await log->OnCheckpoint(thread);
}

Task<bool> Logs::Recover(Thread& thread, RecoveryReport* report) {
  for (uint32_t i = 0; i < logs_.size(); ++i) {
    if (one_recovered_ && i > 0) {
      thread.set_broken(true);
      co_await Step(thread, {kRecoverList, kListHeader, params_.Space(i).HeaderItem(0)});
      break;
    }
    const bool recovered = co_await logs_[i]->Recover(thread, report);
    if (!recovered) co_return false;
  }
  thread.set_broken(false);
  co_return true;
}

void Logs::AddTo(EngineCounters* counters) const {
  for (const Log* log : logs_) log->AddTo(counters);
}

void Logs::Describe(Inspector& inspector) const {
  for (uint16_t structure = 1; structure <= kStructureCount; ++structure) {
    OneStructure one(inspector, structure);
    for (const Log* log : logs_) log->Describe(one);
    one.End();
  }
}

void Logs::Check(StructureCheck& check) const {
  for (const Log* log : logs_) log->Check(check);
}

bool Logs::AddFormats(DeviceFormats* formats, uint32_t* waiting) const {
  for (const Log* log : logs_) log->AddFormats(formats, waiting);
  return true;
}

}  // namespace afterimage::rewind
