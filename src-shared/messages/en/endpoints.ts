/** The API endpoint profile in Settings. */
export const endpoints = {
  saved: 'API endpoints saved.',
  title: 'API endpoints',
  revision: (title: string, version: string | number, isStandard: boolean) =>
    `${title} · revision ${version}${isStandard ? '' : ' (yours)'}`,
  what: 'The funding partner has not published all endpoints. Those marked “assumed” follow comparable partners. If the funding partner gives you different ones, change them here.',
  asJson: 'Endpoint profile as JSON',
  /** Title of the standard profile. */
  standard: 'Funding partner, version 1',
  edit: 'Edit',
  importFile: 'Import file',
  backToStandard: 'Reset to standard',
  operation: 'Operation',
  methodAndPath: 'Method and path',
  assumed: 'assumed',
}
