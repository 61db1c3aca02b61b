/** Findings about a submission without a response. Stored in English because they are part of the hashed proof. */
export const evidence = {
  referenceOtherName:
    'The funding partner has an application with your reference but under a different name.',
  reference: 'The funding partner has an application with your reference.',
  referenceOlder:
    'The funding partner has an application with your reference, but its date does not show that it arrived after this submission. This computer’s clock may be wrong, or it is an earlier application.',
  sharedReference:
    'The funding partner has an application with your reference, but several of your deals use it.',
  sameName: 'The funding partner has an application under the same business name.',
  documentNotListed: 'The funding partner’s document list for this application does not include this one.',
  documentListed: 'The funding partner lists a document with this name, type, and size.',
  documentAlike:
    'The funding partner lists a similar document, but another of your documents looks the same.',
  strayNews:
    'An update arrived for an application that is not in this app. It may be this one; the funding partner gave no further details.',
  notListed: 'The funding partner’s list shows no application with your reference.',
}
