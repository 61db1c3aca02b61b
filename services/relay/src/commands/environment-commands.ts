import { z } from 'zod'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import { createInletSegment } from '../secrets.ts'
import { jwksUrl, senderAddress } from '../offices/partner-address.ts'
import type { EnvironmentConfig, OfficeStore } from '../store/relay-store.ts'
import { UsageError } from '../errors.ts'
import {
  printResult,
  defineCommand,
  environmentOption,
  jsonOption,
  officeOptions,
  printError,
  table,
  textOption,
  withOffice,
} from './define-command.ts'

const UNCHECKED =
  'No sender addresses are configured: any address may post, and only the signature is checked.'

const setEnvironment = defineCommand(
  {
    name: 'environment set',
    help: 'Set how notifications of an environment are checked. Replaces earlier values.',
    options: {
      ...officeOptions,
      name: environmentOption,
      'jwks-url': {
        value: 'URL',
        help: "address of the partner's JSON Web Key Set, or file:///PATH of a copy",
        schema: jwksUrl,
      },
      'sender-address': {
        value: 'IP',
        help: 'allowed sender address of notifications',
        schema: senderAddress.array().default([]),
        multiple: true,
      },
      json: jsonOption,
    },
  },
  async ({ name, json, ...options }) => {
    const environment = { name, jwks_url: options['jwks-url'], sender_addresses: options['sender-address'] }
    await withOffice(options, (store) => store.setEnvironment(environment))
    if (environment.sender_addresses.length === 0) printError(`${UNCHECKED}\n`)
    printResult(json, environment, `The ${name} environment is set up.`)
  },
)

const listEnvironments = defineCommand(
  {
    name: 'environment list',
    help: 'List the environments.',
    options: { ...officeOptions, json: jsonOption },
  },
  async ({ json, ...location }) => {
    const environments = await withOffice(location, (store) => store.listEnvironments())
    const rows = environments.map(({ name, jwks_url, sender_addresses }) => [
      name,
      jwks_url,
      sender_addresses.join(' ') || 'any (not checked)',
    ])
    printResult(
      json,
      { environments },
      table(['ENVIRONMENT', 'KEYS', 'SENDER ADDRESSES'], rows, 'No environment is set up yet.'),
    )
  },
)

/** Defines a command that adds or removes sender addresses and keeps all other settings. */
const changeAddresses = (
  verb: 'add' | 'remove',
  help: string,
  change: (held: string[], given: string[]) => string[],
) =>
  defineCommand(
    {
      name: `address ${verb}`,
      help,
      options: {
        ...officeOptions,
        environment: environmentOption,
        'sender-address': {
          value: 'IP',
          help: 'sender address of the partner',
          schema: z.array(senderAddress, { error: 'this option is required' }),
          multiple: true,
        },
        json: jsonOption,
      },
    },
    async ({ environment, json, 'sender-address': given, ...location }) => {
      const changed = await withOffice(location, async (store) => {
        const held = await requireEnvironment(store, environment)
        if (held.partner !== null)
          throw new UsageError(
            `The addresses belong to the partner profile "${held.partner}", which offices share. Change it with: relay partner set`,
          )
        const sender_addresses = change(held.sender_addresses, given)
        await store.setEnvironment({ ...held, sender_addresses })
        return sender_addresses
      })
      if (changed.length === 0) printError(`${UNCHECKED}\n`)
      printResult(
        json,
        { environment, sender_addresses: changed },
        `Notifications of ${environment} may come from: ${changed.join(' ') || 'any address'}.`,
      )
    },
  )

const addAddresses = changeAddresses('add', 'Allow another sender address of the partner.', (held, given) => [
  ...new Set([...held, ...given]),
])
const removeAddresses = changeAddresses(
  'remove',
  'Remove a sender address that the partner no longer uses.',
  (held, given) => held.filter((address) => !given.includes(address)),
)

export const environmentCommands = [setEnvironment, listEnvironments, addAddresses, removeAddresses]

/**
 * Returns the configuration of an environment.
 * @throws UsageError if the environment is not set up
 */
export async function requireEnvironment(
  store: OfficeStore,
  environment: Environment,
): Promise<EnvironmentConfig> {
  const config = await store.getEnvironment(environment)
  if (config === null)
    throw new UsageError(
      `The ${environment} environment is not set up yet. First: relay environment set --name ${environment} --jwks-url URL`,
    )
  return config
}

const addInlet = defineCommand(
  {
    name: 'inlet add',
    help: 'Create an address to which the partner posts. Register it there once. Anyone who knows it can post to it.',
    options: { ...officeOptions, environment: environmentOption, json: jsonOption },
  },
  async ({ environment, json, ...location }) => {
    const inlet = createInletSegment()
    await withOffice(location, async (store) => {
      await requireEnvironment(store, environment)
      await store.addInlet({ inlet, environment, created_at: new Date().toISOString() })
    })
    const path = `/hooks/${environment}/${inlet}`
    printResult(json, { inlet, path }, `New inlet. Its path below the relay's public address:\n${path}`)
  },
)

const listInlets = defineCommand(
  { name: 'inlet list', help: 'List the inlets.', options: { ...officeOptions, json: jsonOption } },
  async ({ json, ...location }) => {
    const inlets = await withOffice(location, (store) => store.listInlets())
    const rows = inlets.map(({ inlet, environment, created_at, revoked_at }) => [
      inlet,
      environment,
      created_at,
      revoked_at === null ? 'in use' : `revoked ${revoked_at}`,
    ])
    printResult(
      json,
      { inlets },
      table(['INLET', 'ENVIRONMENT', 'MADE', 'STATE'], rows, 'No inlet exists yet.'),
    )
  },
)

const revokeInlet = defineCommand(
  {
    name: 'inlet revoke',
    help: 'Close an inlet permanently. Also remove its registration at the partner.',
    options: {
      ...officeOptions,
      inlet: textOption('INLET', 'path segment from inlet list'),
      json: jsonOption,
    },
  },
  async ({ inlet, json, ...location }) => {
    const revoked = await withOffice(location, (store) => store.revokeInlet(inlet, new Date().toISOString()))
    if (!revoked) throw new UsageError('No inlet in use has this path segment. See "relay inlet list".')
    printResult(json, { inlet, revoked }, 'The inlet is closed.')
  },
)

export const inletCommands = [addInlet, listInlets, revokeInlet]
