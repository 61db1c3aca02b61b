import { verify, type KeyObject } from 'node:crypto'

/** Thrown if the content has no signature of a key that this build trusts. */
export class NotGenuine extends Error {}

const SIGNATURE = /\n# signature: ([A-Za-z0-9+/]+=*)\n?$/

/**
 * Returns the part of a channel file that the signature in the last line covers. The signature also covers the file name. A file signed for
 * one system is therefore invalid under another system's name. build/release/channel-file.mjs creates the signature; ADR 12 explains the
 * reasons.
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
