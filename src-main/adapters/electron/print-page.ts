import type { PrintPage } from '../../core/ports/files.ts'
import { withHiddenPage } from './hidden-page.ts'

/** Prints a hidden page without scripts. Chromium embeds the fonts, so every writing system prints correctly. */
export const printPage: PrintPage = (html, footer) =>
  withHiddenPage({ partition: 'print', html, javascript: false }, (page) =>
    page.printToPDF({
      pageSize: 'Letter',
      printBackground: true,
      ...(footer === undefined
        ? {}
        : { displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: footer }),
      margins: { top: 0.6, bottom: 0.6, left: 0.65, right: 0.65 },
    }),
  )
