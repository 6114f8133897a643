import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkModels, modelFile, ModelError } from './model-files.js';

const folder = mkdtempSync(join(tmpdir(), 'models-'));
const url = pathToFileURL(`${folder}/`);

beforeAll(() => {
  const files = { 'judge.onnx': { bytes: 5, sha256: '0'.repeat(64) } };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: 'x', files }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the models that ship', () => {
  it('are whole', () => {
    expect(() => checkModels('linux-x64')).not.toThrow();
    expect(modelFile('judge.onnx').byteLength).toBeGreaterThan(20_000_000);
    expect(modelFile('second-judge.onnx').byteLength).toBeGreaterThan(60_000_000);
  });

  it('are refused on a system without a binary, in one line that says what to do', () => {
    expect(() => checkModels('sunos-x64')).toThrow(ModelError);
    expect(() => checkModels('sunos-x64')).toThrow(/^The answer engine has no binary for sunos-x64: run Candor on .*$/);
  });

  it('are refused when one is missing, cut off or changed, in one line that says what to do', () => {
    expect(() => checkModels('linux-x64', url)).toThrow(
      /^The answer engine's file .*judge\.onnx is missing: restore it.*$/,
    );
    writeFileSync(join(folder, 'judge.onnx'), 'cut');
    expect(() => checkModels('linux-x64', url)).toThrow(/judge\.onnx is damaged: restore it/);
    writeFileSync(join(folder, 'judge.onnx'), 'other');
    expect(() => modelFile('judge.onnx', url)).toThrow(/judge\.onnx is damaged: restore it/);
  });

  it('are refused whole when what lists them is missing', () => {
    rmSync(join(folder, 'manifest.json'));
    expect(() => checkModels('linux-x64', url)).toThrow(/manifest\.json is missing: restore it/);
  });
});
