/** Names between double underscores that programs have. */
const DUNDER = new Set(
  'all call class dict dirname doc enter eq exit file filename hash init iter len main metadata module name new proto pycache repr schema slots str typename version'.split(
    ' ',
  ),
);

/**
 * Whether stars or underscores of `source` between two places, which Markdown takes for emphasis, are code: products
 * ("2*3*4"), powers ("2**3**4"), file globs ("src/**\/*.ts, *.js"), names of programs ("__init__.py").
 */
export function keepsItsMarks(source: string, from: number, to: number): boolean {
  const [marks = ''] = /^[*_]{1,3}/.exec(source.slice(from, to)) ?? [];
  const inside = source.slice(from + marks.length, to - marks.length);
  const before = source[from - 1] ?? ' ';
  const after = source[to] ?? ' ';
  const further = source[to + 1] ?? ' ';
  if (marks.startsWith('_')) {
    if (!/^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/.test(inside)) return false;
    if (/[./\\'"\w]/.test(before) || after === '(' || (/[./\\]/.test(after) && /\w/.test(further))) return true;
    return marks === '__' && DUNDER.has(inside.toLowerCase());
  }
  const isWord = (sign: string): boolean => /[\p{L}\p{N})\]]/u.test(sign);
  if (isWord(before) && /[\p{L}\p{N}([]/u.test(after) && !/\s/.test(inside))
    return marks === '*' || /^(?:[\p{L}\p{N}]|\d[\d.]*)$/u.test(inside) || /\d/.test(before + after);
  if (/[/\\]/.test(before) || /^[/\\]/.test(after + ' ')) return true;
  return /^(?:[/\\]|[.\-_:]\w)/.test(inside) || /[/\\,(]$/.test(inside) || /^[.\-_]\w/.test(after + further);
}
