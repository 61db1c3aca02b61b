import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingPictures, pictureOf, TOUR_STEPS } from './run-tour.mjs'

test('the tour lacks a picture if the file is missing or empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-pictures-'))
  try {
    const [first, second, ...others] = TOUR_STEPS
    await writeFile(join(folder, pictureOf(second)), '')
    for (const step of others) await writeFile(join(folder, pictureOf(step)), 'picture')
    expect(await missingPictures(folder)).toEqual([pictureOf(first), pictureOf(second)])
    expect(pictureOf(first)).toBe('01-first-run.png')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
