import type { Request } from 'express';

/** How clients reach the server, without a slash at the end: as it was configured, else by the address that they used. */
export const originOf = (request: Request, publicUrl: string | undefined): string =>
  publicUrl?.replace(/(?<!\/)\/+$/, '') ?? `${request.protocol}://${request.host}`;
