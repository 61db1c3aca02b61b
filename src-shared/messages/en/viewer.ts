import { plural } from '../plural.ts'

/** The screen that shows a document. */
export const viewer = {
  open: (name: string) => `Open ${name}`,
  opening: 'Opening the document',
  tools: 'Document tools',
  page: 'Page',
  pageNumber: (page: number) => `Page ${page}`,
  pagesOf: (name: string) => `Pages of ${name}`,
  of: (pages: number) => `of ${pages}`,
  tooSlow: 'This page takes too long to show.',
  tryPageAgain: 'Try again',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit width',
  rotate: 'Rotate the view',
  save: 'Save a copy',
  search: 'Find in document',
  searching: 'Searching',
  matches: (place: number, total: number) =>
    total === 0 ? 'Not found' : plural(total, '1 of 1', (many) => `${place} of ${many}`),
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
}
