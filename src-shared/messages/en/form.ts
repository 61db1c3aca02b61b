import { plural } from '../plural.ts'

/** Validation messages of form values. */
export const form = {
  mustConfirm: 'Confirm this before you submit.',
  needed: (label: string) => `${label} is required.`,
  rowsNeeded: (count: number, row: string) =>
    `At least ${plural(count, 'one', (n) => n)} ${row.toLowerCase()} is required.`,
  inFuture: 'This date is in the future.',
  ownedTogether: (total: string) => `The owners’ shares add up to ${total} %. The maximum is 100 %.`,
  tooLong: (label: string, most: number | undefined) =>
    `${label} is too long${most === undefined ? '' : `. Use at most ${most} characters`}.`,
  chooseOne: 'Choose an option from the list.',
  notInOrder: (label: string) => `${label} is not valid.`,
  between: (label: string, min: string, max: string) => `${label} must be between ${min} and ${max}.`,
  atLeast: (label: string, min: string) => `${label} must be at least ${min}.`,
  atMost: (label: string, max: string) => `${label} must be at most ${max}.`,
  outOfRange: (label: string) => `${label} is out of range.`,
  foreignLetter: (letter: string) =>
    `The funding partner does not accept “${letter}” here. Use plain letters without accents.`,
  email: 'Enter an email address like name@example.com.',
  state: 'Choose a state.',
  zip: 'Enter a ZIP code with five digits, or nine like 12345-6789.',
  website: 'Enter a web address like example.com.',
  yesOrNo: 'Choose yes or no.',
  unreadable: 'This value is not valid.',
  ein: 'Enter an EIN with nine digits, like 20-1234567.',
  ssn: 'Enter an SSN with nine digits, like 123-45-6789.',
  phone: 'Enter a phone number with ten digits, like (541) 555-0142.',
  phoneExtension: 'The funding partner does not accept extensions. Add it in the notes instead.',
  phoneForeign: 'The funding partner accepts only ten-digit US numbers (country code 1).',
  date: 'Enter a date like 4/30/2019 or Apr 30, 2019.',
  month: 'Enter a month like Mar 2026 or 3/2026.',
  noSuchDay: 'This date does not exist. Enter the month first, like 4/30/2019.',
  yearOfFour: 'This date is too long ago. Enter a four-digit year, like 1985.',
}
