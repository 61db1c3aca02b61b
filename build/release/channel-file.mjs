/**
 * Functions for the channel file, with which the update server offers a version of the app. electron-builder writes this file, and
 * `build/sign.mjs` adds our signature as its last line (ADR 12).
 */
import { sign } from 'node:crypto'

const OURS = /^(?:stagingPercentage: .*|# signature: .*)\n?/gm

/**
 * Signs a channel file, or signs it again with another rollout percentage.
 * @param {string} text as electron-builder wrote it, or as signed before
 * @param {string} name of the file, which the signature covers
 * @param {import('node:crypto').KeyObject} key
 * @param {number} [staging] percentage of installations that get the update
 */
export function signChannelFile(text, name, key, staging = 100) {
  const bare = text.replace(OURS, '').trimEnd()
  const content = `${bare}\n${staging === 100 ? '' : `stagingPercentage: ${staging}\n`}`
  const signature = sign(null, Buffer.from(`funding-desk update ${name}\n${content}`), key)
  return `${content}# signature: ${signature.toString('base64')}\n`
}

const OFFERED = /^ {2}- url: (.+)\n {4}sha512: (.+)$/gm

/**
 * Returns the files that a channel file offers, with their SHA-512 in base64.
 * @param {string} text as electron-builder wrote it
 */
export function offeredFiles(text) {
  return [...text.matchAll(OFFERED)].map(([, name = '', sha512 = '']) => ({ name, sha512 }))
}
