import type { KeyObject } from 'node:crypto'
import { Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater'
import {
  parseUpdateInfo,
  resolveFiles,
  type ProviderRuntimeOptions,
} from 'electron-updater/out/providers/Provider.js'
import { z } from 'zod'
import { readSigned } from './signed-channel.ts'

const updateInfoSchema = z.looseObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string().length(88) })).min(1),
  stagingPercentage: z.int().min(0).max(100).optional(),
  releaseNotes: z.string().max(20_000).optional(),
})
export type SignedInfo = UpdateInfo & z.infer<typeof updateInfoSchema>

/** Address of the channel files (which describe the newest version), and the trusted keys: the current signing key and its successor. */
export interface Source {
  url: string
  keys: KeyObject[]
}

/**
 * Reads the channel file for this operating system, verifies its signature, and passes exactly the verified bytes to the updater. The file
 * contains the sha512 of each download, so that the signature also protects the downloads.
 */
export class SignedProvider extends Provider<SignedInfo> {
  readonly #base: URL
  readonly #keys: KeyObject[]

  constructor({ url, keys }: Source, runtime: ProviderRuntimeOptions) {
    super(runtime)
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`)
    this.#keys = keys
  }

  /** Prevents the updater from sending an installation id with each request. */
  override setRequestHeaders(): void {}

  async getLatestVersion(): Promise<SignedInfo> {
    const name = `${this.getDefaultChannelName()}.yml`
    const address = new URL(name, this.#base)
    const text = await this.httpRequest(address)
    const content = readSigned(text ?? '', name, this.#keys)
    return updateInfoSchema.parse(parseUpdateInfo(content, name, address)) as SignedInfo
  }

  resolveFiles(info: SignedInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, this.#base)
  }
}
