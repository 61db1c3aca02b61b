import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

// Creates certificates (X.509) with Node alone, because Windows has no openssl command. RFC 5280 defines their parts.

export interface Certificate {
  key: string
  cert: string
}

const DAY_MS = 24 * 3_600_000
/** Tags of DER, the encoding of certificates. */
const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, id: 6, text: 12, time: 23, list: 0x30, set: 0x31 }

/** Encodes a value as tag, length, and content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const id = (hex: string) => der(TAG.id, bytes(hex))
const ECDSA_WITH_SHA256 = der(TAG.list, id('2a8648ce3d040302'))
const COMMON_NAME = id('550403')
const YES = der(TAG.boolean, bytes('ff'))

const nameOf = (text: string) =>
  der(TAG.list, der(TAG.set, der(TAG.list, COMMON_NAME, der(TAG.text, Buffer.from(text)))))
const time = (ms: number) =>
  der(
    TAG.time,
    Buffer.from(
      new Date(ms)
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )
const extension = (kind: Buffer, critical: boolean, value: Buffer) =>
  der(TAG.list, kind, ...(critical ? [YES] : []), der(TAG.octets, value))

/** Extensions that make a certificate an authority: it may sign certificates, and nothing else. */
const AUTHORITY = [
  extension(id('551d13'), true, der(TAG.list, YES)),
  extension(id('551d0f'), true, der(TAG.bits, bytes('0204'))),
]

/** Extension with the names and IPv4 addresses of a server. */
function serverNames(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    /^[\d.]+$/.test(name)
      ? der(0x87, Uint8Array.from(name.split('.').map(Number)))
      : der(0x82, Buffer.from(name)),
  )
  return extension(id('551d11'), false, der(TAG.list, ...entries))
}

interface Issuer {
  name: string
  privateKey: KeyObject
}

/** Creates a certificate with a new key. Without an issuer, the certificate signs itself. */
function issue(name: string, extensions: Buffer[], issuer?: Issuer): Certificate & Issuer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const from = issuer ?? { name, privateKey }
  const now = Date.now()
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const keyId = der(TAG.octets, createHash('sha1').update(spki).digest())
  const content = der(
    TAG.list,
    der(0xa0, der(TAG.integer, bytes('02'))),
    der(TAG.integer, bytes('01'), randomBytes(15)),
    ECDSA_WITH_SHA256,
    nameOf(from.name),
    der(TAG.list, time(now - DAY_MS), time(now + 2 * DAY_MS)),
    nameOf(name),
    spki,
    der(0xa3, der(TAG.list, extension(id('551d0e'), false, keyId), ...extensions)),
  )
  const signature = der(TAG.bits, bytes('00'), sign('sha256', content, from.privateKey))
  const lines =
    der(TAG.list, content, ECDSA_WITH_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    name,
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/**
 * A private certificate authority with a server certificate, like the authority of an office that inspects its TLS traffic. Each test file
 * creates its own.
 */
export interface Authority {
  /** The authority's own certificate (PEM). */
  ca: string
  /** A server certificate, signed by the authority, for partner.example, relay.example, and this computer. */
  server: Certificate
}

const NAMES = ['partner.example', 'relay.example', 'localhost', '127.0.0.1', '0.0.0.0']

export function makeAuthority(): Authority {
  const authority = issue('authority', AUTHORITY)
  const { key, cert } = issue('server', [serverNames(NAMES)], authority)
  return { ca: authority.cert, server: { key, cert } }
}
