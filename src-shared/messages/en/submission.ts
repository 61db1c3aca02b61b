export const submission = {
  firstReal: {
    title: 'This is a real application',
    body: 'You work in production now. The application goes to the funding partner for review, and the merchant’s data and documents with it. Nothing of this is a test.',
    merchant: 'Merchant',
    amount: 'Amount',
    goesTo: 'Goes to',
    known: 'I know: this is real, and the merchant has agreed to it.',
    once: 'Asked once for this address and these credentials.',
    notYet: 'Not yet',
    submit: 'Submit for real',
    notConfirmed: 'Nobody has confirmed yet that applications here are real.',
    notConfirmedAdvice: 'Open the deal, press Submit and confirm it there; after that it is not asked again.',
  },
}
