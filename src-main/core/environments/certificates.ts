import { X509Certificate } from 'node:crypto'
import type { CertificateNamed } from '../ports/consent.ts'

/** The certificates in a text, as PEM; null where one of them cannot be read. One like that would break every connection later. */
export function readCertificates(pem: string): CertificateNamed[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.map((block) => {
      const { subject, fingerprint256 } = new X509Certificate(block)
      const name = /^CN=(.*)$/m.exec(subject) ?? /^O=(.*)$/m.exec(subject)
      return { name: name?.[1] ?? subject, fingerprint: fingerprint256 }
    })
  } catch {
    return null
  }
}
