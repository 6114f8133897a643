import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express from 'express';
import { sendJson } from './send-json.js';

let written = 0;
const counted = (items: number[]): object => ({
  toJSON: () => {
    written++;
    return { items };
  },
});
let reply: object;
let server: Server;
let url: string;

beforeAll(async () => {
  const app = express();
  app.get('/', (request, response) => sendJson(request, response, { status: 200, reply }));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

it('a reply that several calls share is written once, and each gets all of it', async () => {
  reply = counted([1, 2, 3]);
  written = 0;
  const answers = await Promise.all([fetch(url), fetch(url), fetch(url)]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(answers.map(() => ({ items: [1, 2, 3] })));
  expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(1);
  expect(written).toBe(1);
});

it('another reply with the same content is written for itself, with the same tag', async () => {
  reply = counted([1]);
  const first = await fetch(url);
  written = 0;
  reply = counted([1]);
  const second = await fetch(url);
  expect([written, second.headers.get('etag')]).toEqual([1, first.headers.get('etag')]);
  expect((await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })).status).toBe(304);
});
