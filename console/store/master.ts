// Master data: the server's description of its resources, rows to choose from, and writes that wait for their answer.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Row, Schemas } from '../domain/form.ts';
import type { Id } from '../domain/rows.ts';
import { whileBusy } from './busy.ts';
import { ownRefusal, readDocument, rowsOf, send, type Refusal } from './http.ts';
import { reading, type Query, type Reading } from './readings.ts';
import { endSession, who } from './session.ts';
import { pull, pulls } from './sync.ts';

const described = signal<Schemas | null>(null);
const missing = signal(false);
/** The schemas of the interface; `null` until they are there. */
export const schemas: ReadonlySignal<Schemas | null> = described;
/** Whether the server was asked for them and did not answer. */
export const isUndescribed: ReadonlySignal<boolean> = missing;

let loading: Promise<void> | null = null;

/** Reads the description, once. */
export function loadSchemas(): Promise<void> {
  if (described.value !== null) return Promise.resolve();
  loading ??= whileBusy(readSchemas()).finally(() => (loading = null));
  return loading;
}

async function readSchemas(): Promise<void> {
  const found = await readDocument({ account: who.value?.account ?? '', path: 'openapi.json' });
  const document = found as { readonly components?: { readonly schemas?: Schemas } } | null;
  described.value = document?.components?.schemas ?? null;
  missing.value = described.value === null;
}

const choices = new Map<string, Reading<Row> & { asked: string }>();

/** Rows of a resource to choose from, as far as they are here. */
export function choicesOf(resource: string): readonly Row[] {
  return choiceReading(resource).rows.value ?? [];
}

/** Reads rows to choose from, unless that was done since the last change that the server told of. */
export async function loadChoices(resources: readonly string[]): Promise<void> {
  const now = `${who.value?.account ?? ''} ${who.value?.user_id ?? 0} ${pulls.peek()}`;
  const stale = [...new Set(resources)].filter((name) => choiceReading(name).asked !== now);
  await Promise.all(
    stale.map((name) => {
      const one = choiceReading(name);
      one.asked = now;
      const shown = Object.keys(described.peek()?.[publicName(name)]?.properties ?? {});
      return one.load(name, shown.length === 0 ? {} : { _fields: shown.join(',') });
    }),
  );
}

function choiceReading(resource: string): Reading<Row> & { asked: string } {
  const found = choices.get(resource) ?? { ...reading<Row>(`choices.${resource}`), asked: '' };
  choices.set(resource, found);
  return found;
}

function publicName(resource: string): string {
  return `${resource.slice(0, 1).toUpperCase()}${resource.slice(1)}Public`;
}

/** Something to write. */
export interface Write {
  readonly resource: string;
  readonly action: string;
  readonly id?: Id | null;
  readonly body?: Row;
  /** The keys of a row that has no id. */
  readonly query?: Query;
}

/** What became of it. */
export interface Written {
  readonly refusal: Refusal | null;
  readonly row: Row | null;
  /** Tells the write from others. */
  readonly key: string;
}

/** Sends a write and waits for the server's answer. The outbox keeps no writes of master data. */
export async function write({ resource, action, id = null, body, query }: Write): Promise<Written> {
  const method = action === 'create' ? 'POST' : action === 'delete' ? 'DELETE' : 'PUT';
  const path = `v4/${resource}/${action}/${id === null ? '' : `${id}/`}`;
  const key = path + JSON.stringify(body ?? query);
  const answer = await send({
    account: who.value?.account ?? '',
    method,
    path,
    ...(method === 'DELETE' ? {} : { body: body ?? {} }),
    ...(query === undefined ? {} : { query }),
  });
  if (!answer.ok) {
    const { refusal } = answer;
    if (refusal.kind === 'ended') endSession();
    // What has been stored all the same would be made a second time.
    const isUnsure = refusal.kind === 'offline' && action === 'create';
    return { refusal: isUnsure ? ownRefusal('refused', 'unanswered') : refusal, row: null, key };
  }
  void pull(true);
  return { refusal: null, row: rowsOf<Row>(answer.envelope)[0] ?? null, key };
}
