import { plural } from '../plural.ts'

/** Document viewer. */
export const viewer = {
  open: (name: string) => `Open ${name}`,
  opening: 'Opening the document',
  tools: 'Document tools',
  page: 'Page',
  pageNumber: (page: number) => `Page ${page}`,
  pagesOf: (name: string) => `Pages of ${name}`,
  of: (pages: number) => `of ${pages}`,
  tooSlow: 'This page is taking too long to load.',
  tryPageAgain: 'Try again',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit width',
  rotate: 'Rotate view',
  save: 'Save a copy',
  search: 'Find in document',
  searching: 'Searching',
  matches: (place: number, total: number) =>
    total === 0 ? 'No matches' : plural(total, '1 of 1', (many) => `${place} of ${many}`),
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
}
