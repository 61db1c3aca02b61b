import { fileURLToPath } from 'node:url'
import { sourceFiles } from '../../../build/statements/source-reader.ts'
import { createApplicationReader } from '../../../src-main/features/prefill/application-reader.ts'
import { readForm } from '../../../src-main/features/prefill/reader/read-form.ts'
import type { ApplicationReader, ReadApplication } from '../../../src-main/platform/files/ports.ts'
import { forkUnderNode } from '../../../src-main/platform/vault/host-process.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'

const { parts } = sourceFiles()
const sourceFile = (name: string) =>
  fileURLToPath(new URL(`../../../src-main/features/prefill/${name}`, import.meta.url))

/** Reads the values of a form in the process of the test. */
export const valuesIn = async (bytes: Uint8Array): Promise<Record<string, string>> =>
  byPath(await readForm(new Uint8Array(bytes), parts, standardProfile))

export const byPath = ({ values }: ReadApplication): Record<string, string> =>
  Object.fromEntries(values.map(({ path, value }) => [path, value]))

/** Creates the reader of forms as in the app: in a process of its own. */
export const sourceApplications = (most_ms?: number): ApplicationReader =>
  createApplicationReader(
    forkUnderNode<ReadApplication>(sourceFile('application-host.ts'), process.execPath),
    { worker: sourceFile('pdf-application-worker.ts'), parts },
    most_ms,
  )
