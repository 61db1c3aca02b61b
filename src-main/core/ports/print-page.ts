/** Renders an HTML page as a PDF in US Letter. The page runs no script and fetches nothing. */
export type PrintPage = (html: string) => Promise<Uint8Array>
