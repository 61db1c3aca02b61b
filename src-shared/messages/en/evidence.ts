/** What was found out about a sending without an answer. Kept in English, since it becomes a part of the proof, and shown in the language that is spoken. */
export const evidence = {
  referenceOtherName: 'The service has an application with your reference, but under another name.',
  reference: 'The service has an application with your reference.',
  referenceOlder:
    'The service has an application with your reference, but its date does not show that it came after this sending. The clock of this computer may be wrong, or it is an earlier one.',
  sharedReference: 'The service has an application with your reference, which several of your deals carry.',
  sameName: 'The service has an application under the same business name.',
  documentNotListed: 'The service lists the documents of this application, and this one is not among them.',
  documentListed: 'The service lists a document of this name, kind and size.',
  documentAlike: 'The service lists a document like this one, but another of yours looks the same.',
  strayNews:
    'News came of an application that nobody here knows. It may be this one; the service does not tell more.',
  notListed: 'The list of the service shows no application with your reference.',
}
