// Streams over bytes in memory: what an executable is read from and written to.
#ifndef GOLDCREST_STANDINS_BYTES_IO_H_
#define GOLDCREST_STANDINS_BYTES_IO_H_

#include <tvm/support/io.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace tvm {
namespace support {

class BytesInStream : public Stream {
 public:
  using Stream::Read;
  using Stream::Write;

  BytesInStream(const char* data, size_t size) : next_(data), left_(size) {}
  explicit BytesInStream(const ffi::Bytes& bytes) : BytesInStream(bytes.data(), bytes.size()) {}
  explicit BytesInStream(const std::string& bytes) : BytesInStream(bytes.data(), bytes.size()) {}

  size_t Read(void* into, size_t bytes) final {
    const size_t given = std::min(bytes, left_);
    if (given > 0) std::memcpy(into, next_, given);
    next_ += given;
    left_ -= given;
    return given;
  }
  size_t Write(const void*, size_t) final { return 0; }

 private:
  const char* next_;
  size_t left_;
};

class BytesOutStream : public Stream {
 public:
  using Stream::Read;
  using Stream::Write;

  explicit BytesOutStream(std::string* into) : into_(into) {}

  size_t Read(void*, size_t) final { return 0; }
  size_t Write(const void* from, size_t bytes) final {
    into_->append(static_cast<const char*>(from), bytes);
    return bytes;
  }

 private:
  std::string* into_;
};

}  // namespace support
}  // namespace tvm

#endif  // GOLDCREST_STANDINS_BYTES_IO_H_
