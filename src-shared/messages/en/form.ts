import { plural } from '../plural.ts'

/** What is wrong with a value of the form. */
export const form = {
  mustConfirm: 'This must be confirmed before the application can go out.',
  needed: (label: string) => `${label} is needed.`,
  rowsNeeded: (count: number, row: string) =>
    `At least ${plural(count, 'one', (n) => n)} ${row.toLowerCase()} is needed.`,
  inFuture: 'This date lies in the future.',
  ownedTogether: (total: string) => `The owners hold ${total} % together. It can be at most 100 %.`,
  tooLong: (label: string, most: number | undefined) =>
    `${label} is too long${most === undefined ? '' : `: at most ${most} characters`}.`,
  chooseOne: 'Choose one of the list.',
  notInOrder: (label: string) => `${label} is not in order.`,
  between: (label: string, min: string, max: string) => `${label} lies between ${min} and ${max}.`,
  atLeast: (label: string, min: string) => `${label} is at least ${min}.`,
  atMost: (label: string, max: string) => `${label} is at most ${max}.`,
  outOfRange: (label: string) => `${label} is out of range.`,
  foreignLetter: (letter: string) =>
    `The funding partner takes no “${letter}” here, only plain letters without accents.`,
  email: 'Write an email address like name@example.com.',
  state: 'Choose a state.',
  zip: 'A ZIP code has five digits, or nine like 12345-6789.',
  website: 'Write an address like example.com.',
  yesOrNo: 'Choose yes or no.',
  unreadable: 'This value cannot be read.',
  ein: 'Write an EIN with nine digits, like 20-1234567.',
  ssn: 'Write an SSN with nine digits, like 123-45-6789.',
  phone: 'Write a phone number with ten digits, like (541) 555-0142.',
  phoneExtension: 'The funding partner takes no extension. Write it in the notes instead.',
  phoneForeign: 'The funding partner takes only numbers with ten digits and country code 1.',
  date: 'Write a date like 4/30/2019 or Apr 30, 2019.',
  month: 'Write a month like Mar 2026 or 3/2026.',
  noSuchDay: 'This day does not exist. Write the month first, like 4/30/2019.',
  yearOfFour: 'This date is too long ago. Write the year with four digits, like 1985.',
}
