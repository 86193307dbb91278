#include "scheme/systems/nv_logging/objects.h"

#include <algorithm>

namespace afterimage::nvlog {

// --- The pool ------------------------------------------------------------------------------------

LogObject* ObjectPool::Take(uint32_t bytes) {
  uint32_t size_class = 0;
  while ((kLineBytes << size_class) < bytes) ++size_class;
  LogObject* object = free_objects_[size_class];
  if (object) {
    free_objects_[size_class] = object->older;
    const Address dram = object->dram;
    *object = LogObject();
    object->dram = dram;
  } else {
    object = arena_.New<LogObject>();
    object->dram = dram_.Allocate(kLineBytes << size_class);
  }
  object->bytes = bytes;
  object->room = size_class;
  if constexpr (kTraced) live_.push_back(object);
  return object;
}

void ObjectPool::Free(LogObject* object) {
  object->lsn = kNoLsn;
  object->older = free_objects_[object->room];
  free_objects_[object->room] = object;
  if constexpr (kTraced) live_.erase(std::find(live_.begin(), live_.end(), object));
}

void ObjectPool::Leave(LogObject* object) {
  if (object->state == LogObject::State::kPersistent) {
    Free(object);
  } else {
    object->orphan = true;
    object->older = nullptr;  // free, or soon
  }
}

TxnLog* ObjectPool::TakeLog() {
  if (!free_logs_) return arena_.New<TxnLog>();
  TxnLog* log = free_logs_;
  free_logs_ = log->next_free;
  *log = TxnLog();
  return log;
}

void ObjectPool::FreeLog(TxnLog* log) {
  log->next_free = free_logs_;
  free_logs_ = log;
}

void ObjectPool::Fill(const LogObject& object, const ObjectHeader& header, const Change* change) {
  uint8_t* bytes = Bytes(object);
  if (change) {
    if (change->before.size > 0)
      std::memcpy(bytes + kLineBytes, change->before.data, change->before.size);
    if (change->after.size > 0)
      std::memcpy(bytes + kLineBytes + change->before.size, change->after.data, change->after.size);
  }
  std::memcpy(bytes, &header, sizeof header);
}

// --- The queue -----------------------------------------------------------------------------------

void ObjectQueue::Add(LogObject* object) {
  LogObject* before = last_;
  while (before && before->lsn > object->lsn) before = before->before_in_queue;
  LogObject* after = before ? before->after_in_queue : first_;
  object->before_in_queue = before;
  object->after_in_queue = after;
  (before ? before->after_in_queue : first_) = object;
  (after ? after->before_in_queue : last_) = object;
}

void ObjectQueue::Remove(LogObject* object) {
  LogObject* before = object->before_in_queue;
  LogObject* after = object->after_in_queue;
  (before ? before->after_in_queue : first_) = after;
  (after ? after->before_in_queue : last_) = before;
}

LogObject* ObjectQueue::OldestOf(PageId page) const {
  LogObject* object = first_;
  while (object && object->page != page) object = object->after_in_queue;
  return object;
}

LogObject* ObjectQueue::NextToPersist() const {
  LogObject* object = first_;
  while (object && !object->ComesNext()) object = object->after_in_queue;
  return object;
}

LogObject* ObjectQueue::LastToPersist() const {
  LogObject* object = last_;
  while (object && object->state != LogObject::State::kPopulated) object = object->before_in_queue;
  return object;
}

}  // namespace afterimage::nvlog
