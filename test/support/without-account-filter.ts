// A build of the service that has forgotten the accounts: on their way to PostgreSQL all its statements lose their
// conditions on account_id, wherever in the service these were put. What the rest of a statement says stays.
import pg from 'pg';

/** What went through it. */
export interface Forgotten {
  /** Every text that was sent, as it was sent. */
  readonly sent: ReadonlySet<string>;
  /** How many of them had conditions on the account before. */
  filtered(): number;
  /** The service is as it was. */
  restore(): void;
}

interface ServiceClient {
  readonly connectionParameters?: { readonly application_name?: string };
}

/** Until it is restored, all clients of the service in this process send their statements without the account. */
export function forgetAccounts(): Forgotten {
  const driver = pg.Client.prototype as { query: (this: ServiceClient, ...words: unknown[]) => unknown };
  const { query } = driver;
  const sent = new Set<string>();
  const filtered = new Set<string>();
  const rewrite = (text: string): string => {
    const without = withoutAccount(text);
    if (without !== text) filtered.add(text);
    sent.add(without);
    return without;
  };
  driver.query = function (first, ...more) {
    if (this.connectionParameters?.application_name !== 'hourbook') return query.call(this, first, ...more);
    if (typeof first === 'string') return query.call(this, rewrite(first), ...more);
    const given = first as { text?: unknown };
    const sends = typeof given.text === 'string' ? { ...given, text: rewrite(given.text) } : given;
    return query.call(this, sends, ...more);
  };
  return { sent, filtered: () => filtered.size, restore: () => void (driver.query = query) };
}

const column = String.raw`(?:"?\w+"?\.)?"?account_id"?`;
const condition = new RegExp(
  String.raw`${column}\s*=\s*(?:(?<parameter>\$\d+)|\d+|${column})(?![\w.":])`,
  'g',
);

/** A parameter stays where it was asked for, or PostgreSQL would not know its type; it may be anything. */
export function withoutAccount(text: string): string {
  return text.replaceAll(condition, (_all, parameter: string | undefined) =>
    parameter === undefined ? 'true' : `${parameter}::bigint is not null`,
  );
}
