import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { encodeKey } from '../bson/order.js';
import { splitPath } from '../bson/paths.js';
import { isDocument } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode, unsupported } from '../errors.js';
import { Sorter, sortKey } from '../plan/sort.js';
import { compileExpression, readFieldPath } from '../query/expression.js';
import { compileFilter } from '../query/matcher.js';
import { compileProjection } from '../query/projection.js';
import { compileSort } from '../query/sort-spec.js';
import { changeAt, REMOVED } from '../update/target.js';
import { compileAccumulator } from './accumulators.js';

/** Turns a stream of documents into another. */
export type Stage = (input: Iterable<Document>) => Iterable<Document>;

const MAX_GROUP_BYTES = 100 * 1024 * 1024;

function mapping(map: (document: Document) => Document): Stage {
  return function* (input) {
    for (const document of input) yield map(document);
  };
}

function match(spec: unknown): Stage {
  const { test } = compileFilter(requireDocument('$match', spec));
  return function* (input) {
    for (const document of input) if (test(document)) yield document;
  };
}

function project(spec: unknown): Stage {
  const fields = requireDocument('$project', spec);
  const projection = compileProjection(fields);
  if (!projection)
    throw new CommandError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  return mapping(projection);
}

function addFields(spec: unknown, name: string): Stage {
  const fields = Object.entries(requireDocument(name, spec)).map(([path, expression]) => ({
    segments: splitPath(path),
    compute: compileExpression(expression),
  }));
  return mapping((document) => {
    const out = decodeDocument(encodeDocument(document));
    for (const { segments, compute } of fields) {
      const value = compute(document);
      changeAt(out, segments, () => value ?? REMOVED, value === undefined);
    }
    return out;
  });
}

function unset(spec: unknown): Stage {
  const paths = Array.isArray(spec) ? spec : [spec];
  if (!paths.every((path) => typeof path === 'string'))
    throw new CommandError(31002, '$unset specification must be a string or an array');
  return mapping(compileProjection(Object.fromEntries(paths.map((path: string) => [path, 0])))!);
}

function sort(spec: unknown): Stage {
  const fields = compileSort(requireDocument('$sort', spec));
  return function* (input) {
    const sorter = new Sorter<Buffer>();
    for (const document of input) {
      const raw = encodeDocument(document);
      sorter.add(sortKey(document, fields), raw, raw.length);
    }
    for (const raw of sorter.take()) yield decodeDocument(raw);
  };
}

function whole(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least) {
    throw new CommandError(15958, `the ${name} must be an integer of at least ${least}`);
  }
  return value;
}

function skip(spec: unknown): Stage {
  const count = whole('$skip', spec, 0);
  return function* (input) {
    let seen = 0;
    for (const document of input) if (seen++ >= count) yield document;
  };
}

function limit(spec: unknown): Stage {
  const count = whole('$limit', spec, 1);
  return function* (input) {
    let seen = 0;
    for (const document of input) {
      yield document;
      if (++seen >= count) return;
    }
  };
}

function count(spec: unknown): Stage {
  if (typeof spec !== 'string' || spec === '' || spec.startsWith('$') || spec.includes('.')) {
    throw new CommandError(40156, 'the count field must be a non-empty string without $ or .');
  }
  return function* (input) {
    let total = 0;
    const documents = input[Symbol.iterator]();
    while (documents.next().done !== true) total++;
    if (total > 0) yield { [spec]: total };
  };
}

function unwind(spec: unknown): Stage {
  const options = isDocument(spec) ? spec : { path: spec };
  const { path, preserveNullAndEmptyArrays, includeArrayIndex } = options;
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw new CommandError(28818, "path option to $unwind stage should be prefixed with a '$'");
  if (includeArrayIndex !== undefined) throw unsupported('includeArrayIndex of $unwind');
  const segments = splitPath(path.slice(1));
  return function* (input) {
    for (const document of input) {
      const value = readFieldPath(document, segments);
      if (!Array.isArray(value)) {
        if ((value !== undefined && value !== null) || preserveNullAndEmptyArrays === true) yield document;
        continue;
      }
      for (const element of value.length === 0 && preserveNullAndEmptyArrays === true ? [REMOVED] : value) {
        const out = decodeDocument(encodeDocument(document));
        changeAt(out, segments, () => element as unknown, element === REMOVED);
        yield out;
      }
    }
  };
}

function group(spec: unknown): Stage {
  const fields = requireDocument('$group', spec);
  if (!('_id' in fields)) throw new CommandError(15955, 'a group specification must include an _id');
  const id = compileExpression(fields._id);
  const accumulated = Object.entries(fields)
    .filter(([name]) => name !== '_id')
    .map(([name, operand]) => compileAccumulator(name, operand));
  return function* (input) {
    const groups = new Map<string, { id: unknown; states: { add(value: unknown): void; result(): unknown }[] }>();
    let bytes = 0;
    for (const document of input) {
      const value = id(document) ?? null;
      const key = encodeKey(value).toString('latin1');
      let found = groups.get(key);
      if (!found) {
        found = { id: value, states: accumulated.map(({ start }) => start()) };
        groups.set(key, found);
        bytes += key.length * 2 + 100 + accumulated.length * 60;
      }
      for (const [i, field] of accumulated.entries()) {
        const operand = field.operand(document);
        if (field.grows && operand !== undefined) bytes += encodeKey(operand).length + 32;
        found.states[i]!.add(operand);
      }
      if (bytes > MAX_GROUP_BYTES) {
        throw new CommandError(
          ErrorCode.ExceededMemoryLimit,
          `$group exceeded its memory limit of ${MAX_GROUP_BYTES} bytes`,
        );
      }
    }
    for (const { id: value, states } of groups.values()) {
      yield { _id: value, ...Object.fromEntries(accumulated.map(({ name }, i) => [name, states[i]!.result()])) };
    }
  };
}

function replaceRoot(spec: unknown): Stage {
  const root = compileExpression(requireDocument('$replaceRoot', spec).newRoot);
  return mapping((document) => {
    const value = root(document);
    if (!isDocument(value)) throw new CommandError(40228, "'newRoot' expression must evaluate to an object");
    return value;
  });
}

const STAGES: Readonly<Record<string, (spec: unknown, name: string) => Stage>> = {
  $match: match,
  $project: project,
  $addFields: addFields,
  $set: addFields,
  $unset: unset,
  $sort: sort,
  $skip: skip,
  $limit: limit,
  $count: count,
  $unwind: unwind,
  $group: group,
  $replaceRoot: replaceRoot,
  $replaceWith: (spec) => replaceRoot({ newRoot: spec }),
};
const KNOWN_ELSEWHERE = new Set([
  ...[
    '$lookup',
    '$graphLookup',
    '$facet',
    '$bucket',
    '$bucketAuto',
    '$sample',
    '$out',
    '$merge',
    '$unionWith',
    '$redact',
  ],
  ...[
    '$geoNear',
    '$indexStats',
    '$collStats',
    '$changeStream',
    '$search',
    '$sortByCount',
    '$setWindowFields',
    '$densify',
    '$fill',
  ],
  ...['$documents', '$currentOp', '$listSessions', '$planCacheStats', '$vectorSearch'],
]);

function requireDocument(stage: string, spec: unknown): Document {
  if (!isDocument(spec)) throw new CommandError(15959, `the ${stage} specification must be an object`);
  return spec;
}

/** The one operator of a pipeline stage with its specification. */
export function stageEntry(stage: unknown): [string, unknown] {
  const entries = isDocument(stage) ? Object.entries(stage) : [];
  const [entry] = entries;
  if (!entry || entries.length !== 1) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return entry;
}

export function compileStage(stage: unknown): Stage {
  const [name, spec] = stageEntry(stage);
  const make = Object.prototype.hasOwnProperty.call(STAGES, name) ? STAGES[name] : undefined;
  if (make) return make(spec, name);
  if (KNOWN_ELSEWHERE.has(name)) throw unsupported(`The stage ${name}`);
  throw new CommandError(ErrorCode.UnrecognizedStage, `Unrecognized pipeline stage name: '${name}'`);
}
