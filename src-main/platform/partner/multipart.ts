import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { UploadFile } from './partner-api.ts'

/** A multipart/form-data body that is generated while it is sent, so that a file of any size needs little memory. */
export interface MultipartBody {
  headers: { 'content-type': string; 'content-length': string }
  stream: Readable
  /** True if the whole body was passed to the connection. */
  isSent(): boolean
  /** True if the file could not be read completely, or differs from the file that was attached. */
  isContentBroken(): boolean
}

/**
 * Creates the body of a document upload (spec section 2). `onProgress` receives the number of file bytes passed to the connection. The
 * stream fails before the last byte if the file's size or SHA-256 changed since it was attached. In that case, the partner receives an
 * incomplete body and cannot accept the file.
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
      throw new Error('the file differs from the attached one')
    }
    done = true
    yield tail
  }

  const stream = Readable.from(parts(), { objectMode: false })
  // Close the file. If the request never started, nothing read the stream, and no other code would close the file.
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

/** Escapes quotes and line ends in a file name as browsers do; other characters stay UTF-8. */
function headerText(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
