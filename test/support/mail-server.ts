// A real SMTP listener in the test process: what it takes can be read, and it refuses, hesitates or is away when told to.
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A mail that was taken. */
export interface TakenMail extends Email {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
  /** The user that was logged in; `null`: none. */
  readonly user: string | null;
}

/** At which step the server refuses, and how: `{ at: 'rcpt', code: 450 }`. */
export interface Refusal {
  readonly at: 'mail' | 'rcpt' | 'data';
  readonly code: number;
  /** The only receivers that a refusal at `rcpt` concerns; all of them when left out. */
  readonly only?: ReadonlySet<string>;
}

/** The listener. */
export interface MailServer {
  /** For `--smtp-url`. */
  readonly url: string;
  readonly taken: readonly TakenMail[];
  /** How many conversations reached the sender's address. */
  readonly attempts: () => number;
  refuse(refusal: Refusal | null): void;
  /** Resolves once so many mails were taken in all; answers them. Fails after a minute. */
  wait(count: number): Promise<readonly TakenMail[]>;
  /** Runs before a mail's text is answered. */
  beforeAnswer(work: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Starts it, on any free port unless one is given. With `login` it takes mails only from who logs in so, without TLS. */
export async function startMailServer(
  options: { readonly port?: number; readonly login?: { readonly user: string; readonly pass: string } } = {},
): Promise<MailServer> {
  const { port = 0, login } = options;
  const taken: TakenMail[] = [];
  let refusal: Refusal | null = null;
  let attempts = 0;
  let before = async (): Promise<void> => {};
  const faultAt = (at: Refusal['at'], receiver = ''): Error | null =>
    refusal?.at === at && refusal.only?.has(receiver) !== false
      ? Object.assign(new Error('told to refuse'), { responseCode: refusal.code })
      : null;
  const server = new SMTPServer({
    disabledCommands: login === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('wrong login')),
    onMailFrom: (_address, _session, done) => {
      attempts += 1;
      done(faultAt('mail'));
    },
    onRcptTo: ({ address }, _session, done) => done(faultAt('rcpt', address)),
    onData: (stream, session, done) => {
      const take = async (): Promise<Error | null> => {
        const raw = await buffer(stream);
        await before();
        const fault = faultAt('data');
        if (fault !== null) return fault;
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          ...(await PostalMime.parse(raw)),
          envelope: {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          },
          raw: raw.toString(),
          user: (session.user as string | undefined) ?? null,
        });
        return null;
      };
      const answer = async (): Promise<void> => done(await take());
      void answer();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const { port: bound } = server.server.address() as { port: number };
  const who =
    login === undefined ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@`;
  return {
    url: `smtp://${who}127.0.0.1:${bound}`,
    taken,
    attempts: () => attempts,
    refuse: (next) => void (refusal = next),
    beforeAnswer: (work) => void (before = work),
    wait: async (count) => {
      for (let turn = 0; taken.length < count; turn += 1) {
        if (turn > 3000) throw new Error(`${taken.length} mails were taken, not ${count}`);
        await sleep(20);
      }
      return taken;
    },
    stop: () => new Promise<void>((closed) => server.close(closed)),
  };
}

/** Flags of an installation that sends through this server. */
export function mailFlags({ url }: Pick<MailServer, 'url'>): Readonly<Record<string, string>> {
  return {
    'smtp-url': url,
    'mail-from': 'Hourbook Tests <hours@acme.example>',
    'public-url': 'https://time.acme.example',
  };
}

/** The code in a mail's link. */
export function codeIn(mail: TakenMail | undefined): string {
  const code = /[?&]token=([A-Za-z0-9_-]{43})&/.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`no link in ${mail?.text}`);
  return code;
}
