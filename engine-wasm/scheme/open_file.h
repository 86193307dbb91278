// From a parameter ("log on", "database on") to a file: which device, how it is reached, how much
// of it.
#ifndef AFTERIMAGE_SCHEME_OPEN_FILE_H_
#define AFTERIMAGE_SCHEME_OPEN_FILE_H_

#include "scheme/page_params.h"
#include "tier/file.h"

namespace afterimage {

// Grows as files are laid out one behind the other; the same sequence gives the same places at
// every start.
class FileLayout {
 public:
  explicit FileLayout(const MachineProfile& machine) : machine_(machine) {}

  // NVM that the scheme uses without a file.
  void TakeNvm(uint64_t bytes) {
    sizes_.nvm_bytes += (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  // Room for a file; what the devices must have is then in sizes(). The log has a disk of its own.
  struct Place {
    FileKind kind = FileKind::kDisk;
    bool log = false;
    uint64_t base = 0;
    uint64_t size = 0;
  };
  Place Take(FileKind kind, bool log, uint64_t bytes);
  // Room for the file of a database of so many pages, and for its buffer pool.
  Place TakePages(const PageParams& pages, uint32_t page_limit);

  DeviceSizes& sizes() { return sizes_; }

 private:
  const MachineProfile& machine_;
  DeviceSizes sizes_;
};

// The file at a place of the layout.
File* OpenFile(const EngineContext& context, const FileLayout::Place& place);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_OPEN_FILE_H_
