import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { JWK } from 'jose'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import type { Database } from './database.ts'

/** Uses of a signing key: to sign access tokens or webhook requests. */
export const KEY_PURPOSES = ['access', 'webhook'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

export interface SigningKey {
  kid: string
  purpose: KeyPurpose
  private_jwk: JWK
}

export interface Client {
  client_id: string
  client_secret: string
}

/** Stores the credentials of the API client, the signing keys, and the hashes of valid refresh tokens. */
export function credentialStore(db: Database, environment: Environment) {
  return {
    /** Returns the credentials of the only API client. Creates them at the first start. */
    client(): Client {
      const known = db.get<Client>('SELECT client_id, client_secret FROM client')
      if (known !== undefined) return known
      const client = {
        client_id: `${environment}-${randomBytes(6).toString('hex')}`,
        client_secret: randomBytes(32).toString('base64url'),
      }
      db.run(
        'INSERT INTO client (client_id, client_secret) VALUES (?, ?)',
        ...[client.client_id, client.client_secret],
      )
      return client
    },

    /** Returns true if these are the issued credentials. Takes the same time for every wrong secret, so that the time reveals nothing. */
    accepts(client: Client): boolean {
      const issued = this.client()
      const sameSecret = timingSafeEqual(sha256(issued.client_secret), sha256(client.client_secret))
      return sameSecret && issued.client_id === client.client_id
    },

    /** Returns the keys that were not withdrawn, oldest first. */
    keys(): SigningKey[] {
      return db
        .all<Omit<SigningKey, 'private_jwk'> & { private_jwk: string }>(
          'SELECT kid, purpose, private_jwk FROM signing_keys WHERE retired = 0 ORDER BY rowid',
        )
        .map((row) => ({ ...row, private_jwk: JSON.parse(row.private_jwk) as JWK }))
    },

    addKey({ kid, purpose, private_jwk }: SigningKey): void {
      db.run(
        'INSERT INTO signing_keys (kid, purpose, private_jwk) VALUES (?, ?, ?)',
        ...[kid, purpose, JSON.stringify(private_jwk)],
      )
    },

    /** Returns the number of keys that were ever created for this purpose. */
    keyCount(purpose: KeyPurpose): number {
      return (
        db.get<{ count: number }>('SELECT count(*) AS count FROM signing_keys WHERE purpose = ?', purpose)
          ?.count ?? 0
      )
    },

    retireKey(kid: string): void {
      db.run('UPDATE signing_keys SET retired = 1 WHERE kid = ?', kid)
    },

    /** Issues a refresh token that is valid until `expires_at` (ms). */
    issueRefreshToken(now: number, expires_at: number): string {
      db.run('DELETE FROM refresh_tokens WHERE expires_at <= ?', now)
      const token = randomBytes(32).toString('base64url')
      db.run(
        'INSERT INTO refresh_tokens (token_hash, expires_at) VALUES (?, ?)',
        ...[sha256(token).toString('hex'), expires_at],
      )
      return token
    },

    /** Returns true if a refresh token is valid. Does not invalidate the token. */
    knowsRefreshToken(token: string, now: number): boolean {
      const row = db.get<{ expires_at: number }>(
        'SELECT expires_at FROM refresh_tokens WHERE token_hash = ?',
        sha256(token).toString('hex'),
      )
      return row !== undefined && row.expires_at > now
    },

    /** Redeems a refresh token, which invalidates it. Returns false if it is unknown, already used, or expired. */
    redeemRefreshToken(token: string, now: number): boolean {
      const row = db.get<{ expires_at: number }>(
        'DELETE FROM refresh_tokens WHERE token_hash = ? RETURNING expires_at',
        sha256(token).toString('hex'),
      )
      return row !== undefined && row.expires_at > now
    },
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
