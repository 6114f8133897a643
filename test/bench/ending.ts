/** Ends a measurement that is killed: a process that ends inside of a model's native code aborts ("Napi::Error"). */
import { NativeGate } from '../../services/questionnaire/src/answering/reading/native-gate.js';
import { startReader, type Reader } from '../../services/questionnaire/src/answering/reading/reader.js';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** On SIGTERM or SIGINT closes what runs native code, then ends the process with the usual code of the signal. */
export function endBy(close: () => Promise<unknown>): void {
  for (const [signal, code] of Object.entries(SIGNALS))
    process.once(signal, () => {
      // Work that is cut off is rejected, and nobody is to be told of it.
      process.on('uncaughtException', () => undefined);
      void close().finally(() => process.exit(code));
    });
}

/** The reader of this process, whose native code is left before a signal ends it. */
export function startEndableReader(): Promise<Reader> {
  const gate = new NativeGate();
  endBy(() => gate.shut());
  return startReader(gate);
}
