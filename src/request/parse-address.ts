// The path: /<account>/v4/<resource>/<action>/[<id>] or /<account>/userapi/v4/…; v3, v4 and v5 are one interface
// (specification §1).
import { ApiError } from '#errors/api-error.ts';

/** The segments of an address, decoded. Account, version and action are lower case. */
export interface Address {
  readonly account: string;
  readonly resource: string;
  readonly action: string;
  readonly id: string | null;
}

/** What the name of an account may be, in lower case. */
export const accountNamePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names of the one version that there is, in lower case. */
export const versions: ReadonlySet<string> = new Set(['v3', 'v4', 'v5']);

/** Splits a path; throws `unknown_address` for another shape or version. */
export function parseAddress(path: string): Address {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  const account = (segments.shift() ?? '').toLowerCase();
  if (segments[0]?.toLowerCase() === 'userapi') segments.shift();
  const version = (segments.shift() ?? '').toLowerCase();
  const [resource, action, id, ...rest] = segments;
  if (!versions.has(version)) {
    throw new ApiError(
      'unknown_address',
      `There is no API version "${version}"; v3, v4 and v5 exist: /<account>/v4/<resource>/<action>/.`,
    );
  }
  if (resource === undefined || action === undefined || rest.length > 0) {
    throw new ApiError(
      'unknown_address',
      'An address has the form /<account>/v4/<resource>/<action>/ with an id at the end where one is wanted.',
    );
  }
  return { account, resource, action: action.toLowerCase(), id: id ?? null };
}

/** The account segment alone, lower case: what authentication needs before anything else is looked at. */
export function accountOf(path: string): string {
  const segment = path.split('/').find((part) => part !== '') ?? '';
  return decode(segment).toLowerCase();
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ApiError(
      'malformed_parameter',
      'The address holds a percent sign that does not begin a percent-encoded character.',
    );
  }
}
