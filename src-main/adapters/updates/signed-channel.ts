import { verify, type KeyObject } from 'node:crypto'

/** What was not signed by a key that this build trusts. */
export class NotGenuine extends Error {}

const SIGNATURE = /\n# signature: ([A-Za-z0-9+/]+=*)\n?$/

/**
 * The part of a channel file that its last line signs. The signature covers the file's name too, so that what was signed for
 * one system is worth nothing under another's name. build/release/channel-file.mjs makes it; ADR 12 says why.
 */
export function readSigned(text: string, name: string, keys: KeyObject[]): string {
  const [line = '', signature = ''] = SIGNATURE.exec(text) ?? []
  const content = text.slice(0, text.length - line.length + 1)
  const signed = Buffer.from(`funding-desk update ${name}\n${content}`)
  const isGenuine =
    line !== '' && keys.some((key) => verify(null, signed, key, Buffer.from(signature, 'base64')))
  if (!isGenuine) throw new NotGenuine(name)
  return content
}
