// Tests the metrics and their text format.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { line } from '#observe/metric-family.ts';
import { createMetrics } from '#observe/metrics.ts';
import { requestDone } from './events.ts';

const gauges = { inFlight: 3, waitingWrites: 2, eventLoopDelaySeconds: 0.25, clockLagSeconds: 0 };

describe('metrics', () => {
  it('count requests by resource, action and status', () => {
    const { observe, render } = createMetrics('1.0.0');
    observe(requestDone({ status: 200 }));
    observe(requestDone({ status: 200 }));
    observe(requestDone({ status: 422 }));
    const text = render(gauges);
    assert.match(text, /^hourbook_requests_total\{resource="clients",action="read",status="200"\} 2$/m);
    assert.match(text, /^hourbook_requests_total\{resource="clients",action="read",status="422"\} 1$/m);
  });

  it('put durations into cumulative buckets of seconds', () => {
    const { observe, render } = createMetrics('1.0.0');
    for (const duration of [1, 2, 40, 60_000]) observe(requestDone({ duration }));
    const text = render(gauges);
    const bucket = (le: string) =>
      new RegExp(`_bucket\\{resource="clients",action="read",le="${le}"\\} (\\d+)`).exec(text)?.[1];
    assert.deepEqual(
      [bucket('0.001'), bucket('0.0025'), bucket('0.05'), bucket('10'), bucket('\\+Inf')],
      ['1', '2', '3', '3', '4'],
    );
    assert.match(text, /_count\{resource="clients",action="read"\} 4$/m);
    assert.match(text, /_sum\{resource="clients",action="read"\} 60\.043/m);
  });

  it('have no label with an account, user or client', () => {
    const { observe, render } = createMetrics('1.0.0');
    observe(requestDone({ account: 'acme' }));
    observe({
      kind: 'login_failed',
      account: 'acme',
      clientId: 'c-1',
      reason: 'unknown_user',
      remoteAddress: '192.0.2.1',
    });
    const text = render(gauges);
    assert.ok(!/acme|c-1|192\.0\.2\.1/.test(text));
    assert.match(text, /^hourbook_logins_total\{outcome="failed"\} 1$/m);
  });

  it('count mails by outcome', () => {
    const { observe, render } = createMetrics('1.0.0');
    const mail = { kind: 'mail_handled', account: 'acme', mail: 'welcome', userId: 7, reason: '' } as const;
    for (const outcome of ['postponed', 'postponed', 'sent'] as const)
      observe({ ...mail, outcome, attempts: 1 });
    const text = render(gauges);
    assert.match(text, /^hourbook_mails_total\{outcome="postponed"\} 2$/m);
    assert.match(text, /^hourbook_mails_total\{outcome="sent"\} 1$/m);
    assert.doesNotMatch(text, /acme|welcome/);
  });

  it('show gauges, process and build', () => {
    const text = createMetrics('1.2.3').render(gauges);
    assert.match(text, /^hourbook_requests_in_flight 3$/m);
    assert.match(text, /^hourbook_writes_waiting 2$/m);
    assert.match(text, /^hourbook_event_loop_delay_seconds 0\.25$/m);
    assert.match(text, /^process_resident_memory_bytes \d+$/m);
    assert.match(text, /^hourbook_build_info\{version="1\.2\.3",node="v26/m);
  });

  it('have each sample below its HELP and TYPE lines', () => {
    const { observe, render } = createMetrics('1.0.0');
    observe(requestDone({}));
    const lines = render(gauges).split('\n');
    assert.equal(lines.at(-1), '');
    let described = '';
    for (const text of lines.slice(0, -1)) {
      const [, kind, name] = /^# (HELP|TYPE) (\S+) \S/.exec(text) ?? [];
      if (kind !== undefined && name !== undefined) described = name;
      else assert.match(text, new RegExp(`^${described}(_bucket|_sum|_count)?(\\{[^{}]*\\})? [0-9.e+-]+$`));
    }
  });

  it('escape label values', () => {
    assert.equal(line('m', { a: 'x"y\\z\n' }, 1), 'm{a="x\\"y\\\\z\\n"} 1');
  });
});
