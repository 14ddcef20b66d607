// The mails about a new e-mail address: to the new one, which is to be confirmed, and to the one that holds or held.
import { greeting, type MailKind } from './mail-kind.ts';

const day = 86_400;

/** The kinds by the names that rules use; `data.address` is the new address, empty when there is none. */
export const addressMailKinds: Readonly<Record<string, MailKind>> = {
  address_to_confirm: {
    link: { purpose: 'address', lifetime: day },
    words: {
      en: ({ firstname, username, company }) => ({
        subject: 'Please confirm your e-mail address',
        before: [
          greeting.en(firstname),
          `This is to be the e-mail address of the user name ${username} at ${company}.`,
        ],
        link: 'Confirm this address',
        after: ['The link works once, for 24 hours. If you did not ask for it, do nothing.'],
      }),
      de: ({ firstname, username, company }) => ({
        subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
        before: [
          greeting.de(firstname),
          `diese E-Mail-Adresse soll künftig für den Benutzernamen ${username} bei ${company} gelten.`,
        ],
        link: 'Diese Adresse bestätigen',
        after: ['Der Link gilt einmal und 24 Stunden lang. Wenn Sie das nicht waren, tun Sie nichts.'],
      }),
    },
  },
  address_requested: {
    link: null,
    words: {
      en: ({ firstname, username, company, data }) => ({
        subject: 'A new e-mail address was entered for you',
        before: [
          greeting.en(firstname),
          `${data['address']} is to be the new e-mail address of the user name ${username} at ${company}.`,
          'It replaces this address once the link that was mailed there is opened.',
        ],
        after: ['If it was not you, change your password and tell your administrator.'],
      }),
      de: ({ firstname, username, company, data }) => ({
        subject: 'Für Sie wurde eine neue E-Mail-Adresse eingetragen',
        before: [
          greeting.de(firstname),
          `${data['address']} soll die neue E-Mail-Adresse des Benutzernamens ${username} bei ${company} werden.`,
          'Sie ersetzt diese Adresse, sobald der dorthin geschickte Link geöffnet wird.',
        ],
        after: ['Wenn Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie es der Verwaltung.'],
      }),
    },
  },
  address_changed: {
    link: null,
    words: {
      en: ({ firstname, username, company, data }) => ({
        subject: 'Your e-mail address was changed',
        before: [
          greeting.en(firstname),
          data['address'] === ''
            ? `the user name ${username} at ${company} no longer has an e-mail address.`
            : `${data['address']} is now the e-mail address of the user name ${username} at ${company}.`,
          'This address gets no further mails.',
        ],
        after: ['If you do not know of this, tell your administrator.'],
      }),
      de: ({ firstname, username, company, data }) => ({
        subject: 'Ihre E-Mail-Adresse wurde geändert',
        before: [
          greeting.de(firstname),
          data['address'] === ''
            ? `der Benutzername ${username} bei ${company} hat keine E-Mail-Adresse mehr.`
            : `${data['address']} ist jetzt die E-Mail-Adresse des Benutzernamens ${username} bei ${company}.`,
          'An diese Adresse gehen keine weiteren Mails.',
        ],
        after: ['Wenn Sie davon nichts wissen, melden Sie es der Verwaltung.'],
      }),
    },
  },
};
