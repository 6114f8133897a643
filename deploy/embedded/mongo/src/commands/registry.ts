import { CommandError, ErrorCode } from '../errors.js';
import { aggregateCommands } from './aggregate.js';
import { collectionCommands } from './collections.js';
import type { Command } from './context.js';
import { countCommands } from './count.js';
import { cursorCommands } from './cursors.js';
import { deleteCommands } from './delete.js';
import { explainCommands } from './explain.js';
import { findAndModifyCommands } from './find-and-modify.js';
import { findCommands } from './find.js';
import { handshakeCommands } from './handshake.js';
import { indexCommands } from './indexes.js';
import { insertCommands } from './insert.js';
import { updateCommands } from './update.js';

const COMMANDS = new Map<string, Command>(
  [
    handshakeCommands,
    insertCommands,
    findCommands,
    cursorCommands,
    updateCommands,
    findAndModifyCommands,
    deleteCommands,
    countCommands,
    aggregateCommands,
    indexCommands,
    collectionCommands,
    explainCommands,
  ].flatMap((group) => Object.entries(group)),
);

/** The command of that name; error 59 for any other. */
export function commandNamed(name: string): Command {
  const command = COMMANDS.get(name);
  if (!command) throw new CommandError(ErrorCode.CommandNotFound, `no such command: '${name}'`);
  return command;
}
