const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const NONE = 255
/** The six bits of each letter, by its code. */
const BITS = new Uint8Array(128).fill(NONE)
for (let bits = 0; bits < 64; bits++) BITS[LETTERS.charCodeAt(bits)] = bits

/**
 * Decodes unpadded base64url (RFC 4648, section 5). Returns null for any other text, and for a last letter with spare bits that
 * are not zero: each sequence of bytes has exactly one spelling.
 */
export function fromBase64Url(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [at, held, count] = [0, 0, 0]
  for (let index = 0; index < text.length; index++) {
    const bits = BITS[text.charCodeAt(index)] ?? NONE
    if (bits === NONE) return null
    held = (held << 6) | bits
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[at++] = held >>> count
    held &= (1 << count) - 1
  }
  // A single letter holds no whole byte, so it leaves six spare bits.
  return count === 6 || held !== 0 ? null : bytes
}
