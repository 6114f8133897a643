#!/usr/bin/env node
// Prepares the clone, then runs a built program in this same process: `node deploy/setup/run.mjs FILE ARGUMENTS`. npm runs no
// pre-scripts where `ignore-scripts` is set.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import './prepare.mjs';

const LOOK_MS = 200;

/**
 * npm starts a shell, and the shell starts this. A shell that stays in between dies of the signal that npm sends on, and tells
 * nobody: the program ends itself when whoever started it is gone.
 */
function endWithParent() {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  looking.unref();
}

if (process.env.npm_lifecycle_event !== undefined) endWithParent();
const [, , file, ...args] = process.argv;
const program = resolve(file);
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);
