import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeAtomically } from './write-atomically.ts'
import type { SaveToFolder } from './handout.ts'
import { appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Writes new files into a folder. If one of them fails, deletes those that it wrote before. */
export async function writeNewFiles(
  folder: string,
  nameIn: Parameters<SaveToFolder>[0],
): ReturnType<SaveToFolder> {
  const taken = await readdir(folder).catch(() => null)
  if (taken === null)
    return fail(appError('FILE_NOT_WRITTEN', msg.errors.notSavedThere, msg.errors.otherFolder))
  const names: string[] = []
  for (const { name, open } of nameIn(taken)) {
    const written = await writeAtomically(join(folder, name), async (write) => {
      const content = await open()
      if (!content.ok) return content
      for await (const chunk of content.value) await write(chunk)
      return ok(undefined)
    })
    if (!written.ok) {
      await Promise.all(names.map((one) => rm(join(folder, one), { force: true })))
      return written
    }
    names.push(name)
  }
  return ok({ folder: basename(folder), names })
}
