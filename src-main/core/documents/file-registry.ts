import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'

/**
 * The files that the user picked or dropped, under ids that mean nothing outside. The page names a file only by such an id,
 * so a page that went wrong can't name a path. An id that was taken is used up.
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

  /** The path behind an id that is still good; the id stays so. */
  look(file_id: string): string | null {
    return this.#paths.get(file_id) ?? null
  }

  take(file_id: string): string | null {
    const path = this.#paths.get(file_id) ?? null
    this.#paths.delete(file_id)
    return path
  }
}
