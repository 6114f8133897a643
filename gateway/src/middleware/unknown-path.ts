import { AppError } from '@candor/runtime';
import type { RequestHandler } from 'express';

/** Last in line: no route took the request. */
export const unknownPath: RequestHandler = () => {
  throw new AppError('not_found', 'path_not_found', 'There is nothing at this path. The API is described at /docs.');
};
