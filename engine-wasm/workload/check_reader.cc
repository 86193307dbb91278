#include "workload/check_reader.h"

namespace afterimage {

Task<Status> CheckReader::ReadAlone(Thread& thread, TableId table, Key key) {
  co_await Begin(thread);
  const Status status = co_await Read(thread, table, key);
  co_await Finish(thread);
  co_return status;
}

Task<Status> CheckReader::SeekAlone(Thread& thread, KeyRange range) {
  co_await Begin(thread);
  const Status status = co_await Seek(thread, range);
  co_await Finish(thread);
  co_return status;
}

}  // namespace afterimage
