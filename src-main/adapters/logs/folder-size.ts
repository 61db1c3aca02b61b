import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Counts the files in a folder recursively, and their bytes. Ignores files that vanish meanwhile. */
export async function measureFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => null,
        ),
      ),
  )
  const known = sizes.filter((size) => size !== null)
  return { files: known.length, bytes: known.reduce((sum, size) => sum + size, 0) }
}
