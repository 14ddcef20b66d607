// Master data: the server's description of its resources, rows to choose from, and writes that wait for their answer.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { schemaName, type Row, type Schemas } from '../domain/form.ts';
import type { Id } from '../domain/rows.ts';
import { whileBusy } from './busy.ts';
import { readDocument, rowsOf, send, type Refusal } from './http.ts';
import { reading, type Query, type Reading } from './readings.ts';
import { endSession, who } from './session.ts';
import { pull, pulls } from './sync.ts';

const described = signal<{ readonly of: string; readonly schemas: Schemas } | null>(null);
const missing = signal(false);
const person = (): string => `${who.value?.account ?? ''} ${who.value?.user_id ?? 0}`;
/** The schemas of the interface, with the fields of the person's account; `null` until they are there. */
export const schemas: ReadonlySignal<Schemas | null> = computed(() =>
  described.value?.of === person() ? described.value.schemas : null,
);
/** Whether the server was asked for them and did not answer. */
export const isUndescribed: ReadonlySignal<boolean> = missing;

let loading: Promise<void> | null = null;
let asked = '';

/** Reads the description, unless that was done since the last change that the server told of. */
export function loadSchemas(): Promise<void> {
  const now = `${person()} ${pulls.peek()}`;
  if (loading === null && (asked !== now || schemas.peek() === null)) {
    asked = now;
    loading = whileBusy(readSchemas(person())).finally(() => (loading = null));
  }
  return loading ?? Promise.resolve();
}

async function readSchemas(of: string): Promise<void> {
  const found = await readDocument({ account: who.value?.account ?? '', path: 'openapi.json' });
  const document = found as { readonly components?: { readonly schemas?: Schemas } } | null;
  const read = document?.components?.schemas;
  if (read !== undefined) described.value = { of, schemas: read };
  missing.value = schemas.value === null;
}

const choices = new Map<string, Reading<Row> & { asked: string }>();

/** Rows of a resource to choose from, as far as they are here. */
export function choicesOf(resource: string): readonly Row[] {
  return choiceReading(resource).rows.value ?? [];
}

/** Reads rows to choose from, unless that was done since the last change that the server told of. */
export async function loadChoices(resources: readonly string[]): Promise<void> {
  const now = `${person()} ${pulls.peek()}`;
  const stale = [...new Set(resources)].filter((name) => choiceReading(name).asked !== now);
  await Promise.all(
    stale.map((name) => {
      const one = choiceReading(name);
      one.asked = now;
      const shown = Object.keys(schemas.peek()?.[schemaName(name, 'Public')]?.properties ?? {});
      return one.load(name, shown.length === 0 ? {} : { _fields: shown.join(',') });
    }),
  );
}

function choiceReading(resource: string): Reading<Row> & { asked: string } {
  const found = choices.get(resource) ?? { ...reading<Row>(`choices.${resource}`), asked: '' };
  choices.set(resource, found);
  return found;
}

/** Something to write. */
export interface Write {
  readonly resource: string;
  readonly action: string;
  readonly id?: Id | null;
  readonly body?: Row;
  /** Of a create: sent again with it, it makes no second row. */
  readonly once?: string;
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
export async function write({ resource, action, id = null, body, query, once }: Write): Promise<Written> {
  const method = action === 'create' ? 'POST' : action === 'delete' ? 'DELETE' : 'PUT';
  const path = `v4/${resource}/${action}/${id === null ? '' : `${id}/`}`;
  const key = path + JSON.stringify(body ?? query);
  const answer = await send({
    account: who.value?.account ?? '',
    method,
    path,
    body,
    query,
    key: once,
  });
  if (!answer.ok) {
    const { refusal } = answer;
    if (refusal.kind === 'ended') endSession();
    return { refusal, row: null, key };
  }
  void pull(true);
  return { refusal: null, row: rowsOf<Row>(answer.envelope)[0] ?? null, key };
}
