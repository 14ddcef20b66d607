// Debian's Chromium, or the one that HOURBOOK_TEST_CHROMIUM names. Where it is missing, tests say that they are left out.
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium without a window, which needs less processor time. */
const lean = '/usr/bin/chromium-headless-shell';
const executablePath =
  process.env['HOURBOOK_TEST_CHROMIUM'] ??
  [lean, '/usr/bin/chromium'].find((file) => existsSync(file)) ??
  lean;

/** Why browser tests are left out; `false` where they run. */
export const leftOut: string | false = existsSync(executablePath)
  ? false
  : `left out: ${executablePath} is missing (apt-get install chromium-headless-shell)`;

/** Starts Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
