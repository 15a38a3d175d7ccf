import { expect, test } from "vitest";
import { classifyError, failureOfExit } from "../../../src/worker/failure.js";

const error = (type: string, message: string) => ({ type, message, stack: "", cause: null });

test.each([
  ["MemoryError", ""],
  [
    "RuntimeError",
    "[enforce fail at alloc_cpu.cpp:117] DefaultCPUAllocator: can't allocate memory: you tried to allocate 469762048 bytes",
  ],
  ["torch.OutOfMemoryError", "CUDA out of memory. Tried to allocate 20.00 MiB"],
  ["Error", "std::bad_alloc"],
  ["RangeError", "Array buffer allocation failed"],
])("%s: %s is out of memory", (type, message) => {
  expect(classifyError(error(type, message))).toBe("out_of_memory");
});

test("a cause counts: an error wrapped around an out-of-memory is one", () => {
  expect(classifyError({ ...error("Error", "could not build"), cause: error("MemoryError", "") })).toBe(
    "out_of_memory",
  );
});

test("other errors are told apart", () => {
  expect(classifyError(error("RuntimeError", "CUDA error: an illegal memory access was encountered"))).toBe(
    "device_fault",
  );
  expect(classifyError(error("NotImplementedError", "fp8 on this CPU"))).toBe("unsupported");
  expect(classifyError(error("ValueError", "top-k"))).toBe("callback_error");
});

test("an exit with a case in hand is a failure, code 0 as well", () => {
  expect(failureOfExit({ code: 0, signal: null }, "", "while it held a case")).toMatchObject({
    class: "exited",
    exitCode: 0,
  });
  expect(failureOfExit({ code: 137, signal: null }, "", "while it held a case").message).toContain("137");
  expect(failureOfExit({ code: null, signal: "SIGKILL" }, "", "while it held a case")).toMatchObject({
    class: "crashed",
    signal: "SIGKILL",
  });
});

test("an abort that says std::bad_alloc is out of memory", () => {
  const output = "terminate called after throwing an instance of 'std::bad_alloc'\n";
  expect(failureOfExit({ code: null, signal: "SIGABRT" }, output, "while it held a case").class).toBe("out_of_memory");
});
