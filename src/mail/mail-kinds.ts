// Every kind of mail that the server sends, in the languages it speaks. A new kind is one entry. Facts are plain text.
import { addressMailKinds } from './address-mails.ts';
import { greeting, type MailFacts, type MailKind, type MailWords } from './mail-kind.ts';
import { noticeMail } from './notice-mail.ts';

const hour = 3600;

const chooseWords = { en: 'Choose a password', de: 'Passwort wählen' };

/** The kinds by the names that rules use. */
export const mailKinds: Readonly<Record<string, MailKind>> = {
  /** Notices that an older version has put into the outbox: `data` holds `subject` and `text`, and perhaps a `footer`. */
  notice: {
    link: null,
    words: { en: noticeWords(greeting.en), de: noticeWords(greeting.de) },
  },
  told: noticeMail,
  password_forgotten: {
    link: { purpose: 'password', lifetime: hour },
    words: {
      en: ({ firstname, username, company }) => ({
        subject: 'Choose a new password',
        before: [
          greeting.en(firstname),
          `Somebody, probably you, asked for a new password for the user name ${username} at ${company}.`,
        ],
        link: chooseWords.en,
        after: [
          'The link works once, for one hour. If it was not you, do nothing: your password stays as it is.',
        ],
      }),
      de: ({ firstname, username, company }) => ({
        subject: 'Neues Passwort wählen',
        before: [
          greeting.de(firstname),
          `jemand, vermutlich Sie selbst, hat für den Benutzernamen ${username} bei ${company} ein neues Passwort verlangt.`,
        ],
        link: chooseWords.de,
        after: [
          'Der Link gilt einmal und eine Stunde lang. Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
        ],
      }),
    },
  },
  password_reset: {
    link: { purpose: 'password', lifetime: 24 * hour },
    words: {
      en: ({ firstname, username, company }) => ({
        subject: 'Please choose a new password',
        before: [
          greeting.en(firstname),
          `${company} asks you to choose a new password for the user name ${username}. You have been logged out everywhere.`,
        ],
        link: chooseWords.en,
        after: ['The link works once, for 24 hours.'],
      }),
      de: ({ firstname, username, company }) => ({
        subject: 'Bitte wählen Sie ein neues Passwort',
        before: [
          greeting.de(firstname),
          `${company} bittet Sie, für den Benutzernamen ${username} ein neues Passwort zu wählen. Sie wurden überall abgemeldet.`,
        ],
        link: chooseWords.de,
        after: ['Der Link gilt einmal und 24 Stunden lang.'],
      }),
    },
  },
  welcome: {
    link: { purpose: 'password', lifetime: 7 * 24 * hour },
    words: {
      en: ({ firstname, username, company }) => ({
        subject: `Welcome to ${company}`,
        before: [
          greeting.en(firstname),
          `You can now record your working time at ${company}. Your user name is ${username}; please choose your password.`,
        ],
        link: chooseWords.en,
        after: ['The link works once, for seven days.'],
      }),
      de: ({ firstname, username, company }) => ({
        subject: `Willkommen bei ${company}`,
        before: [
          greeting.de(firstname),
          `Sie können bei ${company} ab jetzt Ihre Arbeitszeit erfassen. Ihr Benutzername ist ${username}; bitte wählen Sie Ihr Passwort.`,
        ],
        link: chooseWords.de,
        after: ['Der Link gilt einmal und sieben Tage lang.'],
      }),
    },
  },
  ...addressMailKinds,
};

function noticeWords(greet: (firstname: string) => string): (facts: MailFacts) => MailWords {
  return ({ firstname, company, data }) => ({
    subject: data['subject'] ?? company,
    before: [greet(firstname), data['text'] ?? ''],
    after: data['footer'] === undefined ? [] : [data['footer']],
  });
}
