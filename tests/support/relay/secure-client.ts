import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Cleanup } from '../cleanup.ts'

interface Asked {
  /** PEM certificate of the certificate authority that the client trusts. */
  ca: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

function send(url: string, { ca, method = 'GET', headers = {}, body }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ca, method, headers, agent: false }, resolve)
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Sends one HTTPS request on a new connection. Trusts only the given certificate authority. */
export async function askSecurely(url: string, asked: Asked): Promise<{ status: number; text: string }> {
  const response = await send(url, asked)
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += String(piece)
  return { status: response.statusCode ?? 0, text }
}

/** Sends an HTTPS request whose response is a stream. `text` returns the data received so far. `ended` resolves when the stream ends. */
export async function openSecureStream(cleanup: Cleanup, url: string, asked: Asked) {
  const response = await send(url, asked)
  cleanup.add(() => response.destroy())
  let text = ''
  response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const ended = new Promise<void>((resolve) => void response.once('close', () => resolve()))
  return { status: response.statusCode, text: () => text, ended }
}

/** Returns the serial number of the server's certificate. */
export async function serialOf(url: string, ca: string): Promise<string> {
  const response = await send(url, { ca })
  const { serialNumber } = (response.socket as TLSSocket).getPeerCertificate()
  response.resume()
  return serialNumber
}
