/** A word where it stands, in pixels of the picture. */
export interface EngineWord {
  text: string;
  /** 0 to 100. */
  confidence: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface EngineLine {
  words: EngineWord[];
  /** Height of the line on which letters stand, at the middle of the line; pixels. */
  baseline: number;
  /** From the foot of its letters to the head, about the size of the font; pixels. */
  height: number;
}

export type ToEngine = { kind: 'picture'; file: Uint8Array };

export type FromEngine =
  /** The engine and its languages are loaded. */
  { kind: 'ready' } | { kind: 'lines'; lines: EngineLine[] } | { kind: 'failed'; message: string };

export interface EngineStart {
  languages: readonly string[];
  memoryMb: number;
}
