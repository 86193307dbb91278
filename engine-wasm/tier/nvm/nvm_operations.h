// The operations that a thread awaits when it stores to the NVM, which nvm.h names. This file is a
// part of that header.
#ifndef AFTERIMAGE_TIER_NVM_NVM_OPERATIONS_H_
#define AFTERIMAGE_TIER_NVM_NVM_OPERATIONS_H_

#include <optional>

#include "tier/nvm/nvm.h"

namespace afterimage {

class Nvm::ReadOp final : public OrderedOperation<Nvm::ReadOp> {
 public:
  ReadOp(Thread& thread, Nvm& nvm) : OrderedOperation(thread), nvm_(nvm) {}
  bool await_ready() {
    if (!nvm_.timing_.shared() || !nvm_.timing_.HasReads(thread_.id())) return true;
#if AFTERIMAGE_WATCHES_READS
    held_ = thread_.kernel().schedule().ComesToRead(thread_);
#endif
    return thread_.Drive(*this);
  }
  Progress Step(Thread& thread) override;
#if AFTERIMAGE_WATCHES_READS
  bool LetsOthersGoOn() const override { return true; }
#endif

 private:
  Nvm& nvm_;
#if AFTERIMAGE_WATCHES_READS
  bool held_ = false;
#endif
};

class Nvm::StoreOp final : public OrderedOperation<Nvm::StoreOp> {
 public:
  StoreOp(Thread& thread, Nvm& nvm, Category category, Address address, const void* data,
          uint32_t size, Access access, bool non_temporal)
      : OrderedOperation(thread),
        nvm_(nvm),
        data_(static_cast<const uint8_t*>(data)),
        address_(address),
        left_(size),
        category_(category),
        access_(access),
        non_temporal_(non_temporal) {}
  bool await_ready();
  // The thread comes to this site.
  void Arrive();
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override { return {SharedKind::kLine, false, LineOf(address_)}; }

 private:
  Nvm& nvm_;
  const uint8_t* data_;
  Address address_;
  uint32_t left_;
  Category category_;
  Access access_;
  bool non_temporal_;
  SiteAction action_ = SiteAction::kAsWritten;
};

class Nvm::FlushOp final : public OrderedOperation<Nvm::FlushOp> {
 public:
  FlushOp(Thread& thread, Nvm& nvm, Category category, Address address, uint32_t size,
          Access access, FlushKind kind)
      : OrderedOperation(thread),
        nvm_(nvm),
        line_(LineOf(address)),
        end_(LineOf(address + size + kLineBytes - 1)),
        category_(category),
        access_(access),
        kind_(kind) {}
  bool await_ready();
  void Arrive();
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override { return {SharedKind::kLine, true, line_}; }

 private:
  Progress Start(Thread& thread);
  Progress Complete(Thread& thread);
  Nvm& nvm_;
  uint32_t line_;
  uint32_t end_;
  uint32_t mark_ = 0;
  WaitQueue::Waiter waiter_;
  Category category_;
  Access access_;
  FlushKind kind_;
  bool started_ = false;
  bool writing_ = false;  // this operation took the line along; it was clean otherwise
  bool paid_ = false;     // a line of it has been written
  SiteAction action_ = SiteAction::kAsWritten;
};

class Nvm::StoreAndFlushOp final : public OrderedOperation<Nvm::StoreAndFlushOp> {
 public:
  StoreAndFlushOp(Thread& thread, Nvm& nvm, Category category, Address address, const void* data,
                  uint32_t size, Access access, std::optional<Where> back, FlushKind kind)
      : OrderedOperation(thread),
        nvm_(nvm),
        data_(data),
        address_(address),
        size_(size),
        category_(category),
        access_(access),
        kind_(kind),
        back_(back) {}
  bool await_ready();
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override {
    return {SharedKind::kLine, flush_.has_value(), LineOf(address_)};
  }

 private:
  Nvm& nvm_;
  const void* data_;
  Address address_;
  uint32_t size_;
  Category category_;
  Access access_;
  FlushKind kind_;
  std::optional<Where> back_;
  // Made as the thread comes to them: most operations need neither (TryStoreThrough).
  std::optional<StoreOp> store_;
  std::optional<FlushOp> flush_;
};

class Nvm::FenceOp final : public OrderedOperation<Nvm::FenceOp> {
 public:
  FenceOp(Thread& thread, Nvm& nvm, Category category, Access access)
      : OrderedOperation(thread), nvm_(nvm), category_(category), access_(access) {}
  bool await_ready();
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override { return {SharedKind::kFence, true, 0}; }

 private:
  Nvm& nvm_;
  Category category_;
  Access access_;
  bool waited_ = false;
  SiteAction action_ = SiteAction::kAsWritten;
};

class Nvm::FetchOp final : public OrderedOperation<Nvm::FetchOp> {
 public:
  FetchOp(Thread& thread, Nvm& nvm, Category category, Address address, uint64_t operand,
          Fetch fetch)
      : OrderedOperation(thread),
        nvm_(nvm),
        address_(address),
        operand_(operand),
        category_(category),
        fetch_(fetch) {}
  bool await_ready();
  Progress Step(Thread& thread) override;
  SharedUse Uses() const override { return {SharedKind::kLine, false, LineOf(address_)}; }
  uint64_t await_resume() const { return before_; }

 private:
  Nvm& nvm_;
  Address address_;
  uint64_t operand_;
  uint64_t before_ = 0;
  Category category_;
  Fetch fetch_;
  bool waited_ = false;
  SiteAction action_ = SiteAction::kAsWritten;
};

inline Nvm::ReadOp Nvm::AwaitReads(Thread& thread) { return ReadOp(thread, *this); }
inline Nvm::ReadOp Nvm::Read(Thread& thread, Category category, Address address, uint64_t size) {
  ChargeLoad(thread, category, address, size);
  return AwaitReads(thread);
}
inline Nvm::StoreOp Nvm::Store(Thread& thread, Category category, Address address, const void* data,
                               uint32_t size, Access access) {
  return StoreOp(thread, *this, category, address, data, size, access, false);
}
inline Nvm::StoreOp Nvm::NtStore(Thread& thread, Category category, Address address,
                                 const void* data, uint32_t size, Access access) {
  return StoreOp(thread, *this, category, address, data, size, access, true);
}
inline Nvm::FlushOp Nvm::Clflush(Thread& thread, Category category, Address address, uint32_t size,
                                 Access access) {
  return FlushOp(thread, *this, category, address, size, access, FlushKind::kClflush);
}
inline Nvm::FlushOp Nvm::Clwb(Thread& thread, Category category, Address address, uint32_t size,
                              Access access) {
  return FlushOp(thread, *this, category, address, size, access, WriteBackKind());
}
inline Nvm::StoreAndFlushOp Nvm::StoreAndFlush(Thread& thread, Category category, Address address,
                                               const void* data, uint32_t size, Access access,
                                               const Where& back) {
  return StoreAndFlushOp(thread, *this, category, address, data, size, access, back,
                         FlushKind::kClflush);
}
inline Nvm::StoreAndFlushOp Nvm::StoreAndClwb(Thread& thread, Category category, Address address,
                                              const void* data, uint32_t size, Access access) {
  return StoreAndFlushOp(thread, *this, category, address, data, size, access, std::nullopt,
                         WriteBackKind());
}
inline Nvm::FenceOp Nvm::Fence(Thread& thread, Category category, Access access) {
  return FenceOp(thread, *this, category, access);
}
inline Nvm::FetchOp Nvm::FetchAdd(Thread& thread, Category category, Address address,
                                  uint64_t delta) {
  return FetchOp(thread, *this, category, address, delta, Fetch::kAdd);
}
inline Nvm::FetchOp Nvm::SetBits(Thread& thread, Category category, Address address,
                                 uint64_t bits) {
  return FetchOp(thread, *this, category, address, bits, Fetch::kSet);
}
inline Nvm::FetchOp Nvm::ClearBits(Thread& thread, Category category, Address address,
                                   uint64_t bits) {
  return FetchOp(thread, *this, category, address, bits, Fetch::kClear);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_NVM_NVM_OPERATIONS_H_
