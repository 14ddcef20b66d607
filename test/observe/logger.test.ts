// Tests the log in JSON and as text, its levels and its writer.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, it } from 'node:test';
import type { ObservedEvent } from '#observe/event.ts';
import { createLineWriter } from '#observe/line-writer.ts';
import { createLogger, type LoggerOptions } from '#observe/logger.ts';
import { observeAll } from '#observe/observe-all.ts';
import { requestDone } from './events.ts';

const moment = Date.UTC(2026, 10, 21, 9, 30, 0, 5);

function logged(event: ObservedEvent, options: Partial<LoggerOptions> = {}): string[] {
  const lines: string[] = [];
  createLogger({
    level: 'info',
    format: 'json',
    write: (line) => lines.push(line),
    clock: () => moment,
    ...options,
  })(event);
  return lines;
}

describe('the log in JSON', () => {
  it('has one object a line with time, level, event and request id', () => {
    const [line = ''] = logged(requestDone({}));
    const entry = JSON.parse(line) as Record<string, unknown>;
    assert.equal(entry['time'], '2026-11-21T09:30:00.005Z');
    assert.equal(entry['level'], 'info');
    assert.equal(entry['event'], 'request_done');
    assert.equal(entry['requestId'], 'r-1');
    assert.ok(!line.includes('\n'));
  });

  it('keeps name, message, code and stack of an error', () => {
    const error = Object.assign(new TypeError('broken'), { code: 'E_BROKEN' });
    const [line = ''] = logged({ kind: 'request_failed', requestId: 'r-1', error });
    const entry = JSON.parse(line) as { error: Record<string, string> };
    assert.equal(entry.error['name'], 'TypeError');
    assert.equal(entry.error['message'], 'broken');
    assert.equal(entry.error['code'], 'E_BROKEN');
    assert.match(entry.error['stack'] ?? '', /logger\.test\.ts/);
  });
});

describe('the log level of a mail', () => {
  it('is warn for postponed and given up mails', () => {
    const mail = { kind: 'mail_handled', account: 'acme', mail: 'welcome', userId: 7, attempts: 1 } as const;
    const levelOf = (outcome: 'sent' | 'postponed' | 'given_up' | 'dropped'): unknown =>
      (JSON.parse(logged({ ...mail, outcome, reason: 'x' })[0] ?? '') as Record<string, unknown>)['level'];
    assert.deepEqual((['sent', 'dropped', 'postponed', 'given_up'] as const).map(levelOf), [
      'info',
      'info',
      'warn',
      'warn',
    ]);
  });
});

describe('the log as text', () => {
  it('has a short line for a request', () => {
    const [line] = logged(requestDone({ query: 'active=1' }), { format: 'text' });
    assert.equal(line, '09:30:00 GET /acme/v4/clients/read/?active=1 200 1.3 ms 12 B r-1');
  });

  it('escapes control characters that a client sends', () => {
    const clientId = 'x\n09:30:00 login succeeded\u001b[2J\u009b2J';
    const [line = ''] = logged(
      { kind: 'login_failed', account: 'acme', clientId, reason: 'unknown_client', remoteAddress: null },
      { format: 'text' },
    );
    // oxlint-disable-next-line no-control-regex -- control characters are what this is about
    assert.ok(!/[\u0000-\u001f\u007f-\u009f]/.test(line));
    assert.match(line, /^09:30:00 WARN login failed account=acme/);
  });

  it('has the stack of an unexpected error below its line', () => {
    const [text = ''] = logged(
      { kind: 'request_failed', requestId: 'r-1', error: new Error('broken') },
      { format: 'text' },
    );
    const [first, ...stack] = text.split('\n');
    assert.equal(first, '09:30:00 ERROR request r-1 failed: Error: broken');
    assert.ok(stack.length > 1);
  });
});

describe('the log level', () => {
  const events: [ObservedEvent, level: string][] = [
    [requestDone({}), 'info'],
    [requestDone({ status: 404 }), 'info'],
    [requestDone({ status: 503 }), 'warn'],
    [requestDone({ status: 500 }), 'error'],
    [{ kind: 'refresh_token_reused', account: 'acme', clientId: 'c' }, 'warn'],
    [{ kind: 'background_failed', task: 'cleaning', error: new Error('x') }, 'error'],
    [{ kind: 'background_waits', task: 'cleaning', reason: 'x' }, 'warn'],
  ];
  it('omits events below the configured level', () => {
    for (const [event, level] of events) {
      const order = ['info', 'warn', 'error'];
      for (const least of ['info', 'warn', 'error'] as const) {
        const expected = order.indexOf(level) >= order.indexOf(least) ? 1 : 0;
        assert.equal(logged(event, { level: least }).length, expected, `${event.kind} at ${least}`);
      }
      assert.deepEqual(logged(event, { level: 'silent' }), []);
    }
  });
});

describe('the line writer', () => {
  it('writes the lines of one turn at once and in order', async () => {
    const writes: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        writes.push(chunk.toString());
        done();
      },
    });
    const write = createLineWriter(stream);
    write('a');
    write('b');
    await nextTurn();
    write('c');
    await nextTurn();
    assert.deepEqual(writes, ['a\nb\n', 'c\n']);
  });

  it('does not throw when the reader closes the stream', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    createLineWriter(stream)('a');
    await nextTurn();
    await nextTurn();
    assert.ok(stream.destroyed);
  });
});

describe('observers', () => {
  it('all get an event when one of them throws', (t) => {
    t.mock.method(process, 'emitWarning', () => {});
    const seen: string[] = [];
    const observe = observeAll([
      () => {
        throw new Error('broken');
      },
      (event) => seen.push(event.kind),
    ]);
    observe({ kind: 'server_stopped' });
    assert.deepEqual(seen, ['server_stopped']);
  });
});
