import { X509Certificate } from 'node:crypto'
import type { CertificateNamed } from '../../platform/base/system.ts'

const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

interface ReadCertificate extends CertificateNamed {
  pem: string
}

/**
 * Parses the certificates in a string. Returns null if it contains other PEM blocks. Only the `pem` of the parsed certificates is stored
 * and trusted, because TLS accepts more kinds of blocks as certificates.
 */
export function readCertificates(text: string): ReadCertificate[] | null {
  const blocks = blocksOf(text)
  if (blocks.length !== text.match(/-----BEGIN/g)?.length) return blocks.length === 0 ? [] : null
  try {
    return blocks.map((block) => {
      const certificate = new X509Certificate(block)
      const { subject, fingerprint256 } = certificate
      const name = /^CN=(.*)$/m.exec(subject) ?? /^O=(.*)$/m.exec(subject)
      return { name: name?.[1] ?? subject, fingerprint: fingerprint256, pem: certificate.toString() }
    })
  } catch {
    return null
  }
}

/** Splits a string into certificate blocks. Their content has no dashes. */
function blocksOf(text: string): string[] {
  return text
    .split(BEGIN)
    .slice(1)
    .flatMap((rest) => {
      const end = rest.indexOf('-')
      return end > 0 && rest.startsWith(END, end) ? [BEGIN + rest.slice(0, end) + END] : []
    })
}
