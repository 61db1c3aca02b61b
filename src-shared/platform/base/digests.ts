// This file also runs outside of browsers, so its project includes no type declarations for the following globals. Node since version 20
// and every browser provide them.
declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare function atob(text: string): string
declare function btoa(bytes: string): string
declare const crypto: {
  subtle: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> }
}

export async function sha256(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Decodes base64. Returns null if the text is not in canonical form (the only form that encoding its bytes again would produce). */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = atob(text)
    return btoa(bytes) === text ? Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)) : null
  } catch {
    return null
  }
}
