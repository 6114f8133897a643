import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, loadConfig, port } from './config.js';

const schema = z.object({
  MONGODB_URL: z.string({ error: 'must be set' }),
  PORT: port.default(80),
  TOKEN: z.string().optional(),
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('the configuration of a process', () => {
  it('takes a secret from the file that NAME_FILE names, without the newline that editors add', () => {
    const path = file('url', 'mongodb://user:secret@mongo:27017/db\n');
    expect(loadConfig(schema, { MONGODB_URL_FILE: path, PORT: '8080' })).toEqual({
      MONGODB_URL: 'mongodb://user:secret@mongo:27017/db',
      PORT: 8080,
    });
  });

  it('prefers the variable itself, and takes the file when the variable is blank', () => {
    const path = file('other', 'from the file');
    const given = (MONGODB_URL: string) => loadConfig(schema, { MONGODB_URL, MONGODB_URL_FILE: path }).MONGODB_URL;
    expect([given('directly'), given(' ')]).toEqual(['directly', 'from the file']);
  });

  it('counts a blank file as absent', () => {
    const MONGODB_URL = 'mongodb://mongo';
    expect(loadConfig(schema, { MONGODB_URL, TOKEN_FILE: file('blank', ' \n') })).toEqual({ MONGODB_URL, PORT: 80 });
    expect(() => loadConfig(schema, { MONGODB_URL_FILE: file('empty', '') })).toThrow('MONGODB_URL: must be set');
  });

  it('names every mistake at once, among them a file that is not there, and no secret', () => {
    const environment = { MONGODB_URL_FILE: '/nowhere/url', PORT: 'hunter2', TOKEN_FILE: file('token', 'hunter3') };
    let mistake: unknown;
    try {
      loadConfig(schema, environment);
    } catch (error) {
      mistake = error;
    }
    expect(mistake).toBeInstanceOf(ConfigError);
    const { message } = mistake as ConfigError;
    expect(message).toMatch(/^MONGODB_URL_FILE: cannot read \/nowhere\/url/m);
    expect(message).toMatch(/^PORT: must be a whole number$/m);
    expect(message).not.toMatch(/hunter/);
  });
});
