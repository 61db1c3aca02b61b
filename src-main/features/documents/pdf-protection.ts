import { PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { openPdf, readPdfText } from '../../platform/pdf/pdf-text.ts'

/**
 * `open`: the PDF opens without a password. `unlocked`: it opens with the password, and `pdf` is a copy without protection. `unsupported`:
 * the app cannot open this kind of protection.
 */
export type Protection =
  | { lock: 'open'; document: PDFDocument | null; pages: number }
  | { lock: 'unlocked'; document: PDFDocument; pdf: Uint8Array }
  | { lock: 'locked' | 'wrong_password' | 'unsupported' }

/** Opens an encrypted PDF, if necessary with the broker's password. */
export async function openProtected(bytes: Uint8Array, password: string | undefined): Promise<Protection> {
  const open = await pagesOf(bytes)
  // If the copy cannot be decrypted, only the number of pages is known.
  if (typeof open === 'number')
    return { lock: 'open', document: await decrypt(bytes, '').catch(() => null), pages: open }
  if (open === 'unsupported' || password === undefined) return { lock: open }
  const unlocked = await pagesOf(bytes, password)
  if (unlocked === 'locked') return { lock: 'wrong_password' }
  if (unlocked === 'unsupported') return { lock: 'unsupported' }
  for (const encoded of encodings(password)) {
    // The next encoding may fit the password.
    const copy = await unlock(bytes, password, encoded).catch(() => null)
    if (copy !== null) return { lock: 'unlocked', ...copy }
  }
  return { lock: 'unsupported' }
}

async function pagesOf(bytes: Uint8Array, password?: string): Promise<number | 'locked' | 'unsupported'> {
  try {
    const { document, close } = await openPdf(bytes, password)
    await close()
    return document.numPages
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'unsupported'
  }
}

/**
 * Returns an unprotected copy of a PDF, or null if its first pages do not show the same. `encoded` is the password in the form that
 * decrypts the PDF.
 */
export async function unlock(bytes: Uint8Array, password: string, encoded: string) {
  const document = await decrypt(bytes, encoded)
  // Without its password, the copy must not contain what a program could find the password with, nor an index that says it is encrypted.
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    const isIndex =
      object instanceof PDFStream && object.dict.lookup(PDFName.of('Type')) === PDFName.of('XRef')
    const isLock =
      object instanceof PDFDict && ['O', 'U', 'P', 'R'].every((key) => object.has(PDFName.of(key)))
    if (isIndex || isLock) document.context.delete(ref)
  }
  const pdf = await document.save({ updateFieldAppearances: false })
  // One library decrypts, and another one compares, because each has problems with some files.
  return (await shows(bytes, password)) === (await shows(pdf)) ? { document, pdf } : null
}

/** Returns the text of the first pages and what is drawn on the first one. */
async function shows(bytes: Uint8Array, password?: string): Promise<string> {
  const texts = await readPdfText(bytes, password)
  const { document, close } = await openPdf(bytes, password)
  const { fnArray } = await (await document.getPage(1)).getOperatorList()
  await close()
  return JSON.stringify([texts, fnArray])
}

const decrypt = (bytes: Uint8Array, password: string) =>
  PDFDocument.load(bytes, { password, updateMetadata: false, throwOnInvalidObject: false })

/** Returns the password in each form in which programs use it: as typed, normalized (SASLprep), and as the bytes of UTF-8. */
function encodings(password: string): Set<string> {
  const prepared = password
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
  const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  return new Set([password, prepared, asBytes(password), asBytes(prepared)])
}
