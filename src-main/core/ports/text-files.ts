import type { Result } from '../../../src-shared/errors.ts'

/** Reads a file that the user picked or dropped as text: a regular file of bounded size, never through a link. */
export interface TextFiles {
  read(path: string): Promise<Result<string>>
}
