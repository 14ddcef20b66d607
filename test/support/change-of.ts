// Builds the change that a rule under test gets, so that each test states only what it is about.
import { noRights, type AccessContext } from '#resource/access.ts';
import type { Change, Row } from '#resource/rule.ts';

/** An ordinary employee: user 7 of department 3, which lies in department 1. */
export const employee: AccessContext = {
  ...noRights,
  accountId: 1,
  userId: 7,
  clientId: 'app',
  ownDepartments: [3, 1],
  ledProjects: [],
  assignments: [],
  today: '2026-11-20',
};

/** The same person as administrator. */
export const administrator: AccessContext = { ...employee, administrator: true };

/** A credential without a user. */
export const machine: AccessContext = { ...employee, kind: 'machine', userId: null, administrator: true };

/** 2026-11-20 12:00:00 UTC. */
export const noon = 1_795_176_000;

/** What a test may say of a change. */
export interface ChangeParts {
  readonly verb?: Change['verb'];
  readonly resource?: string;
  readonly accessContext?: AccessContext;
  readonly before?: Row | null;
  /** What the client sends. */
  readonly sent?: Row;
  /** Columns that the row has without being sent. */
  readonly row?: Row;
  readonly extra?: Row;
  readonly secrets?: Change['secrets'];
  readonly proven?: string;
  readonly trusted?: boolean;
}

/** A change of a row of any resource: tests say its columns by name. */
// oxlint-disable-next-line typescript/no-explicit-any -- rules of each resource take it
export type AnyChange = Change & { readonly before: any; readonly after: any };

/** A change in which the client sends `sent` for the row `before`. */
export function changeOf(parts: ChangeParts): AnyChange {
  const before = parts.before ?? null;
  return {
    verb: parts.verb ?? (before === null ? 'create' : 'update'),
    resource: parts.resource ?? 'anything',
    accessContext: parts.accessContext ?? employee,
    before,
    after: { id: 1, ...before, ...parts.row, ...parts.sent },
    given: new Set(Object.keys({ ...parts.sent, ...parts.extra })),
    secrets: parts.secrets ?? {},
    proven: parts.proven ?? null,
    content: null,
    trusted: parts.trusted ?? false,
    extra: parts.extra ?? {},
    parameters: {},
    now: noon,
    remoteAddress: '192.0.2.1',
  };
}

/** For `assert.throws`: an ApiError with this code and field. */
export function refusal(code: string, field?: string): object {
  return field === undefined ? { name: 'ApiError', code } : { name: 'ApiError', code, field };
}
