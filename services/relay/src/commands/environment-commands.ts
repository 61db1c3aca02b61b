import { z } from 'zod'
import { canonicalAddress, isLoopback } from '../server/addresses.ts'
import {
  answer,
  defineCommand,
  environmentField,
  environmentOption,
  jsonField,
  jsonOption,
  placeFields,
  placeOptions,
  table,
  withStore,
  type Command,
} from './command-line.ts'
import { needEnvironment } from './need-environment.ts'

const UNCHECKED =
  'No sender addresses are configured: any address may post, and only the signature is checked.'

/** Plain http is allowed only on this machine, because anyone on the network could replace the keys. A local file is safe too. */
const jwksUrlField = z
  .string({ error: 'this option is needed' })
  .refine((text) => URL.canParse(text), 'not a URL')
  .refine((text) => {
    const { protocol, hostname } = new URL(text)
    const isFile = protocol === 'file:' && hostname === ''
    return isFile || protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  }, 'use https (plain http is accepted on this machine only), or file:///PATH')

const senderAddressField = z.string().transform((text, context) => {
  const address = canonicalAddress(text)
  if (address === null) context.addIssue(`${text} is no IP address`)
  return address ?? z.NEVER
})

const setEnvironment = defineCommand(
  {
    name: 'environment set',
    help: 'Set how notifications of an environment are checked. Replaces earlier values.',
    options: {
      ...placeOptions,
      name: environmentOption,
      'jwks-url': {
        value: 'URL',
        help: "sender address of the partner's JSON Web Key Set, or file:///PATH of a copy",
      },
      'sender-address': { value: 'IP', help: 'allowed sender address of notifications', multiple: true },
      json: jsonOption,
    },
  },
  z.object({
    ...placeFields,
    name: environmentField,
    'jwks-url': jwksUrlField,
    'sender-address': senderAddressField.array().default([]),
    json: jsonField,
  }),
  async ({ name, json, ...options }) => {
    const environment = { name, jwks_url: options['jwks-url'], sender_addresses: options['sender-address'] }
    await withStore(options, (store) => store.setEnvironment(environment))
    if (environment.sender_addresses.length === 0) process.stderr.write(`${UNCHECKED}\n`)
    answer(json, environment, `The ${name} environment is set.`)
  },
)

const listEnvironments = defineCommand(
  {
    name: 'environment list',
    help: 'List the environments.',
    options: { ...placeOptions, json: jsonOption },
  },
  z.object({ ...placeFields, json: jsonField }),
  async ({ json, ...place }) => {
    const environments = await withStore(place, (store) => store.listEnvironments())
    const rows = environments.map(({ name, jwks_url, sender_addresses }) => [
      name,
      jwks_url,
      sender_addresses.join(' ') || 'any (not checked)',
    ])
    answer(
      json,
      { environments },
      table(['ENVIRONMENT', 'KEYS', 'SENDER ADDRESSES'], rows, 'No environment is set yet.'),
    )
  },
)

/** Defines a command that adds or removes sender addresses and keeps all other settings. */
const changeAddresses = (
  verb: 'add' | 'remove',
  help: string,
  change: (held: string[], given: string[]) => string[],
): Command =>
  defineCommand(
    {
      name: `address ${verb}`,
      help,
      options: {
        ...placeOptions,
        environment: environmentOption,
        'sender-address': { value: 'IP', help: 'sender address of the partner', multiple: true },
        json: jsonOption,
      },
    },
    z.object({
      ...placeFields,
      environment: environmentField,
      'sender-address': z.array(senderAddressField, { error: 'this option is needed' }),
      json: jsonField,
    }),
    async ({ environment, json, 'sender-address': given, ...place }) => {
      const changed = await withStore(place, async (store) => {
        const held = await needEnvironment(store, environment)
        const sender_addresses = change(held.sender_addresses, given)
        await store.setEnvironment({ ...held, sender_addresses })
        return sender_addresses
      })
      if (changed.length === 0) process.stderr.write(`${UNCHECKED}\n`)
      answer(
        json,
        { environment, sender_addresses: changed },
        `Notifications of ${environment} may come from: ${changed.join(' ') || 'any address'}.`,
      )
    },
  )

const addAddresses = changeAddresses(
  'add',
  'Let notifications come from one more address of the service.',
  (held, given) => [...new Set([...held, ...given])],
)
const removeAddresses = changeAddresses(
  'remove',
  'Take away an address that the service has given up.',
  (held, given) => held.filter((address) => !given.includes(address)),
)

export const environmentCommands: Command[] = [
  setEnvironment,
  listEnvironments,
  addAddresses,
  removeAddresses,
]
