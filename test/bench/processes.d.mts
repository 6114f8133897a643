export interface LoopDelay {
  p99: number;
  longest: number;
}
export interface Program {
  pid: number;
  url: string;
  stop(): Promise<void>;
  loopDelay(): Promise<LoopDelay>;
}
export interface Candor extends Program {
  key: string;
  dataDir: string;
  call(path: string, init?: RequestInit): Promise<unknown>;
}
export const WATCHED: readonly string[];
export function startProgram(args: string[], environment?: Record<string, string>): Promise<Program>;
export function startCandor(environment?: Record<string, string>): Promise<Candor>;
export function delayFigures(delay: LoopDelay): { what: string; value: number; unit: string }[];
export function processed(call: Candor['call'], id: string, everyMs?: number): Promise<Record<string, unknown>>;
export function residentBytes(pid: number | string): Promise<number>;
export function peakBytes(pid: number): Promise<number>;
export function sampler(pid: number): { reset(): void; peak(): number; stop(): Promise<void> };
export function threadSeconds(pid: number | string, into?: Map<string, number>): Promise<Map<string, number>>;
