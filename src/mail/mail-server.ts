// The mail server of the operator, by SMTP (RFC 5321). One mail, one conversation. nodemailer lives only here.

/** One mail as it goes out. */
export interface OutgoingMail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same whenever the same mail is sent again, so that receivers can tell. */
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly date: number;
}

/**
 * What became of it. `refused`: this mail will never be taken; `failed`: another time, perhaps; `down`: so with every
 * mail, because the server cannot be reached or does not take mails from us.
 */
export type Delivery =
  { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed' | 'down'; readonly reason: string };

/** Sends one mail; never throws. Aborting the signal ends the conversation. */
export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<Delivery>;

const second = 1000;
/** How long a conversation may take at most, in seconds. */
export const longestDelivery = 120;

/** Makes the connection's recipe; nothing is opened before the first mail. Without a mail server nothing of it is loaded. */
export async function createMailServer({
  smtpUrl,
  mailFrom,
}: {
  readonly smtpUrl: string;
  readonly mailFrom: string;
}): Promise<Deliver> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOptions(new URL(smtpUrl)));
  return async ({ to, subject, text, html, messageId, date }, signal) => {
    try {
      await transport.sendMail({
        from: mailFrom,
        to,
        subject,
        text,
        html,
        messageId,
        date: new Date(date),
        // RFC 3834: holiday notices and other automatic replies do not answer it.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestDelivery * second)]),
      });
      return { kind: 'sent' };
    } catch (error) {
      return failureOf(error);
    }
  };
}

function transportOptions(url: URL) {
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: url.searchParams.get('requireTLS') === 'true',
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    dnsTimeout: 10 * second,
    connectionTimeout: 10 * second,
    greetingTimeout: 20 * second,
    socketTimeout: 60 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const longestReason = 200;

/** A 5xx to the receiver or the text is for ever (RFC 5321 §4.2.1); one to the sender or the login is the operator's. */
function failureOf(error: unknown): Delivery {
  const { code, responseCode, command, message } = error as Readonly<Record<string, unknown>>;
  const reason = `${String(code)}: ${String(message)}`.replace(/\s+/g, ' ').slice(0, longestReason);
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { kind: 'down', reason };
  // The transport itself refuses an address that this server cannot take; a bad sender concerns every mail.
  if (command === 'API') return { kind: /sender/i.test(reason) ? 'down' : 'refused', reason };
  if (command !== 'RCPT TO' && command !== 'DATA') return { kind: 'down', reason };
  return { kind: Number(responseCode) >= 500 ? 'refused' : 'failed', reason };
}
