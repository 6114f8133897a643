import type { OpcPackage } from '../../documents/opc/package.js';
import { partKey } from '../../documents/zip/directory.js';
import { PartEncoding } from '../xml/part-text.js';
import { DeflatedPart } from '../zip/deflated-part.js';
import { withoutCells } from './calc-chain.js';

/** Numbers of the sheets in the workbook part, by name: the calculation chain speaks of sheets by these. */
export function sheetNumbers(opc: OpcPackage): Map<string, string> {
  const numbers = new Map<string, string>();
  opc.scan(opc.mainPart('xl/workbook.xml'), {
    wantsText: false,
    open: (name, tag) => {
      if (name === 'sheet') numbers.set(tag.attribute('name') ?? '', tag.attribute('sheetId') ?? '');
    },
    text: () => undefined,
    close: () => undefined,
  });
  return numbers;
}

/** The parts that change when formulas are gone: the chain, or, when nothing is left of it, what names it. */
export function* chainWithout(
  opc: OpcPackage,
  removed: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<[key: string, part: DeflatedPart | null]> {
  if (removed.size === 0) return;
  const workbook = opc.mainPart('xl/workbook.xml');
  const chain = opc.relationships(workbook).find((relationship) => relationship.type === 'calcChain');
  if (chain === undefined || !opc.has(chain.target)) return;
  const patched = rewritten(opc, chain.target, (text) => withoutCells(text, removed));
  yield [partKey(chain.target), patched];
  if (patched !== null) return;
  const slash = workbook.lastIndexOf('/') + 1;
  const relations = `${workbook.slice(0, slash)}_rels/${workbook.slice(slash)}.rels`;
  yield [partKey(relations), rewritten(opc, relations, (text) => withoutElement(text, 'Relationship', /calcChain"/))];
  const types = '[Content_Types].xml';
  yield [
    partKey(types),
    rewritten(opc, types, (text) => withoutElement(text, 'Override', /PartName="[^"]*calcChain\.xml"/i)),
  ];
}

function rewritten(opc: OpcPackage, name: string, change: (text: string) => string | undefined): DeflatedPart | null {
  const entry = opc.archive.entry(name);
  if (entry === undefined) return null;
  const bytes = Buffer.concat([...opc.archive.chunks(entry)]);
  const encoding = PartEncoding.of(bytes);
  const text = change(encoding.decode(bytes));
  if (text === undefined) return null;
  const part = new DeflatedPart();
  part.write(encoding.encode(text));
  return part;
}

const withoutElement = (text: string, name: string, holding: RegExp): string =>
  text.replace(new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^>]*/>`, 'g'), (tag) => (holding.test(tag) ? '' : tag));
