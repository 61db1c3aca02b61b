import { PDFDocument } from '@cantoo/pdf-lib'
import { openPdf, readPdfText } from './pdf-text.ts'

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
  if (typeof open === 'number')
    return { lock: 'open', document: await decrypt(bytes, '').catch(() => null), pages: open }
  if (open === 'unsupported' || password === undefined) return { lock: open }
  const unlocked = await pagesOf(bytes, password)
  if (unlocked === 'locked') return { lock: 'wrong_password' }
  if (unlocked === 'unsupported') return { lock: 'unsupported' }
  for (const encoded of encodings(password)) {
    // Another library decrypts the copy, and the pages must then show the same.
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

async function unlock(bytes: Uint8Array, password: string, encoded: string) {
  const document = await decrypt(bytes, encoded)
  const pdf = await document.save({ updateFieldAppearances: false })
  const [before, after] = [await readPdfText(bytes, password), await readPdfText(pdf)]
  return before.join('\f') === after.join('\f') ? { document, pdf } : null
}

const decrypt = (bytes: Uint8Array, password: string) =>
  PDFDocument.load(bytes, { password, updateMetadata: false, throwOnInvalidObject: false })

/** Returns the password in each form in which programs use it: as typed, normalized (SASLprep), and as the bytes of UTF-8. */
function encodings(password: string): Set<string> {
  const prepared = password
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/[\u00AD\u034F\u1806\u180B-\u180D\u200B-\u200D\u2060\uFE00-\uFE0F\uFEFF]/gu, '')
    .normalize('NFKC')
  const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  return new Set([password, prepared, asBytes(password), asBytes(prepared)])
}
