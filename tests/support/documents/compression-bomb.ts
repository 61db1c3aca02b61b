import { constants, deflateRawSync } from 'node:zlib'

/** Creates a small PDF whose object stream grows to the given number of megabytes of spaces when a reader decompresses it. */
export function compressionBomb(megabytes: number): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const data = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array<Buffer>(megabytes).fill(megabyte)])
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n' +
        `4 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${data.length}>>\nstream\n`,
    ),
    data,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
  ])
}
