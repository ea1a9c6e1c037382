// What the C library of the module asks of its surroundings. There are no files, no environment and no clock that
// matters; what is written to standard error is the reason why the module gave up.

export interface Surroundings {
  imports: WebAssembly.Imports;
  /** What the module has said since the last call. */
  takeMessage(): string;
}

const badFile = 8;

export function surroundings(memory: () => WebAssembly.Memory): Surroundings {
  let message = "";
  const view = () => new DataView(memory().buffer);

  function write(_file: number, vectors: number, count: number, written: number): number {
    let total = 0;
    for (let k = 0; k < count; ++k) {
      const pointer = view().getUint32(vectors + 8 * k, true);
      const length = view().getUint32(vectors + 8 * k + 4, true);
      message += new TextDecoder().decode(new Uint8Array(memory().buffer, pointer, length));
      total += length;
    }
    view().setUint32(written, total, true);
    return 0;
  }
  function noEnvironment(count: number, size: number): number {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  }
  const known: Record<string, (...numbers: never[]) => unknown> = {
    fd_write: write as never,
    environ_sizes_get: noEnvironment as never,
    environ_get: () => 0,
    proc_exit: (code: number) => {
      throw new WebAssembly.RuntimeError(`the module ended with code ${code}`);
    },
    clock_time_get: ((_clock: number, _precision: bigint, time: number) => {
      view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    }) as never,
  };
  const functions = new Proxy(known, { get: (all, name: string) => all[name] ?? (() => badFile) });
  return {
    imports: { wasi_snapshot_preview1: functions as unknown as WebAssembly.ModuleImports },
    takeMessage() {
      const text = message.trim();
      message = "";
      return text;
    },
  };
}
