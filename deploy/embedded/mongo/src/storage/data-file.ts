// What who starts the server needs to know of the data directory: apart, so that it does not load SQLite.

export const DATA_FILE = 'data.sqlite';

/** Another process uses the data directory. */
export class DataDirectoryLockedError extends Error {
  override name = 'DataDirectoryLockedError';
}
