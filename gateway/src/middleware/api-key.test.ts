import { AppError, systemClock } from '@candor/runtime';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { requestContext } from './request-context.js';
import { apiKey } from './api-key.js';

afterEach(() => void jest.restoreAllMocks());

describe('what is kept of a key', () => {
  it('is asked for again after seconds, also when the clock was set back two days meanwhile', async () => {
    let asked = 0;
    let revoked = false;
    const check = apiKey(() => {
      asked++;
      if (revoked) return Promise.reject(new AppError('unauthenticated', 'invalid_api_key', 'revoked'));
      return Promise.resolve({
        keyId: 'key',
        organizationId: 'organization',
        role: 'ADMIN',
        scopes: [],
        ownerId: '',
        expiresAt: undefined,
      });
    }, systemClock);
    const headers: Record<string, string> = { 'x-api-key': 'a key' };
    const call = async (): Promise<void> => {
      const request = { get: (name: string) => headers[name] } as unknown as Request;
      const response = {
        locals: {},
        once: () => undefined,
        setHeader: () => undefined,
        setMaxListeners: () => undefined,
      };
      requestContext(systemClock, 1000)(request, response as unknown as Response, () => undefined);
      await check(request, response as unknown as Response, () => undefined);
    };
    await call();
    await call();
    expect(asked).toBe(1);
    revoked = true;
    const [wall, steady] = [Date.now(), performance.now()];
    jest.spyOn(Date, 'now').mockReturnValue(wall - 2 * 86_400_000);
    jest.spyOn(performance, 'now').mockReturnValue(steady + 5000);
    await expect(call()).rejects.toMatchObject({ code: 'invalid_api_key' });
  });
});
