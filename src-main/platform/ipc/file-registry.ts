import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'

/**
 * The files that the user picked or dropped, each with a random id. The page names a file only by this id, so a compromised page cannot
 * name any other file. After `take`, the id is no longer valid.
 */
export class FileRegistry {
  readonly #paths = new Map<string, string>()

  register(paths: string[]): { file_id: string; name: string }[] {
    return paths.map((path) => {
      const file_id = randomUUID()
      this.#paths.set(file_id, path)
      if (this.#paths.size > 1000) this.#paths.delete(this.#paths.keys().next().value as string)
      return { file_id, name: basename(path) }
    })
  }

  look(file_id: string): string | null {
    return this.#paths.get(file_id) ?? null
  }

  take(file_id: string): string | null {
    const path = this.#paths.get(file_id) ?? null
    this.#paths.delete(file_id)
    return path
  }
}
