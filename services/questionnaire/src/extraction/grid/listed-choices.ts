import type { TableCell } from '../../documents/model.js';

const LETTERS = 'abcdefghijklmnop';
const LONGEST = 80;

/**
 * The choices that a cell of a document lists by letters, of which the first is the automatic number of the cell: "A. Yes", "B. No".
 * A line behind them that goes on with a blank ("If yes, which: ____") is none. Empty when it lists none, or asks.
 */
export function listedChoices({ column, number, text }: TableCell): string[] {
  if (column === 0 || number === undefined || !/^\(?[aA][.)]$/.test(number) || !text.includes('\n')) return [];
  const [first = '', ...lines] = text.split('\n').map((line) => line.trim());
  const choices = [first];
  for (const line of lines.filter((other) => other !== '')) {
    const [, letter, behind = ''] = /^\(?([a-pA-P])[.)](.+)$/u.exec(line) ?? [];
    const choice = behind.trim();
    if (letter === undefined || choice === '') {
      if (choices.length < 2 || !/_{3,}|[:：]\s*$/u.test(line)) return [];
      continue;
    }
    if (letter.toLowerCase() !== LETTERS[choices.length]) return [];
    choices.push(choice);
  }
  const short = choices.every((choice) => choice !== '' && choice.length <= LONGEST && !/[?？:：]/u.test(choice));
  return choices.length >= 2 && short ? choices : [];
}
