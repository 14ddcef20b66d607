// Tests how flags and variables become the configuration, and which values it refuses.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { ConfigError, flagOf, optionNames, options, readConfig, variableOf } from '#config';
import { configurationPage } from '../src/config-reference.ts';

function faultsOf(flags: Record<string, string>, env: Record<string, string> = {}): readonly string[] {
  try {
    readConfig({ flags, env });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
}

describe('configuration', () => {
  it('has valid defaults that listen on the loopback address only', () => {
    const config = readConfig({ flags: {}, env: {} });
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 8080);
    assert.equal(config.bodyLimit, 5 * 1024 * 1024);
    assert.equal(config.accessTokenLifetime, 3600);
    assert.equal(config.refreshTokenLifetime, 30 * 86_400);
    assert.equal(config.refreshGrace, 10);
    assert.equal(config.deletionsKept, 400 * 86_400);
    assert.deepEqual(config.corsOrigins, []);
    assert.equal(config.demo, false);
  });

  it('prefers a flag to a variable and a variable to the default', () => {
    const env = { HOURBOOK_PORT: '1001', HOURBOOK_BODY_LIMIT: '2 MiB' };
    const config = readConfig({ flags: { port: '1002' }, env });
    assert.equal(config.port, 1002);
    assert.equal(config.bodyLimit, 2 * 1024 * 1024);
  });

  it('treats an empty variable as not set', () => {
    assert.equal(readConfig({ flags: {}, env: { HOURBOOK_PORT: '' } }).port, 8080);
  });

  it('reads units of time and size', () => {
    const flags = {
      'access-token-lifetime': '2h',
      'refresh-grace': '0',
      'body-limit': '512KiB',
      'deletions-kept': '7 d',
    };
    const config = readConfig({ flags, env: {} });
    assert.equal(config.accessTokenLifetime, 7200);
    assert.equal(config.refreshGrace, 0);
    assert.equal(config.bodyLimit, 512 * 1024);
    assert.equal(config.deletionsKept, 7 * 86_400);
  });

  it('reads lists', () => {
    const flags = {
      'trusted-proxies': '10.0.0.0/8, ::1',
      'cors-origins': 'https://a.example,http://localhost:3000',
    };
    const config = readConfig({ flags, env: {} });
    assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
    assert.deepEqual(config.corsOrigins, ['https://a.example', 'http://localhost:3000']);
  });

  it('reports all faults with option, value and what would be right', () => {
    const faults = faultsOf({ port: '70000', 'log-format': 'xml' }, { HOURBOOK_SHUTDOWN_GRACE: 'soon' });
    assert.equal(faults.length, 3);
    assert.ok(faults.includes('--port must be a whole number from 0 to 65535, not "70000"'));
    assert.ok(faults.includes('--log-format must be one of auto, json, text, not "xml"'));
    assert.ok(
      faults.some((fault) =>
        /^HOURBOOK_SHUTDOWN_GRACE must be a number of seconds .*not "soon"$/.test(fault),
      ),
    );
  });

  const refused: [flag: string, values: readonly string[]][] = [
    ['port', ['-1', '1.5', '0x10', 'tcp://10.0.0.1:8080', ' ']],
    ['host', ['127.0.0.1:80', 'http://a', 'a b']],
    ['database', ['data.db', 'sqlite:', 'mysql://a/b']],
    ['body-limit', ['5MB', '1', '5 mib', '99999999999999999999']],
    ['refresh-token-lifetime', ['30 days', '0', '-1d']],
    ['trusted-proxies', ['10.0.0.0/33', 'proxy', '10.0.0.0/8/8']],
    ['cors-origins', ['a.example', 'https://a.example/', 'https://a.example/path']],
    ['demo', ['maybe']],
    ['mail-from', ['hours', 'a@b, c@d', 'A <a@b> <c@d>', 'a@b\r\nBcc: c@d', '"A" a@b']],
    ['public-url', ['time.example.com', 'ftp://a', 'https://a/?b', 'https://u:p@a', 'javascript:alert(1)']],
  ];
  for (const [flag, values] of refused) {
    it(`refuses invalid values of --${flag}`, () => {
      for (const value of values) assert.equal(faultsOf({ [flag]: value }).length, 1, value);
    });
  }

  it('refuses an invalid mail server without showing its password', () => {
    for (const url of [
      'mail.example',
      'http://a',
      'smtp://',
      'smtp://a/b',
      'smtp://a:hunter2@b?debug=true',
    ]) {
      const faults = faultsOf({ 'smtp-url': url, 'mail-from': 'a@b', 'public-url': 'https://a' });
      assert.equal(faults.length, 1, url);
      assert.doesNotMatch(String(faults), /hunter2/);
    }
  });

  it('requires a sender and a public URL with a mail server', () => {
    const flags = { 'smtp-url': 'smtp://localhost' };
    const from = 'Hourbook <hours@example.com>';
    assert.deepEqual(faultsOf(flags), [
      '--mail-from must be set when --smtp-url is',
      '--public-url must be set when --smtp-url is',
    ]);
    assert.equal(faultsOf({ ...flags, 'mail-from': from }).length, 1);
    const config = readConfig({
      flags: { ...flags, 'mail-from': from, 'public-url': 'https://a.example/hours/' },
      env: {},
    });
    assert.deepEqual([config.mailFrom, config.publicUrl], [from, 'https://a.example/hours']);
  });

  it('never shows the value of a secret option in a fault', () => {
    const [fault] = faultsOf({ database: 'postgres//ann:hunter2@host/db' });
    assert.ok(fault !== undefined && !fault.includes('hunter2'));
  });

  it('has unique flags and documented variables', () => {
    assert.equal(new Set(optionNames.map(flagOf)).size, optionNames.length);
    assert.equal(variableOf('maxInFlight'), 'HOURBOOK_MAX_IN_FLIGHT');
    assert.equal(flagOf('maxInFlight'), 'max-in-flight');
    for (const name of optionNames) assert.match(options[name].doc, /^[A-Z].*\.$/, name);
  });

  it('matches docs/reference/configuration.md', async () => {
    const page = await readFile(new URL('../docs/reference/configuration.md', import.meta.url), 'utf8');
    const fault = 'docs/reference/configuration.md is not what src/config.ts says: run npm run reference';
    assert.ok(page === configurationPage(), fault);
  });
});
