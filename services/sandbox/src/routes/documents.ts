import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseInvalid } from '../problems.ts'
import { applicationOf } from './applications.ts'
import type { IncomingFile } from '../document-files.ts'
import { applicationQuerySchema, read } from '../validation.ts'
import type { Service } from '../service.ts'
import type { Document } from '../store.ts'

const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024

interface Upload {
  application_id: string
  type: string
  file: IncomingFile | null
  file_name: string
  too_large: boolean
}

export function documentRoutes(app: FastifyInstance, service: Service): void {
  const { store, files, underwriting, shapes, clock } = service

  app.post('/document', async (request, reply) => {
    if (!request.isMultipart()) return refuse(request, reply, 415, 'The body must be multipart/form-data.')
    const upload: Upload = { application_id: '', type: '', file: null, file_name: '', too_large: false }
    try {
      await readUpload(request, upload)
      const { application_id, type, file, file_name } = upload
      request.application_id = application_id || null
      const missing = (['application_id', 'type'] as const).filter((part) => upload[part] === '')
      const missingParts = file === null && !upload.too_large ? [...missing, 'doc'] : missing
      if (missingParts.length > 0) return refuseInvalid(request, reply, missingParts.map(missingPart))
      if (upload.too_large || file === null)
        return refuse(request, reply, 413, `A document may have at most ${MAX_DOCUMENT_BYTES} bytes.`)
      applicationOf(request, store, application_id)
      if (!file.is_pdf) return refuse(request, reply, 415, 'Only PDF documents are accepted.')
      const { document_id, discard } = await files.keep(file)
      const { size, sha256 } = file
      const document = { document_id, application_id, type, file_name, size, sha256, created_at: clock() }
      if (insertDocument(document)) {
        const record = shapes.documentCreated(document)
        return record === null ? reply.code(204).send() : reply.code(201).send(record)
      }
      await discard()
      return refuse(request, reply, 409, 'This file was already uploaded for this application.')
    } finally {
      if (upload.file !== null) await files.discard(upload.file)
    }
  })

  app.get('/documents', (request, reply) => {
    const { application_id } = read(applicationQuerySchema, request.query, 'query')
    applicationOf(request, store, application_id)
    return reply.send(
      shapes.documents(store.documents.list((document) => document.application_id === application_id)),
    )
  })

  /** Returns false if the application already has this file. */
  function insertDocument(document: Document): boolean {
    return store.transaction(() => {
      const { application_id, sha256 } = document
      const isSame = (other: Document) => other.application_id === application_id && other.sha256 === sha256
      if (store.documents.list(isSame).length > 0) return false
      store.documents.put(document)
      underwriting.documentArrived(document.application_id)
      return true
    })
  }

  async function readUpload(request: FastifyRequest, upload: Upload): Promise<void> {
    for await (const part of request.parts({ limits: { fileSize: MAX_DOCUMENT_BYTES, files: 1 } })) {
      if (part.type === 'file' && part.fieldname === 'doc') {
        upload.file_name = part.filename
        upload.file = await files.receive(part.file)
        if (part.file.truncated) {
          await files.discard(upload.file)
          upload.file = null
          upload.too_large = true
        }
      } else if (part.type === 'file') {
        await once(part.file.resume(), 'end')
      } else if (part.fieldname === 'application_id' || part.fieldname === 'type') {
        upload[part.fieldname] = String(part.value)
      }
    }
  }
}

function missingPart(name: string) {
  return { message: `object missing required field ${name}`, key: 'data', source: 'body' }
}
