/**
 * `npm run fuzz:growth [-- PART-OF-PATH]`: every regular expression that the sources write out is matched against texts made
 * from its own parts: what it repeats, and its beginnings, again and again, with an end that it refuses. The linter proves much
 * of this; it does not see beginnings of several characters ("[a:[a:[a:"). Fails where four times the text takes far more than
 * four times the processor's time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RegExpParser, type AST } from '@eslint-community/regexpp';
import ts from 'typescript';
import { projectRoot } from '../support/managed-process.js';
import { growth } from './growth.js';

const ROOTS = ['gateway/src', 'services', 'deploy/embedded'];
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|gen|tools)\/|\.test\.ts$|\.fixture\.ts$|\.d\.ts$/;
const ENDS = ['', '\u0001', '\n', ' \u0001'];
/** Characters of the smaller text; the larger has four times as many. */
const SMALL = 2_000;
const MOST_UNITS = 200;

interface Pattern {
  where: string;
  source: string;
  flags: string;
}

const composed: { source: string; flags: string }[] = [];
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, args: [string, string?], self: NewableFunction) => {
    const made = Reflect.construct(target, args, self) as RegExp;
    composed.push({ source: made.source, flags: made.flags });
    return made;
  },
});

/** What a file writes out, and what it composes when it is loaded. */
async function patternsOf(file: string): Promise<Pattern[]> {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  if (text.includes('new RegExp(')) {
    composed.length = 0;
    await import(pathToFileURL(file).href);
    found.push(...composed.map((one) => ({ where: `${relative(projectRoot, file)} (composed)`, ...one })));
  }
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, text = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ where: `${relative(projectRoot, file)}:${line + 1}`, source: text, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A text that an element matches, of its shortest; '' where none is known. */
function sample(node: AST.Element | AST.Alternative): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map(sample).join('');
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0] === undefined ? '' : sample(node.alternatives[0]);
    case 'Quantifier':
      return sample(node.element).repeat(Math.min(Math.max(node.min, 1), 20));
    case 'CharacterSet':
      return setSample(node);
    case 'CharacterClass':
      return classSample(node);
    default:
      return '';
  }
}

const TRIED = [
  'a',
  'A',
  '0',
  ' ',
  '.',
  '-',
  '_',
  ':',
  '|',
  '\n',
  '\t',
  '"',
  'ß',
  '问',
  '☐',
  ...Array.from("()[]{}<>*#/@%?!,;=+&'`~^$\\"),
];

const classSample = (node: AST.CharacterClass): string => {
  const [first] = node.elements;
  if (!node.negate && first?.type === 'Character') return String.fromCodePoint(first.value);
  return matching(node.raw);
};
const setSample = (node: AST.CharacterSet): string => (node.kind === 'any' ? 'a' : matching(node.raw));
const matching = (raw: string): string => TRIED.find((one) => new RegExp(`^${raw}$`, 'u').test(one)) ?? '';

interface Hostile {
  before: string;
  unit: string;
}

/** What to repeat: each repeated element behind what leads to it, and each beginning of each sequence. */
function hostile(pattern: AST.Pattern): Hostile[] {
  const found = new Map<string, Hostile>();
  const add = (before: string, unit: string): void => {
    if (unit === '') return;
    for (const one of [before, '']) found.set(`${one}\u0000${unit}`, { before: one, unit });
  };
  const walk = (alternatives: readonly AST.Alternative[], before: string): void => {
    for (const { elements } of alternatives) {
      let beginning = '';
      for (const element of elements) {
        const inner = element.type === 'Quantifier' ? element.element : element;
        if (element.type === 'Quantifier') for (const unit of samplesOf(inner)) add(before + beginning, unit);
        if (inner.type === 'Group' || inner.type === 'CapturingGroup') walk(inner.alternatives, before + beginning);
        beginning += sample(element);
        add(before, beginning);
      }
    }
  };
  walk(pattern.alternatives, '');
  return [...found.values()].slice(0, MOST_UNITS);
}

const samplesOf = (element: AST.Element): string[] =>
  element.type === 'Group' || element.type === 'CapturingGroup' ? element.alternatives.map(sample) : [sample(element)];

const [part = ''] = process.argv.slice(2);
const parser = new RegExpParser();
let patterns = 0;
let slow = 0;
for (const root of ROOTS)
  for (const name of readdirSync(join(projectRoot, root), { recursive: true, encoding: 'utf8' })) {
    const file = join(projectRoot, root, name);
    if (!/\.tsx?$/.test(name) || LEFT_OUT.test(file) || !file.includes(part)) continue;
    for (const { where, source, flags } of await patternsOf(file)) {
      patterns++;
      const expression = new RegExp(source, flags.includes('y') ? flags : `${flags.replace('g', '')}g`);
      for (const { before, unit } of hostile(
        parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u') }),
      ))
        for (const end of ENDS) {
          const textOf = (length: number): string => before + unit.repeat(Math.ceil(length / unit.length)) + end;
          const found = await growth(textOf, SMALL, (text) => {
            expression.lastIndex = 0;
            text.replace(expression, '');
          });
          if (found === undefined) continue;
          slow++;
          process.stdout.write(
            `${where} ${JSON.stringify(before)} + ${JSON.stringify(unit)}… + ${JSON.stringify(end)}: ${found}\n    ${source.slice(0, 200)}\n`,
          );
          break;
        }
    }
  }
process.stdout.write(`${patterns} expressions, ${slow} grow faster than their text\n`);
process.exit(slow === 0 ? 0 : 1);
