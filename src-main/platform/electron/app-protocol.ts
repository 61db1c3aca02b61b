import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol, type ProtocolResponse } from 'electron'
import type { Language } from '../../../src-shared/platform/texts/messages.ts'

const SCHEME = 'app'

/** Origin of the app's own page. The app's own URL scheme ensures that no other content has this origin. */
export const APP_ORIGIN = `${SCHEME}://funding-desk`
export const APP_URL = `${APP_ORIGIN}/index.html`
/**
 * Address of the lock screen. It is the same program at another host. Chromium therefore shows it in a new process, which never had any of
 * the office's data.
 */
export const LOCK_URL = `${SCHEME}://lock/index.html`

const HOSTS: ReadonlySet<string> = new Set([APP_URL, LOCK_URL].map((url) => new URL(url).host))

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  // File types that pdfjs (the PDF viewer) loads: image decoders, character maps, and fonts.
  '.wasm': 'application/wasm',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
}

/** Registers the app's URL scheme. Must run before Electron reports that the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/**
 * Serves only the files under `folder`, with a content security policy that allows a page to load nothing else. This function uses the
 * older of Electron's two protocol APIs. With `protocol.handle`, the first page waits about 40 ms until Node's fetch is loaded
 * (docs/performance.md).
 */
export function serveApp(folder: string, language: () => Language): void {
  protocol.registerBufferProtocol(SCHEME, async ({ url }, answerWith) =>
    answerWith(await readPart(folder, url, language)),
  )
}

async function readPart(
  folder: string,
  address: string,
  language: () => Language,
): Promise<ProtocolResponse> {
  try {
    const url = new URL(address)
    const file = normalize(join(folder, decodeURIComponent(url.pathname)))
    const type = TYPES[extname(file)]
    if (!HOSTS.has(url.host) || !file.startsWith(folder + sep) || type === undefined) return NOT_FOUND
    const bytes = await readFile(file)
    if (extname(file) !== '.html') return answer(bytes, type, { 'content-security-policy': WORKER_POLICY })
    // The HTML contains the current language, so that the page can render immediately; it requests the other settings later. The nonce
    // allows the UI kit's style elements. Without the nonce, the policy would have to allow 'unsafe-inline'.
    const nonce = randomBytes(16).toString('base64')
    const html = bytes
      .toString('utf8')
      .replaceAll('__CSP_NONCE__', nonce)
      .replace('__LANGUAGE__', language())
      .replace('__PAGE__', url.host)
    return answer(Buffer.from(html), type, {
      'content-security-policy': policy(nonce),
      'cache-control': 'no-store',
    })
  } catch {
    // The address is invalid, or the app has no such file.
    return NOT_FOUND
  }
}

/**
 * Content security policy for all files except HTML. It matters for workers: a worker uses the policy that is sent with its script, not the
 * page's policy. This policy allows the pdfjs worker to decode images with WebAssembly and to run only the app's code, without network
 * access.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function answer(data: Buffer, type: string, headers: Record<string, string>): ProtocolResponse {
  return { data, headers: { 'content-type': type, 'x-content-type-options': 'nosniff', ...headers } }
}

const NOT_FOUND: ProtocolResponse = {
  statusCode: 404,
  data: Buffer.from('not found'),
  headers: { 'content-type': 'text/plain' },
}
