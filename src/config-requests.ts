// The options about requests before they are understood: how large, how slow and how many at once they may be.
// It must not know what the options do.
import * as form from './config-form.ts';

/** Part of the table of options. */
export const requestOptions = {
  headerLimit: {
    form: form.bytes(1024, 1024 ** 2),
    default: '32 KiB',
    doc: 'Largest request line and headers together; a larger one answers 431. Long filters stand in the request line.',
  },
  headersTimeout: {
    form: form.duration(1, 3600),
    default: '10s',
    doc: 'How long a client may take to send the headers; a slower one gets 408.',
  },
  requestTimeout: {
    form: form.duration(1, 3600),
    default: '30s',
    doc: 'How long a client may take to send the whole request; a slower one gets 408.',
  },
  bodyTimeout: {
    form: form.duration(1, 3600),
    default: '10s',
    doc: 'How long a client may pause while it sends a body; one that pauses longer gets 408.',
  },
  keepAliveTimeout: {
    form: form.duration(1, 3600),
    default: '72s',
    doc: 'How long an idle connection stays open. Longer than that of the proxy in front, or it sees resets.',
  },
  shutdownGrace: {
    form: form.duration(0, 3600),
    default: '10s',
    doc: 'How long requests may go on after SIGTERM or SIGINT before their connections are cut.',
  },
  trustedProxies: {
    form: form.list(form.addressRange),
    default: '',
    doc: 'Proxies whose `X-Forwarded-For` is believed when the address of a client matters (failed logins).',
  },
  corsOrigins: {
    form: form.list(form.webOrigin),
    default: '',
    doc: 'Web origins whose pages may call the API from a browser; `*` allows every one.',
  },
  docs: {
    form: form.onOff,
    default: 'on',
    doc: 'Whether the documentation is served: `/docs/` for people, `/openapi.json` (and the same for each account) for programs. It tells nothing of any account, but its own fields to those who are logged in to it. With `off`, only those who are logged in to an account get its `openapi.json`: the web console makes its forms of it.',
  },
  maxInFlight: {
    form: form.whole('NUMBER', 1, 1_000_000),
    default: '1000',
    doc: 'Requests worked on at once; one more answers 503.',
  },
  maxWaitingBodies: {
    form: form.whole('NUMBER', 1, 1_000_000),
    default: '100',
    doc: 'Requests of one network address whose body has not come to its end; one more answers 503. Behind a proxy, `--trusted-proxies` tells the addresses of clients apart.',
  },
  maxWaitingWrites: {
    form: form.whole('NUMBER', 1, 1_000_000),
    default: '1000',
    doc: 'Writes waiting for the database; while there are more, requests answer 503.',
  },
  maxEventLoopDelay: {
    form: form.whole('MILLISECONDS', 10, 60_000),
    default: '1000',
    doc: 'Mean delay of the event loop over the last second; while it is longer, requests answer 503.',
  },
} as const;
