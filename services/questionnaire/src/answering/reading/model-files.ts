import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartError } from '@candor/runtime/start-error';

/** The weights that ship with the service, and what `data/models/manifest.json` says of each. */
export type ModelName = 'judge' | 'second-judge' | 'encoder';

interface Manifest {
  /** Changes with the weights and the tokenizer. Vectors carry the texts' digest too, so that evidence cut otherwise is read anew. */
  version: string;
  files: Record<string, { bytes: number; sha256: string }>;
}

/** Where onnxruntime-node brings a binary. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

const SHIPPED = new URL('../../../data/models/', import.meta.url);

/** A model that cannot be used. The message is one line that says what to do. */
export class ModelError extends StartError {
  override name = 'ModelError';
}

function manifestOf(folder: URL): Manifest {
  const file = new URL('manifest.json', folder);
  if (!existsSync(file)) throw new ModelError(missing(fileURLToPath(file)));
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** The version of the models, for whatever is kept that they made. */
export function modelVersion(): string {
  return manifestOf(SHIPPED).version;
}

/**
 * Looks whether this machine can run the models and whether their files are whole, without loading them. Throws
 * `ModelError`. Hashes are compared when a file is loaded.
 */
export function checkModels(platform = `${process.platform}-${process.arch}`, folder = SHIPPED): void {
  if (!PLATFORMS.includes(platform))
    throw new ModelError(
      `The answer engine has no binary for ${platform}: run Candor on Linux (x64, arm64), macOS (arm64) or Windows (x64, arm64).`,
    );
  for (const [name, { bytes }] of Object.entries(manifestOf(folder).files)) {
    const path = fileURLToPath(new URL(name, folder));
    if (!existsSync(path)) throw new ModelError(missing(path));
    if (statSync(path).size !== bytes) throw new ModelError(damaged(path));
  }
}

/** The bytes of a file of the models. Throws `ModelError` when it is missing or not what the manifest says. */
export function modelFile(name: string, folder = SHIPPED): Uint8Array {
  const path = fileURLToPath(new URL(name, folder));
  if (!existsSync(path)) throw new ModelError(missing(path));
  const bytes = readFileSync(path);
  if (createHash('sha256').update(bytes).digest('hex') !== manifestOf(folder).files[name]?.sha256)
    throw new ModelError(damaged(path));
  return bytes;
}

const missing = (path: string): string =>
  `The answer engine's file ${path} is missing: restore it from the release (git checkout, or install again).`;
const damaged = (path: string): string =>
  `The answer engine's file ${path} is damaged: restore it from the release (git checkout, or install again).`;
