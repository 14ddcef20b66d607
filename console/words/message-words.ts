// Words for messages. They come with the screen.
import type { Language } from './words.ts';

const en = {
  empty: 'No messages.',
  emptyHint: 'What others write to you or to all appears here.',
  receiver: 'To',
  text: 'Message',
  missing: 'The message is empty.',
  send: 'Send',
  all: 'Everybody',
  me: 'You',
  to: { name: (name: string) => `to ${name}`, all: 'to everybody', me: 'to you' },
  choose: 'Choose who gets the message.',
  read: 'Mark as read',
};

const de: typeof en = {
  empty: 'Keine Nachrichten.',
  emptyHint: 'Was andere dir oder allen schreiben, steht hier.',
  receiver: 'An',
  text: 'Nachricht',
  missing: 'Die Nachricht ist leer.',
  send: 'Senden',
  all: 'Alle',
  me: 'Du',
  to: { name: (name) => `an ${name}`, all: 'an alle', me: 'an dich' },
  choose: 'Wähle, wer die Nachricht bekommt.',
  read: 'Als gelesen markieren',
};

/** The words by language. */
export const messageWords: Readonly<Record<Language, typeof en>> = { en, de };
