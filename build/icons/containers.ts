/** One image of an icon file. An icon file of Windows or macOS contains the icon in several sizes, each as a PNG. */

export interface Picture {
  /** Width and height in pixels. */
  size: number
  png: Buffer
}

/**
 * Type codes of the images in a macOS icon file, by size in pixels. Some sizes have two codes: one for normal displays, and one for
 * displays with double density, where the icon appears half as large.
 */
const ICNS_KINDS: Record<number, string[]> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

/** Creates a Windows icon file. Omits images over 256 pixels, because Windows cannot read them. */
export function asIco(pictures: Picture[]): Buffer {
  const held = pictures.filter(({ size }) => size <= 256)
  const head = Buffer.alloc(6 + 16 * held.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(held.length, 4)
  let at = head.length
  held.forEach(({ size, png }, i) => {
    const entry = 6 + 16 * i
    // In this file format, the value 0 means 256 pixels.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += png.length
  })
  return Buffer.concat([head, ...held.map(({ png }) => png)])
}

export function asIcns(pictures: Picture[]): Buffer {
  const blocks = pictures.flatMap(({ size, png }) => (ICNS_KINDS[size] ?? []).map((kind) => block(kind, png)))
  return block('icns', Buffer.concat(blocks))
}

function block(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 'latin1')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}
