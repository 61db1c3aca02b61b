import { headerOf, cutClaims, hs256, respell, splice, type SignatureAttack } from './attack.ts'
import { encodePart, makeToken, ps256, rs256, rs384, signEvent } from './signing.ts'

/** Invalid tokens: malformed, signed with another algorithm, or changed after signing. */
export const TOKEN_ATTACKS: SignatureAttack[] = [
  // Tokens without a signature
  { name: 'no header', before_keys: true, signature: () => undefined },
  { name: 'an empty header', before_keys: true, signature: () => '' },
  { name: 'not a JWT', before_keys: true, signature: () => 'definitely not a token' },
  { name: 'a token of five parts', before_keys: true, signature: ({ key }) => `${signEvent(key)}.e30.e30` },
  {
    name: 'two tokens in one header',
    before_keys: true,
    signature: ({ key }) => `${signEvent(key)}, ${signEvent(key)}`,
  },
  {
    name: 'a token in JSON instead of the compact form',
    before_keys: true,
    signature: ({ key }) => {
      const [header, payload, signature] = signEvent(key).split('.')
      return JSON.stringify({ protected: header, payload, signature })
    },
  },
  {
    name: 'a genuine token after a word',
    before_keys: true,
    signature: ({ key }) => `Bearer ${signEvent(key)}`,
  },
  { name: 'a padded token', before_keys: true, signature: ({ key }) => `${signEvent(key)}==` },
  {
    name: 'a token with a space inside',
    before_keys: true,
    signature: ({ key }) => signEvent(key).replace('.', '. '),
  },
  {
    name: 'a token followed by a no-break space',
    before_keys: true,
    signature: ({ key }) => `${signEvent(key)}\u00a0x`,
  },
  {
    name: 'a detached payload',
    before_keys: true,
    signature: ({ key, body }) => splice(makeToken(headerOf(key), body.toString(), rs256(key)), 1, ''),
  },
  {
    name: 'a token that is far too long',
    before_keys: true,
    signature: ({ key }) => signEvent(key, { padding: 'x'.repeat(9000) }),
  },
  // Other algorithms
  {
    name: 'alg none',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'none', kid: key.kid, typ: 'JWT' }, {}, () => ''),
  },
  {
    name: 'alg nOnE',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'nOnE', kid: key.kid, typ: 'JWT' }, {}, () => ''),
  },
  {
    name: 'alg none with a genuine signature',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'none', kid: key.kid, typ: 'JWT' }, {}, rs256(key)),
  },
  ...['rs256', 'RS256 ', 'RS256\u0000', '\uff32\uff33\uff12\uff15\uff16', ['RS256'], undefined].map(
    (alg): SignatureAttack => ({
      name: `alg ${JSON.stringify(alg)} with a genuine signature`,
      before_keys: true,
      signature: ({ key }) => makeToken({ alg, kid: key.kid, typ: 'JWT' }, {}, rs256(key)),
    }),
  ),
  {
    name: 'alg named twice, none last',
    before_keys: true,
    signature: ({ key }) => makeToken(`{"alg":"RS256","kid":"${key.kid}","alg":"none"}`, {}, rs256(key)),
  },
  {
    name: 'ES256 with a signature of zeros',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'ES256', kid: key.kid, typ: 'JWT' }, {}, () => Buffer.alloc(64)),
  },
  {
    name: 'HS256 with the published key in JSON as secret',
    before_keys: true,
    signature: ({ key }) =>
      makeToken({ alg: 'HS256', kid: key.kid, typ: 'JWT' }, {}, hs256(JSON.stringify(key.jwk))),
  },
  {
    name: 'HS256 that says RS256',
    signature: ({ key }) => {
      const pem = key.publicKey.export({ type: 'spki', format: 'pem' })
      return makeToken(headerOf(key), {}, hs256(pem))
    },
  },
  {
    name: 'HS256 with the public key in PEM as secret',
    before_keys: true,
    signature: ({ key }) => {
      const pem = key.publicKey.export({ type: 'spki', format: 'pem' })
      return makeToken({ alg: 'HS256', kid: key.kid, typ: 'JWT' }, {}, hs256(pem))
    },
  },
  {
    name: 'HS256 with the modulus as secret',
    before_keys: true,
    signature: ({ key }) =>
      makeToken(
        { alg: 'HS256', kid: key.kid, typ: 'JWT' },
        {},
        hs256(Buffer.from(key.jwk.n ?? '', 'base64url')),
      ),
  },
  {
    name: 'RS384 with the right key',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'RS384', kid: key.kid, typ: 'JWT' }, {}, rs384(key)),
  },
  {
    name: 'PS256 with the right key',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'PS256', kid: key.kid, typ: 'JWT' }, {}, ps256(key)),
  },
  {
    name: 'PS256 that says RS256',
    signature: ({ key }) => makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, {}, ps256(key)),
  },
  // Changed tokens
  {
    name: 'claims changed after signing',
    signature: ({ key, event_id }) =>
      splice(
        signEvent(key, { event_id: 'other' }),
        1,
        Buffer.from(JSON.stringify({ event_id })).toString('base64url'),
      ),
  },
  {
    name: 'another spelling of the same signature bytes',
    before_keys: true,
    // The base64url text of a signature of 256 bytes has four unused bits in its last letter. `respell` changes these bits.
    signature: ({ key }) => respell(signEvent(key), 2),
  },
  {
    name: 'claims signed in another spelling of the same bytes',
    is_signed: true,
    signature: ({ key }) => {
      const respelled = respell(`${encodePart(headerOf(key))}.${encodePart({ n: 1 })}.x`, 1)
      const input = respelled.slice(0, respelled.lastIndexOf('.'))
      return `${input}.${rs256(key)(Buffer.from(input)).toString('base64url')}`
    },
  },
  {
    name: 'a header signed in another spelling of the same bytes',
    before_keys: true,
    signature: ({ key }) => {
      // `respell` changes the unused bits in the last letter of the header in base64url. Whether there are unused bits depends on the
      // length of the header, so append spaces to the header until there are.
      const texts = ['', ' ', '  '].map((space) => `${JSON.stringify(headerOf(key))}${space}`)
      const header = texts.find((text) => text.length % 3 !== 0) ?? ''
      const respelled = respell(`${encodePart(header)}.${encodePart({})}.x`, 0)
      const input = respelled.slice(0, respelled.lastIndexOf('.'))
      return `${input}.${rs256(key)(Buffer.from(input)).toString('base64url')}`
    },
  },
  { name: 'a truncated signature', signature: ({ key }) => signEvent(key).slice(0, -8) },
  { name: 'a token truncated in its claims', signature: ({ key }) => cutClaims(signEvent(key)) },
  {
    name: 'a header changed after signing',
    signature: ({ key }) =>
      splice(
        signEvent(key),
        0,
        Buffer.from(JSON.stringify({ ...headerOf(key), x: 1 })).toString('base64url'),
      ),
  },
  {
    name: 'the signature of another token with the same key',
    signature: ({ key }) => splice(signEvent(key), 2, signEvent(key, { iat: 1 }).split('.')[2] ?? ''),
  },
  {
    name: 'one flipped bit of the signature',
    signature: ({ key }) => {
      const token = makeToken(headerOf(key), {}, (input) => {
        const signed = rs256(key)(input)
        signed.writeUInt8(signed.readUInt8(128) ^ 1, 128)
        return signed
      })
      return token
    },
  },
  { name: 'a missing signature', before_keys: true, signature: ({ key }) => splice(signEvent(key), 2, '') },
  {
    name: 'claims that are not an object',
    signature: ({ key }) => makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, ['claims'], rs256(key)),
  },
]
