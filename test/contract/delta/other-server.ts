// A second server process on the database of a test's installation. It reports its address, and sets its clock on
// request.
import { startApp } from '#app';
import { readConfig } from '#config';
import { unhurried } from '../../support/unhurried.ts';

/** What it is told: milliseconds to add to the machine's clock, or to end. */
export type Order = { readonly kind: 'clock'; readonly shift: number } | { readonly kind: 'close' };

/** That its clock is set. */
export interface ClockSet {
  readonly shift: number;
}

/** What it says first. */
export interface Serving {
  readonly address: string;
}

let shift = Number(process.argv[3]);
/** Clocks that hurry reach the end of the usual lifetime while a slow database still works through a history. */
const flags = { database: process.argv[2], port: '0', 'access-token-lifetime': '30d', ...unhurried };
const app = await startApp(readConfig({ flags, env: {} }), {
  clock: () => Date.now() + shift,
  observe: () => undefined,
});

process.on('message', (order: Order) => {
  if (order.kind === 'clock') {
    ({ shift } = order);
    process.send?.({ shift } satisfies ClockSet);
  } else void app.close().then(() => process.exit());
});
// The test that started it is gone: nothing is left to serve.
process.once('disconnect', () => process.exit());
process.send?.({ address: app.address } satisfies Serving);
