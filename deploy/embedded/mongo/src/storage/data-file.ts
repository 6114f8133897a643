// What who starts the server needs to know of the data directory: apart, so that it does not load SQLite.

export const DATA_FILE = 'data.sqlite';

/** The data directory cannot be used as it is; the message says why in one line, for whoever starts the server. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError';
}

/** Another process uses the data directory. */
export class DataDirectoryLockedError extends DataDirectoryError {
  override name = 'DataDirectoryLockedError';
}
