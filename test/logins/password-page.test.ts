// A mailed link opens a page on which the user chooses a password.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../support/expectations.ts';
import { send, type Answer } from '../support/client.ts';
import { next, withMail } from './mailed-links.ts';

withMail('password page', (place) => {
  test('shows a form in the language of the user that sets the password once', async () => {
    const { account } = place;
    await place.person('uwe', { language_id: 2 });
    rowsOf(await place.open('forgotPassword', { username: 'uwe' }));
    const link = /https:\/\/time\.acme\.example(\S+)/.exec((await place.mail('uwe')).text ?? '')?.[1] ?? '';
    const page = `${place.installation.address}${link}`;
    const shown = await send(page, { method: 'GET' });
    assert.equal(shown.status, 200);
    assert.match(shown.text, /<html lang="de">[^]*Passwort wählen[^]*value="uwe"/);
    const action = /<form method="post" action="([^"]+)">/.exec(shown.text)?.[1] ?? '';
    const token = /name="token" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    const submit = (form: Record<string, string>): Promise<Answer> =>
      send(new URL(action, page).href, { method: 'POST', body: new URLSearchParams({ token, ...form }) });
    const weak = await submit({ password: 'uwe', again: 'uwe' });
    assert.equal(weak.status, 422);
    assert.match(weak.text, /role="alert">[^]*mindestens 8 Zeichen/);
    assert.match((await submit({ password: next, again: 'other' })).text, /sind verschieden/);
    const done = await submit({ password: next, again: next });
    assert.equal(done.status, 200);
    assert.match(done.text, /Ihr Passwort ist gesetzt/);
    await account.login('uwe', next);
    assert.equal((await submit({ password: next, again: next })).status, 404);
    assert.match((await send(page, { method: 'GET' })).text, /Dieser Link funktioniert nicht/);
  });

  test('keeps the link valid when a mail scanner opens the page', async () => {
    await place.person('vic');
    const code = await place.forgotten('vic');
    const page = `${place.installation.address}/acme/password?token=${code}`;
    for (const method of ['HEAD', 'GET', 'GET']) assert.equal((await send(page, { method })).status, 200);
    rowsOf(await place.choose(code));
  });

  test('answers all invalid links with the same 404 page', async () => {
    const texts = new Set<string>();
    for (const account of ['acme', 'nowhere']) {
      for (const query of ['', '?token=', `?token=${'x'.repeat(43)}`]) {
        const { status, text } = await send(`${place.installation.address}/${account}/password${query}`, {
          method: 'GET',
        });
        assert.equal(status, 404);
        // The login to which it leads is that of the account in the address.
        texts.add(text.replace(`../@${account}/`, ''));
      }
    }
    assert.equal(texts.size, 1);
  });
});
