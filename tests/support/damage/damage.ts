import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Returns a pseudo-random number from 0 up to but not including `below`. The numbers depend only on the seed, so that a test can repeat a
 * round.
 */
export type Draw = (below: number) => number

/** Creates a random number generator of the type mulberry32. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export const DAMAGES = ['flip', 'cut', 'swap'] as const
export type Damage = (typeof DAMAGES)[number]

/** Damages a file in place and returns a description of the damage. Leaves an empty file unchanged. */
export function damageFile(path: string, damage: Damage, draw: Draw): string {
  const bytes = readFileSync(path)
  if (bytes.length === 0) return `${damage}: empty`
  if (damage === 'cut') {
    const length = draw(bytes.length)
    writeFileSync(path, bytes.subarray(0, length))
    return `cut to ${length} of ${bytes.length}`
  }
  if (damage === 'flip') {
    const [at, bit] = [draw(bytes.length), draw(8)]
    bytes[at] = (bytes[at] as number) ^ (1 << bit)
    writeFileSync(path, bytes)
    return `flip bit ${bit} of byte ${at} of ${bytes.length}`
  }
  const length = 1 + draw(Math.max(1, Math.floor(bytes.length / 2)))
  const one = draw(bytes.length - length + 1)
  const other = draw(bytes.length - length + 1)
  const [first, second] = [one, other].map((at) => Buffer.from(bytes.subarray(at, at + length)))
  second?.copy(bytes, one)
  first?.copy(bytes, other)
  writeFileSync(path, bytes)
  return `swap ${length} bytes at ${one} and ${other} of ${bytes.length}`
}
