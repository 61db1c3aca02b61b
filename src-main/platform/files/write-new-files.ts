import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { notSavedThere, readable, writeAtomically } from './write-atomically.ts'
import type { SaveToFolder } from './handout.ts'

/** Writes new files into a folder. If one of them fails, deletes those that it wrote before. */
export async function writeNewFiles(
  folder: string,
  nameIn: Parameters<SaveToFolder>[0],
): ReturnType<SaveToFolder> {
  const taken = await readdir(folder).catch(() => null)
  if (taken === null) throw notSavedThere()
  const names: string[] = []
  try {
    for (const { name, open } of nameIn(taken)) {
      await writeAtomically(join(folder, name), async (write) => {
        for await (const chunk of readable(await open(), name)) await write(chunk)
      })
      names.push(name)
    }
  } catch (thrown) {
    await Promise.all(names.map((one) => rm(join(folder, one), { force: true })))
    throw thrown
  }
  return { folder: basename(folder), names }
}
