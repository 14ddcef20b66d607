// The fields of a form as an entity: `nestedEntities[tasks][0][name]=Survey` nests, as PHP and browsers' libraries write it.
import { ApiError } from '#errors/api-error.ts';
import type { RawEntity } from './api-request.ts';
import { inKeyOrder } from './listed-entities.ts';
import { parametersOf } from './parse-parameters.ts';
import type { FormPair, FormPart } from './parse-multipart.ts';
import { isUploadedFile, type UploadedFile } from './uploaded-file.ts';

/** Far more than entities nest; a deeper name could only exhaust the stack. */
const mostBrackets = 2_000;
/** The names of the deepest entities are shorter; a regular expression would stumble over far longer ones. */
const longestName = 50_000;
/** Names between brackets in the whole form: each may make an object. */
const mostSegments = 200_000;

type Leaf = string | UploadedFile;
type Branch = Map<string, Leaf | Branch>;

/** The entity; throws `contradiction` for a name that is given twice with different values. */
export function formEntity(pairs: readonly FormPart[]): RawEntity {
  if (pairs.some(([name]) => name.length > longestName)) {
    throw malformed(`A field's name has more than ${longestName} characters.`);
  }
  const isNested = ([name]: FormPart): boolean => /^[^[\]]+(?:\[[^[\]]*\])+$/.test(name);
  const plain = pairs.filter((pair) => !isNested(pair));
  const root: Branch = new Map<string, Leaf | Branch>(parametersOf(plain.filter(isField)));
  for (const pair of plain.filter((one) => !isField(one))) place(root, pair);
  let segments = 0;
  for (const pair of pairs.filter(isNested)) {
    segments += place(root, pair);
    if (segments > mostSegments) throw malformed(`The names hold more than ${mostSegments} brackets in all.`);
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, shown(value)]));
}

function isField(part: FormPart): part is FormPair {
  return typeof part[1] === 'string';
}

/** Answers of how many segments the name consists. */
function place(root: Branch, [name, value]: FormPart): number {
  const path = name.endsWith(']') ? name.slice(0, -1).split(/\]?\[/) : [name];
  if (path.length > mostBrackets) {
    throw malformed(`A field's name has more than ${mostBrackets} brackets.`);
  }
  let branch = root;
  for (const [index, segment] of path.entries()) {
    // As PHP reads it: empty brackets begin a new item.
    const key = segment === '' ? String(branch.size) : segment;
    const before = branch.get(key);
    if (index === path.length - 1) {
      if (before !== undefined && before !== value) throw twice(name);
      branch.set(key, value);
    } else {
      if (before !== undefined && !(before instanceof Map)) throw twice(name);
      const below: Branch = before ?? new Map();
      branch.set(key, below);
      branch = below;
    }
  }
  return path.length;
}

function malformed(message: string): ApiError {
  return new ApiError('malformed_body', message);
}

function twice(name: string): ApiError {
  const message = `The parameter "${name}" contradicts another one of the form; give it once.`;
  return new ApiError('contradiction', message, { field: name.split('[', 1)[0] ?? name });
}

/** Fields whose names are all numbers are an array. */
function shown(value: Leaf | Branch): unknown {
  if (typeof value === 'string' || isUploadedFile(value)) return value;
  const fields = Object.fromEntries([...value].map(([name, below]) => [name, shown(below)]));
  return inKeyOrder(fields) ?? fields;
}
