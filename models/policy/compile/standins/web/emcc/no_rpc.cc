// A page has no remote session; the local one that it does have still names this function.
#include <tvm/ffi/extra/module.h>

#include <cstdlib>
#include <memory>

#include "../../src/runtime/rpc/rpc_session.h"

namespace tvm {
namespace runtime {

ffi::Module CreateRPCSessionModule(std::shared_ptr<RPCSession>) { abort(); }

}  // namespace runtime
}  // namespace tvm
