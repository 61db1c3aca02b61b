import { plural } from '../../platform/texts/plural.ts'

export const prefill = {
  strip: (count: number, name: string) =>
    plural(count, `1 value found in ${name}`, (many) => `${many} values found in ${name}`),
  review: 'Review',
  dismiss: (name: string) => `Dismiss the values found in ${name}`,
  readValues: 'Read values from this document',
  readValuesOf: (name: string) => `Read values from ${name}`,
  title: 'Values found',
  reading: 'Reading the document',
  otherMerchant: 'This document is about another business. Accept its values one by one.',
  keys: '↑ ↓ select a value and show it on its page. Enter accepts it.',
  none: 'No values found',
  noneText: 'The app found no value that clearly belongs to a field of the form.',
  picture: 'This document is a picture',
  pictureText: 'It contains no text to read, like most scans. Type the values into the form.',
  unreadable: 'This document could not be read',
  unreadableText: 'It has more content than a form, or it is damaged. Type the values into the form.',
  notEditable: 'The application was submitted, so its values can no longer change.',
  acceptAll: (count: number) =>
    plural(count, 'Accept 1 new value', (many) => `Accept all ${many} new values`),
  accept: 'Accept',
  replace: 'Replace',
  acceptOf: (label: string, value: string) => `Accept ${value} for ${label}`,
  replaceOf: (label: string, current: string, value: string) =>
    `Replace ${current} with ${value} for ${label}`,
  states: {
    new: 'New',
    replaces: 'Replaces a value',
    same: 'In the form',
    invalid: 'Not accepted by the form',
  },
  was: (value: string) => `Now: ${value}`,
  accepted: (count: number) => plural(count, '1 value accepted.', (many) => `${many} values accepted.`),
  outdated: (count: number) =>
    plural(
      count,
      '1 field changed in the meantime. Look at it again.',
      (many) => `${many} fields changed in the meantime. Look at them again.`,
    ),
  done: 'Done',
  newDeal: {
    title: 'New deal from these documents?',
    text: (count: number) =>
      plural(
        count,
        'The app creates a draft and attaches the document. If it is an application, its values are offered for the form.',
        () =>
          'The app creates a draft and attaches the documents. If one is an application, its values are offered for the form.',
      ),
    create: 'Create deal',
    dropHere: 'Drop PDFs to start a new deal',
    onlyPdfs: 'Only PDF files can start a new deal.',
  },
}

export const merchants = {
  known: (name: string, day: string) => `You had a deal with ${name} on ${day}.`,
  reuseText: 'Reuse its company and owner details?',
  review: 'Choose details',
  dismiss: 'Dismiss the offer to reuse details',
  title: (name: string) => `Reuse details of ${name}`,
  text: 'Only empty fields are filled. You can undo this in one step.',
  differing: (count: number) =>
    plural(count, '1 field keeps your value.', (many) => `${many} fields keep your values.`),
  mayHaveChanged: 'May have changed since then.',
  fields: (count: number) => plural(count, '1 field', (many) => `${many} fields`),
  fill: (count: number) => plural(count, 'Fill 1 field', (many) => `Fill ${many} fields`),
  filled: (count: number) => plural(count, '1 field filled in.', (many) => `${many} fields filled in.`),
  earlier: 'Other applications of this merchant',
  sameName: 'Same name',
  inTrash: 'In the Trash',
  requested: (amount: string) => `Requested ${amount}`,
  offered: (amount: string) => `Offer ${amount}`,
}
