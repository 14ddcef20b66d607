// What contract tests expect of answers again and again: rows of a success, the whole form of a refusal.
import assert from 'node:assert/strict';
import type { ErrorCode } from '#errors/catalogue.ts';
import type { Answer, Client, Envelope } from './client.ts';

/** A shown row. */
export type Shown = Envelope;

/** The rows of a success. */
export function rowsOf(answer: Answer): readonly Shown[] {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json['Success'], true, answer.text);
  return answer.json['Results'] as Shown[];
}

/** The only row of a success. */
export function rowOf(answer: Answer): Shown {
  const rows = rowsOf(answer);
  assert.equal(rows.length, 1, answer.text);
  return rows[0] as Shown;
}

/** The ids of a success, in their order. */
export function idsOf(answer: Answer): readonly number[] {
  return rowsOf(answer).map((row) => row['id'] as number);
}

/** What is known of a refusal beforehand. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly field?: string;
  /** The envelope's `Error` where it is not the HTTP status. */
  readonly error?: number;
}

/** Checks every member of a refusal (decisions §2) and answers its envelope. */
export function assertRefused(answer: Answer, { status, code, field, error = status }: Refusal): Envelope {
  assert.equal(answer.status, status, answer.text);
  const { json } = answer;
  assert.equal(json['Success'], false);
  assert.equal(json['Error'], error, answer.text);
  assert.equal(json['NumResults'], 0);
  assert.equal(json['ErrorExtended'].errorCode, code, answer.text);
  if (field !== undefined) assert.equal(json['ErrorExtended'].field, field, answer.text);
  assertSentence(json['ErrorMessage']);
  assert.match(answer.headers.get('x-request-id') ?? '', /^[\w.-]+$/);
  return json;
}

/** One English sentence: it ends with a full stop and holds nothing of the inside. */
export function assertSentence(message: unknown): void {
  assert.match(String(message), /^\S.*[.]$/s);
  assert.doesNotMatch(String(message), /\n|SELECT|SQLITE|\bat \w+ \(|undefined|\[object/);
}

/** Reads one row by id; fails when there is none. */
export async function readOne(client: Client, resource: string, id: number): Promise<Shown> {
  return rowOf(await client.get(`${resource}/read/${id}`));
}
