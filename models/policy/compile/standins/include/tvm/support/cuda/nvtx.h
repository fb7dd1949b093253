// Marks for a profiler that no browser has.
#ifndef GOLDCREST_STANDINS_NVTX_H_
#define GOLDCREST_STANDINS_NVTX_H_

#include <string>

#define TVM_NVTX_FUNC_SCOPE()

namespace tvm {
namespace support {

struct NVTXScopedRange {
  explicit NVTXScopedRange(const std::string&) {}
};

}  // namespace support
}  // namespace tvm

#endif  // GOLDCREST_STANDINS_NVTX_H_
