/** Takes one file in. */
export interface FileWriter {
  /** Takes a piece over: its memory is given back when it is written. Resolves when more may come. */
  add(piece: Uint8Array): Promise<void>;
  /** Resolves when the whole file is on disk and can be read. */
  finish(name: string): Promise<void>;
  /** Waits until nothing is under way any more, however it ends. What was written stays, to be removed by its id. */
  settle(): Promise<void>;
}

/** Part of a file: from byte `start` up to `end`, which is not part of it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A place for the bytes of files, each under an id of its own. */
export interface FileBytes {
  writer(fileId: string): FileWriter;
  /** Pieces in order, each in memory that is the caller's alone. Fails when the file, or a part of it, is gone. */
  read(fileId: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Where the file lies on this machine, to be read only; undefined when its bytes are kept in another way. */
  pathOf(fileId: string): Promise<string | undefined>;
  /** Also what an unfinished `writer` left. An unknown id is no error. */
  remove(fileId: string): Promise<void>;
}

/** The entry of a file, as GridFS keeps it in its files collection. */
export interface FilesEntry {
  _id: string;
  /** Bytes. */
  length: number;
  /** Of each chunk but the last, bytes. */
  chunkSize: number;
  uploadDate: Date;
  filename: string;
  /** Said of a file without chunks, whose bytes lie in a directory beside the database. */
  keptIn?: 'directory';
}
