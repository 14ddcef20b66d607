// The demo account: a small company that lives, made by the server's own write path. The same on every machine up to
// dates, which count from today.
import { AccountError } from './account-error.ts';
import { createAccount } from './create-account.ts';
import { bookingsOf, type BookingContext } from './demo-bookings.ts';
import { calendarOf, datesBetween } from './demo-calendar.ts';
import { createExtras } from './demo-extras.ts';
import { createCompany } from './demo-founding.ts';
import { demoAccount } from './demo-kept.ts';
import { createPresent, payOvertime, presentWeeks } from './demo-present.ts';
import { demoWriter, type DemoWriter } from './demo-writer.ts';
import type { Engine } from '#engine/engine.ts';
import { createCredential } from '#oauth/credentials.ts';
import { accountNamed } from '#sql/accounts.ts';
import { randomBytes } from 'node:crypto';

/** What is printed once about the demo account, and the rest of its past. */
export interface Demo {
  readonly account: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly logins: readonly { readonly username: string; readonly password: string; readonly role: string }[];
  /** Writes the bookings of earlier months, the latest first, for as long as `goOn` says so; whether all are there. Never throws. */
  readonly fillPast: (goOn: () => boolean) => Promise<boolean>;
}

const name = demoAccount;
const timezone = 'Europe/Vienna';
const country = 'AT';
/** How far the bookings reach back. */
const weeks = 26;

/** Creates the account `demo` on an installation that has none; answers `null` if it is there already. */
export async function createDemo(engine: Engine): Promise<Demo | null> {
  const isThere = async (): Promise<boolean> =>
    (await engine.database.read(null, (tx) => accountNamed(tx, name))) !== undefined;
  if (await isThere()) return null;
  const logins = [
    { username: 'admin', password: newPassword(), role: 'administrator' },
    { username: 'mira', password: newPassword(), role: 'leader of a department' },
    { username: 'emil', password: newPassword(), role: 'employee' },
  ] as const;
  const account = await createAccount(engine, { name, admin: logins[0], timezone, country }).catch(
    async (error: unknown) => {
      // Another process was faster: the account is theirs to fill.
      if (error instanceof AccountError && (await isThere())) return null;
      throw error;
    },
  );
  if (account === null) return null;
  const { accountId } = account;
  const now = Temporal.Instant.fromEpochMilliseconds(engine.clock()).toZonedDateTimeISO(timezone);
  const days = await calendarOf(now, country);
  const writer = demoWriter(engine, { id: accountId, name });
  const passwords = new Map<string, string>(logins.map(({ username, password }) => [username, password]));
  const company = await createCompany(writer, {
    passwords,
    nobodysPassword: newPassword(),
    start: days.monday.subtract({ weeks }),
    timezone,
  });
  const context: BookingContext = { ...company, timezone, isFree: days.isFree };
  await createPresent(writer, { ...days, context, now });
  const { credential, clientSecret } = await engine.database.write(accountId, (tx) =>
    createCredential(tx, { accountId, name: 'Demo', readOnly: false, lastDay: null }),
  );
  return {
    account: name,
    clientId: credential.clientId,
    clientSecret,
    logins,
    async fillPast(goOn) {
      try {
        const isFull = await fillPast(writer, { ...days, context, goOn });
        if (isFull) engine.observe({ kind: 'background_done', task: 'demo', subject: accountId });
        return isFull;
      } catch (error) {
        engine.observe({ kind: 'background_failed', task: 'demo', error });
        return false;
      }
    },
  };
}

/** Hexadecimal digits spell no person's name. */
function newPassword(): string {
  return randomBytes(8).toString('hex');
}

interface Past {
  readonly context: BookingContext;
  readonly monday: Temporal.PlainDate;
  readonly today: Temporal.PlainDate;
  readonly goOn: () => boolean;
}

/** Adds what no screen needs at once, books the weeks before the present, and then pays out what has come together. `false`: not all. */
async function fillPast(writer: DemoWriter, { context, monday, today, goOn }: Past): Promise<boolean> {
  await createExtras({ writer, context, today });
  const dates = datesBetween(monday.subtract({ weeks }), monday.subtract({ weeks: presentWeeks }));
  for (const date of dates.toReversed()) {
    if (!goOn()) return false;
    const entities = bookingsOf(context, date);
    if (entities.length > 0) await writer.createWhatFits({ resource: 'timeTrackings', entities });
  }
  await payOvertime(writer, { context, today });
  return true;
}
