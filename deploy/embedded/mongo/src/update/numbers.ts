import { Long } from 'bson';
import { isLong, isNumeric, typeName } from '../bson/values.js';
import { badValue, typeMismatch } from '../errors.js';
import type { Change } from './target.js';

const INT64 = 2n ** 63n;

function shrink(value: bigint, operator: string): number | Long {
  if (value >= INT64 || value < -INT64)
    throw badValue(`Failed to apply ${operator}: the result does not fit in 64 bits`);
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : Long.fromBigInt(value);
}

function combine(operator: '$inc' | '$mul', a: number | Long, b: number | Long): number | Long {
  const exact = (x: number | Long): boolean => typeof x !== 'number' || Number.isSafeInteger(x);
  // int64 arithmetic only where an int64 beyond 2^53 takes part: plain numbers are doubles, as the driver writes them.
  if ((isLong(a) || isLong(b)) && exact(a) && exact(b)) {
    const [x, y] = [a, b].map((value) => (typeof value === 'number' ? BigInt(value) : value.toBigInt())) as [
      bigint,
      bigint,
    ];
    return shrink(operator === '$inc' ? x + y : x * y, operator);
  }
  return operator === '$inc' ? Number(a) + Number(b) : Number(a) * Number(b);
}

/** `$inc` and `$mul`; error 14 for anything that is not a number. */
export function arithmetic(operator: '$inc' | '$mul', path: string, operand: unknown): Change {
  if (!isNumeric(operand)) {
    throw typeMismatch(
      `Cannot ${operator === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path}: ${typeName(operand)}}`,
    );
  }
  return (current) => {
    if (current === undefined) return operator === '$inc' ? operand : 0;
    if (!isNumeric(current)) {
      throw typeMismatch(
        `Cannot apply ${operator} to a value of non-numeric type: the field '${path}' has type ${typeName(current)}`,
      );
    }
    return combine(operator, current, operand);
  };
}
