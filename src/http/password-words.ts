// What the page for choosing a password says, in the languages of the mails that lead to it.

/** The languages of the page. */
export const pageLanguages = ['en', 'de'] as const;
/** One of {@link pageLanguages}. */
export type PageLanguage = (typeof pageLanguages)[number];

/** Everything the page says. */
export interface PageWords {
  readonly title: string;
  readonly username: string;
  readonly password: string;
  readonly again: string;
  readonly submit: string;
  /** Before what the password must be. */
  readonly must: string;
  /** Before what is wrong with the one that was sent. */
  readonly unsuitable: string;
  readonly differ: string;
  /** What a password must be, by the rule that is broken otherwise; `#` stands for a number. */
  readonly rules: Readonly<Record<string, string>>;
  readonly done: readonly [title: string, text: string];
  readonly dead: readonly [title: string, text: string];
  readonly failed: readonly [title: string, text: string];
  readonly confirmTitle: string;
  readonly confirm: string;
  readonly confirmed: readonly [title: string, text: string];
  readonly unconfirmed: readonly [title: string, text: string];
  readonly insecure: readonly [title: string, text: string];
  readonly loginTitle: string;
  readonly loginText: string;
  readonly login: string;
  /** The link to the login of the web console. */
  readonly toLogin: string;
}

/** What a page without a form says. */
export type PageMessage = 'done' | 'dead' | 'failed' | 'confirmed' | 'unconfirmed' | 'insecure';

/** The words by language. */
export const pageWords: Readonly<Record<PageLanguage, PageWords>> = {
  en: {
    title: 'Choose a password',
    username: 'User name',
    password: 'New password',
    again: 'New password, again',
    submit: 'Save',
    must: 'The password must',
    unsuitable: 'This password does not suit. It must',
    differ: 'The two passwords differ.',
    rules: {
      too_short: 'have at least # characters',
      needs_lowercase: 'hold a small letter',
      needs_uppercase: 'hold a capital letter',
      needs_digit: 'hold a digit',
      needs_symbol: 'hold a character that is neither letter nor digit',
      holds_personal_data: 'not hold your name, user name or mail address',
      too_common: 'not be one that many people use',
      repetitive: 'hold at least four different characters',
    },
    done: [
      'Your password is set',
      'You can log in with it now; wherever you were logged in, you are no longer.',
    ],
    dead: [
      'This link does not work',
      'It has expired, was used already, or a newer one was sent. Ask for a new one.',
    ],
    failed: ['That did not work', 'Your password was not changed. Please try again in a few minutes.'],
    confirmTitle: 'Confirm your e-mail address',
    confirm: 'Confirm',
    confirmed: ['Your e-mail address is confirmed', 'Mails go to it from now on.'],
    unconfirmed: ['That did not work', 'Your address was not changed. Please try again in a few minutes.'],
    insecure: [
      'That did not work',
      'The browser does not say that its own page asked. Open the link over HTTPS; it still works.',
    ],
    loginTitle: 'Log in as another person',
    loginText:
      'What you decide there counts as decided by you. The link works once. It ends the present session of this browser.',
    login: 'Log in',
    toLogin: 'To the login',
  },
  de: {
    title: 'Passwort wählen',
    username: 'Benutzername',
    password: 'Neues Passwort',
    again: 'Neues Passwort, noch einmal',
    submit: 'Speichern',
    must: 'Das Passwort muss',
    unsuitable: 'Dieses Passwort eignet sich nicht. Es muss',
    differ: 'Die beiden Passwörter sind verschieden.',
    rules: {
      too_short: 'mindestens # Zeichen haben',
      needs_lowercase: 'einen Kleinbuchstaben enthalten',
      needs_uppercase: 'einen Großbuchstaben enthalten',
      needs_digit: 'eine Ziffer enthalten',
      needs_symbol: 'ein Zeichen enthalten, das weder Buchstabe noch Ziffer ist',
      holds_personal_data: 'ohne Ihren Namen, Benutzernamen und Ihre Mailadresse auskommen',
      too_common: 'ein anderes sein als die, die viele verwenden',
      repetitive: 'mindestens vier verschiedene Zeichen enthalten',
    },
    done: [
      'Ihr Passwort ist gesetzt',
      'Sie können sich jetzt damit anmelden; wo Sie angemeldet waren, sind Sie es nicht mehr.',
    ],
    dead: [
      'Dieser Link funktioniert nicht',
      'Er ist abgelaufen, wurde schon benutzt, oder es gibt einen neueren. Fordern Sie einen neuen an.',
    ],
    failed: [
      'Das hat nicht funktioniert',
      'Ihr Passwort wurde nicht geändert. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    ],
    confirmTitle: 'E-Mail-Adresse bestätigen',
    confirm: 'Bestätigen',
    confirmed: ['Ihre E-Mail-Adresse ist bestätigt', 'Mails gehen ab jetzt an diese Adresse.'],
    unconfirmed: [
      'Das hat nicht funktioniert',
      'Ihre Adresse wurde nicht geändert. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    ],
    insecure: [
      'Das hat nicht funktioniert',
      'Der Browser sagt nicht, dass seine eigene Seite gefragt hat. Öffnen Sie den Link über HTTPS; er funktioniert noch.',
    ],
    loginTitle: 'Als eine andere Person anmelden',
    loginText:
      'Was Sie dort entscheiden, gilt als von Ihnen entschieden. Der Link funktioniert einmal. Er beendet die jetzige Sitzung dieses Browsers.',
    login: 'Anmelden',
    toLogin: 'Zur Anmeldung',
  },
};

/** The language that a link names, else the one that the browser likes best, else English. */
export function pageLanguage(named: string | null, accepted: string | undefined): PageLanguage {
  const wishes = [named ?? '', ...(accepted ?? '').split(',')].map((wish) => wish.trim().slice(0, 2));
  for (const wish of wishes) {
    const known = pageLanguages.find((language) => language === wish.toLowerCase());
    if (known !== undefined) return known;
  }
  return 'en';
}
