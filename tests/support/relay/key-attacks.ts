import { genuine, headerOf, splice, type SignatureAttack } from './attack.ts'
import { makeToken, rs256, signEvent } from './signing.ts'

/** Tokens that are signed with a wrong key, or that contain a key or header that is not allowed. */
export const KEY_ATTACKS: SignatureAttack[] = [
  // Attacks with keys
  {
    name: 'signed by a stranger under the published kid',
    signature: ({ key, stranger }) =>
      makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, {}, rs256(stranger)),
  },
  {
    name: "a stranger's key in jwk",
    before_keys: true,
    signature: ({ stranger }) =>
      makeToken({ alg: 'RS256', kid: stranger.kid, typ: 'JWT', jwk: stranger.jwk }, {}, rs256(stranger)),
  },
  {
    name: 'jwk next to a genuine signature',
    before_keys: true,
    signature: ({ key }) => genuine(key, { jwk: key.jwk }),
  },
  {
    name: 'jku',
    before_keys: true,
    signature: ({ key }) => genuine(key, { jku: 'https://attacker.example/keys' }),
  },
  {
    name: 'x5u',
    before_keys: true,
    signature: ({ key }) => genuine(key, { x5u: 'https://attacker.example/chain' }),
  },
  { name: 'x5c', before_keys: true, signature: ({ key }) => genuine(key, { x5c: ['MIIB'] }) },
  {
    name: "the partner's access token, by another key of the same set",
    before_keys: true,
    signature: ({ access_key, now }) =>
      signEvent(access_key, { iss: 'iso-auth', sub: 'another-client', iat: now, exp: now + 3600 }),
  },
  {
    name: 'a genuine signature under the kid of access tokens',
    before_keys: true,
    signature: ({ key, access_key }) => genuine(key, { kid: access_key.kid }),
  },
  {
    name: 'x5u with a URL of the partner',
    before_keys: true,
    signature: ({ key }) => genuine(key, { x5u: 'http://127.0.0.1/jwks.json', jku: null }),
  },
  { name: 'an unknown kid', signature: ({ stranger }) => signEvent(stranger) },
  { name: 'no kid', before_keys: true, signature: ({ key }) => genuine(key, { kid: undefined }) },
  { name: 'an empty kid', before_keys: true, signature: ({ key }) => genuine(key, { kid: '' }) },
  {
    name: 'no kid, although only one published key would match',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'RS256', typ: 'JWT' }, {}, rs256(key)),
  },
  {
    name: 'an uppercase kid',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: key.kid.toUpperCase() }),
  },
  {
    name: 'a kid with a trailing space',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: `${key.kid} ` }),
  },
  {
    name: 'a kid truncated by a NUL',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: `${key.kid}\u0000x` }),
  },
  {
    name: 'a kid with a look-alike letter',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: key.kid.replace('o', '\u043e') }),
  },
  {
    name: 'a kid with the right name and a path to the parent folder',
    signature: ({ key }) => genuine(key, { kid: `${key.kid}..` }),
  },
  { name: 'a kid that is a number', before_keys: true, signature: ({ key }) => genuine(key, { kid: 1 }) },
  {
    name: 'a kid that is a list',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: [key.kid] }),
  },
  {
    name: 'a kid that is a path',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: '../../../../dev/null' }),
  },
  {
    name: 'a kid that is SQL',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: "x' UNION SELECT 1 --" }),
  },
  {
    name: 'a kid with the name of a prototype property',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: '__proto__' }),
  },
  {
    name: 'a kid that is far too long',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: 'k'.repeat(201) }),
  },
  // Attacks with other headers
  {
    name: 'an unknown critical header',
    before_keys: true,
    signature: ({ key }) => genuine(key, { crit: ['exp'], exp: 1 }),
  },
  {
    name: 'an unencoded payload',
    before_keys: true,
    signature: ({ key }) => genuine(key, { crit: ['b64'], b64: false }),
  },
  ...[{ crit: [] }, { crit: ['kid'] }, { crit: 'b64' }, { b64: false }, { zip: 'DEF' }, { cty: 'JWT' }].map(
    (header): SignatureAttack => ({
      name: `${JSON.stringify(header)} in the header`,
      before_keys: true,
      signature: ({ key }) => genuine(key, header),
    }),
  ),
  {
    name: 'a payload that was signed unencoded',
    before_keys: true,
    signature: ({ key, body }) => {
      const header = { alg: 'RS256', kid: key.kid, typ: 'JWT', b64: false, crit: ['b64'] }
      const [head = ''] = makeToken(header, {}, () => '').split('.')
      const signed = rs256(key)(Buffer.from(`${head}.${body.toString()}`))
      return `${head}..${signed.toString('base64url')}`
    },
  },
  {
    name: 'a header that is far too long',
    before_keys: true,
    signature: ({ key }) => genuine(key, { padding: 'x'.repeat(9000) }),
  },
  {
    name: 'a header that is a list',
    before_keys: true,
    signature: ({ key }) => makeToken([headerOf(key)], {}, rs256(key)),
  },
  {
    name: 'a header in broken UTF-8',
    before_keys: true,
    signature: ({ key }) =>
      splice(
        signEvent(key),
        0,
        Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url'),
      ),
  },
  {
    name: 'a token of another type',
    before_keys: true,
    signature: ({ key }) => genuine(key, { typ: 'at+jwt' }),
  },
]
