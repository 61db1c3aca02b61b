import { basename } from 'node:path'
import { bodyHead, bodyId, bodySize, ENVELOPE_BYTES, isEnvelope, openEnvelope } from './document-envelope.ts'
import { documentPlace, documentsKey } from './envelope-files.ts'

/**
 * Inspects stored document files while they are copied, to determine which documents are present. This class checks only the envelopes
 * (files with a document's key) and the first bytes of the bodies (files with the content). It detects swapped and truncated files, but not
 * a changed byte inside a body.
 */
export class StoredCopies {
  readonly #key: Buffer
  readonly #envelopes = new Map<string, Buffer>()
  readonly #bodies = new Map<string, { head: Buffer; size: number }>()

  constructor(vaultKey: Buffer) {
    this.#key = documentsKey(vaultKey)
  }

  /** Records a file's first bytes and size. Yields the content unchanged. */
  async *look(name: string, size: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer = Buffer.alloc(0)
    for await (const bytes of content) {
      if (head.length < ENVELOPE_BYTES) head = Buffer.concat([head, bytes.subarray(0, ENVELOPE_BYTES)])
      yield bytes
    }
    if (isEnvelope(head)) this.#envelopes.set(name, head.subarray(0, ENVELOPE_BYTES))
    else this.#bodies.set(name, { head, size })
  }

  has(sha256: string): boolean {
    const name = basename(documentPlace(this.#key, sha256))
    const bytes = this.#envelopes.get(name)
    if (bytes === undefined) return false
    try {
      const { key, size } = openEnvelope(this.#key, sha256, bytes)
      const body = this.#bodies.get(bodyId(key))
      const expected = bodyHead(key)
      return body?.size === bodySize(size) && body.head.subarray(0, expected.length).equals(expected)
    } catch {
      // A damaged envelope opens nothing, so the document counts as missing.
      return false
    }
  }
}
