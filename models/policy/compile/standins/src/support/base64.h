// Only the JSON form of a tensor is in base64, and web-llm never asks for it: these streams refuse to work.
#ifndef GOLDCREST_STANDINS_BASE64_H_
#define GOLDCREST_STANDINS_BASE64_H_

#include <tvm/support/io.h>

#include <cstdlib>

namespace tvm {
namespace support {

class NoBase64 : public Stream {
 public:
  using Stream::Read;
  using Stream::Write;

  explicit NoBase64(Stream*) {}

  size_t Read(void*, size_t) final { abort(); }
  size_t Write(const void*, size_t) final { abort(); }
  void InitPosition() {}
  void Finish() {}
};

using Base64InStream = NoBase64;
using Base64OutStream = NoBase64;

}  // namespace support
}  // namespace tvm

#endif  // GOLDCREST_STANDINS_BASE64_H_
