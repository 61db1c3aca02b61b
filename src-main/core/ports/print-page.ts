/** Lays an HTML page out as a PDF, US Letter. The page runs no script and fetches nothing. */
export type PrintPage = (html: string) => Promise<Uint8Array>
