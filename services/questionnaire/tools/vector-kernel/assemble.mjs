// Prints the kernel as base64, for src/answering/finding/vector-kernel.ts. Needs wabt, see README.md beside this file.
import { readFileSync } from 'node:fs';
import wabt from 'wabt';

const { parseWat } = await wabt();
const assembly = parseWat('kernel.wat', readFileSync(new URL('kernel.wat', import.meta.url), 'utf8'), { simd: true });
assembly.validate();
console.log(Buffer.from(assembly.toBinary({}).buffer).toString('base64'));
