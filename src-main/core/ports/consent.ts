/**
 * Questions that the broker answers in a dialog of the system's, which a script in the page can neither press nor draw over. Whoever
 * presses Cancel, or closes it, says no.
 */
export interface Consent {
  /** Whether whoever holds one of these may from now on stand between this computer and the service. */
  trust(certificates: readonly CertificateNamed[]): Promise<boolean>
  /** Whether this environment's applications are to go to another host than before, each as `host:port`. */
  moveService(hosts: { from: string; to: string }): Promise<boolean>
}

/** A certificate as an administrator would compare it. */
export interface CertificateNamed {
  /** Common name or, where it has none, organization. */
  name: string
  /** SHA-256 of the certificate, in pairs of hexadecimal digits. */
  fingerprint: string
}
