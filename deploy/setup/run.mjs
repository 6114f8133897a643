#!/usr/bin/env node
// Prepares the clone, then runs a built program in this same process: `node deploy/setup/run.mjs FILE ARGUMENTS`. npm runs no
// pre-scripts where `ignore-scripts` is set.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import './prepare.mjs';

const [, , file, ...args] = process.argv;
const program = resolve(file);
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);
