import { verify, type KeyObject } from 'node:crypto'

/** Thrown if the content has no signature of a key that this build trusts. */
export class NotGenuine extends Error {}

const SIGNATURE = /\n# signature: ([A-Za-z0-9+/]+=*)\n?$/

/**
 * Returns the signed part of a channel file (the description of the newest version for one operating system). The last line contains the
 * signature, which also covers the file name. A file for one system is therefore invalid under the name of another system's file.
 * build/release/seal.mjs creates the signature; ADR 12 explains the reasons.
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
