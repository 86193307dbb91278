// A central log alone, over a file on a disk or in NVRAM, and what a power cut leaves of it.
#ifndef AFTERIMAGE_TESTS_SUPPORT_LOG_LIFE_H_
#define AFTERIMAGE_TESTS_SUPPORT_LOG_LIFE_H_

#include "log/central_log.h"
#include "support/litmus.h"
#include "tier/files/disk_file.h"
#include "tier/files/nvm_file.h"

namespace afterimage::testing_support {

enum class LogOn : uint8_t { kDisk, kTmpfs, kMmap, kPmfs };
inline constexpr const char* kLogOnNames[] = {"disk", "tmpfs", "mmap", "pmfs"};

// A record as a test knows it: identified by its key.
struct LogEntry {
  Lsn lsn = 0;
  uint64_t key = 0;
  uint32_t bytes = 0;  // of the after image
  bool operator==(const LogEntry& other) const {
    return lsn == other.lsn && key == other.key && bytes == other.bytes;
  }
};

// Prints an entry in messages.
inline void PrintTo(const LogEntry& entry, std::ostream* out) {
  *out << entry.key << "@" << entry.lsn << "+" << entry.bytes;
}

class LogLife {
 public:
  LogLife(LogOn on, const CentralLogParams& params, const std::vector<Override>& overrides = {},
          CoreParams cores = {Sim::kMaxThreads, 0, 0})
      : sim(cores), on_(on), params_(params), machine_(SetupA(overrides)) {
    disk = sim.arena.New<BlockDevice>(sim.arena, machine_, DiskBytes());
    nvm = sim.arena.New<Nvm>(sim.arena, machine_, NvmBytes());
    Open();
    log->Format();
  }
  // The life after a power cut; `crashed` must stay as it is.
  LogLife(const LogLife& crashed, PersistChoice& choice)
      : on_(crashed.on_), params_(crashed.params_), machine_(crashed.machine_) {
    disk = sim.arena.New<BlockDevice>(sim.arena, machine_, *crashed.disk, choice, 0u);
    nvm = sim.arena.New<Nvm>(sim.arena, machine_, *crashed.nvm, choice);
    Open();
  }

  static std::vector<uint8_t> Image(uint64_t key, uint32_t bytes) {
    std::vector<uint8_t> image(bytes);
    for (uint32_t i = 0; i < bytes; ++i)
      image[i] = static_cast<uint8_t>(Mix64(key) >> (i % 8 * 8)) ^ static_cast<uint8_t>(i / 8);
    return image;
  }
  Task<Lsn> Append(Thread& t, uint64_t key, uint32_t bytes) {
    images_.push_back(Image(key, bytes));
    RecordHeader header;
    header.key = key;
    header.after_bytes = static_cast<uint16_t>(bytes);
    const Lsn lsn = co_await log->Insert(t, header, {}, {images_.back().data(), bytes});
    entries.push_back({lsn, key, bytes});
    co_return lsn;
  }
  // Reads from the start as restart does. At the end of the log it continues to insert, if asked.
  Task<void> Restart(Thread& t, bool go_on = false) {
    std::vector<uint8_t> images(kMaxRecordBytes);
    LogMaster master;
    master_found = co_await log->ReadMaster(t, &master);
    if (!master_found) co_return;
    Lsn lsn = master.first_lsn;
    uint32_t epoch = 0;
    RecordHeader header;
    while (co_await log->ScanToEnd(t, lsn, master, epoch, &header, images.data())) {
      epoch = header.epoch;
      const bool pad = header.kind == RecordKind::kPad;
      if (!pad) found.push_back({lsn, header.key, header.after_bytes});
      if (!pad)
        EXPECT_EQ(std::vector<uint8_t>(images.data(), images.data() + header.after_bytes),
                  Image(header.key, header.after_bytes));
      lsn = log->Behind(lsn, header.size(), pad);
    }
    end = lsn;
    if (go_on) co_await log->Continue(t, master, lsn);
  }
  template <class Program>
  void Play(Program program) {
    Thread& t = sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    ASSERT_TRUE(t.done());
  }
  void Restarted(bool go_on = false) {
    Play([&](Thread& t) -> Task<> { co_await Restart(t, go_on); });
  }

  Sim sim;
  BlockDevice* disk = nullptr;
  Nvm* nvm = nullptr;
  File* file = nullptr;
  CentralLog* log = nullptr;
  std::vector<LogEntry> entries;  // as appended
  std::vector<LogEntry> found;    // as restart read them
  bool master_found = false;
  Lsn end = 0;

 private:
  NvmFileApi Api() const { return static_cast<NvmFileApi>(static_cast<int>(on_) - 1); }
  uint32_t Bytes() const {
    const auto block =
        on_ == LogOn::kDisk ? static_cast<uint32_t>(machine_[Price::kDiskSector]) : 64u;
    return static_cast<uint32_t>(CentralLog::FileBytes(params_, block));
  }
  uint64_t DiskBytes() const { return on_ == LogOn::kDisk ? Bytes() : 4096; }
  uint32_t NvmBytes() const {
    return on_ == LogOn::kDisk ? 4096 : NvmFile::RegionBytes(machine_, Api(), Bytes());
  }
  void Open() {
    if (on_ == LogOn::kDisk) {
      file = sim.arena.New<DiskFile>(sim.arena, machine_, *disk, uint64_t{0}, uint64_t{Bytes()});
    } else {
      file = sim.arena.New<NvmFile>(sim.arena, machine_, *nvm, Api(), Address{0}, Bytes());
    }
    log = sim.arena.New<CentralLog>(sim.arena, machine_, *file, params_, LogLabels{});
  }

  LogOn on_;
  CentralLogParams params_;
  MachineProfile machine_;
  std::deque<std::vector<uint8_t>> images_;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_LOG_LIFE_H_
