const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const NONE = 255
/** The six bits of each letter, by its code. */
const BITS = new Uint8Array(128).fill(NONE)
for (let bits = 0; bits < 64; bits++) BITS[LETTERS.charCodeAt(bits)] = bits

/** Reads unpadded base64url (RFC 4648, section 5); null for whatever is none. */
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
  // A letter alone holds no whole byte.
  return text.length % 4 === 1 ? null : bytes
}
