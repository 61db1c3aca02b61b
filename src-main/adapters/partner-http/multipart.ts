import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { UploadFile } from '../../core/ports/partner-api.ts'

/** A body of multipart/form-data that is made while it is sent, so that a file of any size needs little memory. */
export interface MultipartBody {
  headers: { 'content-type': string; 'content-length': string }
  stream: Readable
  /** Whether all of it was handed over. */
  isSent(): boolean
  /** Whether the file itself could not be read to its end, or is not the one that was attached. */
  isContentBroken(): boolean
}

/**
 * The parts of a document upload (spec section 2). `onProgress` gets the file's bytes handed over so far. The stream fails
 * when the file does not have the size or the SHA-256 that it had when it was attached, before the last byte leaves: then the
 * service has not received it.
 */
export function multipartBody(
  fields: Record<string, string>,
  file: Pick<UploadFile, 'name' | 'size' | 'sha256'>,
  content: Readable,
  onProgress: (sent: number) => void,
): MultipartBody {
  const boundary = `funding-desk-${randomUUID()}`
  const head = Buffer.from(
    Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\ncontent-disposition: form-data; name="doc"; filename="${headerText(file.name)}"\r\n` +
      'content-type: application/pdf\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  let done = false
  let broken = false
  content.once('error', () => {
    broken = true
  })

  async function* parts() {
    yield head
    let sent = 0
    const hash = createHash('sha256')
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sent += chunk.length
      if (sent > file.size) break
      hash.update(chunk)
      yield chunk
      onProgress(sent)
    }
    if (sent !== file.size || hash.digest('hex') !== file.sha256) {
      broken = true
      throw new Error('the file is not the one that was attached')
    }
    done = true
    yield tail
  }

  const stream = Readable.from(parts(), { objectMode: false })
  // A request that never began never asks for the first part, so nothing else would close the file.
  stream.once('close', () => content.destroy())

  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    stream,
    isSent: () => done,
    isContentBroken: () => broken,
  }
}

/** A file name as browsers write it into the header: quotes and line ends escaped, other characters as UTF-8. */
function headerText(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
