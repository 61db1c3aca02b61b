/**
 * Sections of the partner's specification. A test checks that each section has rows (tests of its statements), and that each row names one
 * of these sections.
 */
export const SPEC_SECTIONS: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4.1': 'Authentication endpoints',
  '4.2': 'Application',
  '4.3': 'Documents',
  '4.4': 'Offers',
  '4.5': 'Webhooks',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
}
