// One mail never holds up another, whatever was asked for before and whichever addresses a mail server refuses.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Envelope } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { codeIn } from '../support/mail-server.ts';
import { runs } from '../support/property.ts';
import { openMailRoom, type MailRoom } from './mail-room.ts';

const hour = 3600;
const people = 4;

/** One step of a history; `who` is one of the people that the history invites first. */
type Step =
  | { readonly kind: 'sendWelcomeEmail' | 'resetPassword' | 'forgotPassword'; readonly who: number }
  | { readonly kind: 'anonymous'; readonly who: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'send' };

interface History {
  readonly steps: readonly Step[];
  /** People whose address the mail server refuses, and how: for ever, or until the end of the history. */
  readonly refused: readonly number[];
  readonly code: 550 | 451;
}

const anybody = fc.nat({ max: people - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('sendWelcomeEmail' as const, 'resetPassword' as const, 'forgotPassword' as const),
    who: anybody,
  }),
  fc.record({ kind: fc.constant('anonymous' as const), who: anybody }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.nat({ max: 3 * hour }) }),
  fc.record({ kind: fc.constant('send' as const) }),
);
const history: fc.Arbitrary<History> = fc.record({
  steps: fc.array(step, { maxLength: 12 }),
  refused: fc.uniqueArray(anybody, { maxLength: 2 }),
  code: fc.constantFrom(550 as const, 451 as const),
});

/** Plays a history for four new people; answers how many mails each address must get. */
async function play(
  room: MailRoom,
  { steps, refused, code }: History,
  round: number,
): Promise<Map<string, number>> {
  const address = (who: number): string => `p${round}.${who}@acme.example`;
  const refusedAddresses = new Set(refused.map(address));
  const asked = new Map<string, number>();
  const count = (who: number): void => void asked.set(address(who), (asked.get(address(who)) ?? 0) + 1);
  room.server.refuse({ at: 'rcpt', code, only: refusedAddresses });
  const everybody = Array.from({ length: people }, (_, who) => who);
  const invited = everybody.map((who) => ({ firstname: 'P', lastname: 'Q', email_address: address(who) }));
  assert.equal((await room.act('invite', invited))['Success'], true);
  everybody.forEach(count);
  for (const one of steps) {
    if (one.kind === 'pass') room.pass(one.seconds);
    else if (one.kind === 'send') await room.send();
    else if ((await ask(room, one.kind, address(one.who)))['Success'] === true) count(one.who);
  }
  await room.send();
  if (code === 451) room.server.refuse(null);
  else for (const refusedForEver of refusedAddresses) asked.delete(refusedForEver);
  return asked;
}

async function ask(room: MailRoom, kind: string, username: string): Promise<Envelope> {
  if (kind === 'anonymous') return room.act('forgotPassword', { username }, 'none');
  if (kind !== 'sendWelcomeEmail') return room.act(kind, { username });
  const { Results } = await room.act('sendWelcomeEmail', { id: await room.idOf(username) });
  return { Success: Results.length === 1 };
}

/** Lets time pass until the outbox is empty. */
async function drain(room: MailRoom): Promise<void> {
  for (let turn = 0; (await room.waiting()) > 0; turn += 1) {
    assert.ok(turn < 30, 'the outbox is never empty');
    room.pass(hour);
    await room.send();
  }
}

describeOnEveryEngine('mails of one account', (engine) => {
  it('are each sent once in any history, whichever addresses the mail server refuses', async (t) => {
    const room = await openMailRoom(t, engine);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        round += 1;
        const before = room.server.taken.length;
        const expected = await play(room, one, round);
        await drain(room);
        const taken = room.server.taken.slice(before);
        const got = Map.groupBy(taken, ({ envelope }) => envelope.to[0] as string);
        assert.deepEqual(
          [...got].map(([address, mails]) => [address, mails.length]).sort(),
          [...expected].sort(),
        );
        assert.equal(new Set(taken.map(({ messageId }) => messageId)).size, taken.length);
        assert.deepEqual(
          room.events.filter(({ kind }) => kind === 'background_failed'),
          [],
        );
      }),
      runs({ test: 4, long: 40, soak: 1000 }),
    );
  });

  it('keep an invitation valid after an anonymous request to reset the password', async (t) => {
    const room = await openMailRoom(t, engine);
    const email_address = 'ida@acme.example';
    await room.act('invite', { firstname: 'Ida', lastname: 'Neu', email_address });
    await room.act('forgotPassword', { username: email_address }, 'none');
    await room.send();
    const [invitation, forgotten] = room.server.taken.map(codeIn);
    room.pass(2 * hour);
    const choose = (token = '') => room.act('updatePassword', { token, password: 'another horse 2' }, 'none');
    assert.equal((await choose(forgotten))['ErrorExtended'].errorCode, 'invalid_code');
    assert.equal((await choose(invitation))['Success'], true);
    assert.equal((await choose(invitation))['ErrorExtended'].errorCode, 'invalid_code');
  });

  it('are sent although an earlier mail cannot be composed', async (t) => {
    const room = await openMailRoom(t, engine);
    const invite = (name: string) =>
      room.act('invite', { firstname: name, lastname: 'Neu', email_address: `${name}@acme.example` });
    await invite('first');
    await room.statement("update mail_outbox set data = 'no JSON'");
    await invite('second');
    await room.send();
    assert.deepEqual(
      room.server.taken.map(({ envelope }) => envelope.to[0]),
      ['second@acme.example'],
    );
    const outcomes = () =>
      room.events.flatMap((event) => (event.kind === 'mail_handled' ? [event.outcome] : []));
    assert.deepEqual(outcomes(), ['postponed', 'sent']);
    assert.equal(await room.waiting(), 1);
    room.pass(24 * hour);
    await room.send();
    assert.equal(outcomes().at(-1), 'given_up');
    assert.equal(await room.waiting(), 0);
  });
});
