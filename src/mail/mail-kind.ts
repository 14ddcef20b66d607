// What a kind of mail is: its words in each language, and what its link is for.
import type { CodePurpose } from '#resource/rule.ts';

/** What a mailed link is good for. */
export type MailedPurpose = Exclude<CodePurpose, 'login'>;

/** The languages of mails, by ISO 639-1; English is for everybody else. */
export const mailLanguages = ['en', 'de'] as const;
/** One of {@link mailLanguages}. */
export type MailLanguage = (typeof mailLanguages)[number];

/** What the words of a mail may mention. */
export interface MailFacts {
  readonly firstname: string;
  readonly username: string;
  /** Name of the company, or of the service where an account has none. */
  readonly company: string;
  /** What the rule that caused the mail gave along. */
  readonly data: Readonly<Record<string, string>>;
}

/** The words of one mail. Facts, and the link where there is one, stand between the paragraphs. */
export interface MailWords {
  readonly subject: string;
  readonly before: readonly string[];
  /** What the mail is about, line by line: a label and its value. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** What the link is called. */
  readonly link?: string;
  readonly after: readonly string[];
}

/** A link with a one-time code that works for so many seconds. */
export interface CodeLink {
  readonly purpose: MailedPurpose;
  readonly lifetime: number;
}

/** A link to the screen of the console that `data.screen` names. The user opens it, logs in and decides there. */
export interface ScreenLink {
  readonly purpose: 'screen';
}

/** One kind of mail. */
export interface MailKind {
  /** What its link is for; `null`: it has none. */
  readonly link: CodeLink | ScreenLink | null;
  readonly words: Readonly<Record<MailLanguage, (facts: MailFacts) => MailWords>>;
}

/** How mails begin. */
export const greeting = {
  en: (firstname: string) => `Hello ${firstname},`,
  de: (firstname: string) => `Guten Tag ${firstname},`,
};
