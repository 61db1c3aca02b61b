/** Creates a PDF stream object that contains these bytes. `more` are further entries of its dictionary. */
export const stream = (bytes: Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}${more}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

/** Creates a PDF of the given objects, numbered from 1. Its cross-reference table is correct, so no PDF reader refuses its structure. */
export function pdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let at = 9
  const places = objects.map((object, i) => {
    const place = at
    const whole = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(whole)
    at += whole.length
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
