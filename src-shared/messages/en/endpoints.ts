/** The paths of the service. */
export const endpoints = {
  saved: 'The paths of the service are kept.',
  title: 'Paths of the service',
  revision: (title: string, version: string | number, isStandard: boolean) =>
    `${title} · revision ${version}${isStandard ? '' : ' (yours)'}`,
  what: 'The partner has not published all of them. Those marked “assumed” follow what comparable services do; if the partner tells you another, change it here.',
  asJson: 'Endpoint profile as JSON',
  /** The title of the standard profile. */
  standard: 'Partner service, version 1',
  edit: 'Edit',
  importFile: 'Import a file',
  backToStandard: 'Back to the standard',
  operation: 'Operation',
  methodAndPath: 'Method and path',
  assumed: 'assumed',
}
