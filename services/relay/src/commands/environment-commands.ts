import { z } from 'zod'
import { environmentOf, jwksUrl, senderAddress } from '../offices/office-api.ts'
import type { EnvironmentConfig, Inlet } from '../store/relay-store.ts'
import { UsageError } from '../errors.ts'
import {
  printResult,
  defineCommand,
  environmentOption,
  jsonOption,
  officeOptions,
  printError,
  routeCommand,
  switchOption,
  table,
  textOption,
  withOffice,
} from './define-command.ts'

const UNCHECKED =
  'No sender addresses are configured: any address may post, and only the signature is checked.'

export const partnerOptions = {
  'jwks-url': {
    value: 'URL',
    help: "address of the partner's JSON Web Key Set, or file:///PATH of a copy",
    schema: jwksUrl,
  },
  'sender-address': {
    value: 'IP',
    help: 'allowed sender address of notifications',
    schema: senderAddress.array().default([]),
    multiple: true as const,
  },
}

const setEnvironment = routeCommand({
  name: 'environment set',
  help: 'Set how notifications of an environment are checked. Replaces earlier values.',
  route: 'PUT /v1/offices/{office}/environments/{environment}',
  options: {
    ...officeOptions,
    name: environmentOption,
    ...partnerOptions,
  },
  parts: ({ name, ...options }) => ({
    params: { environment: name },
    body: { jwks_url: options['jwks-url'], sender_addresses: options['sender-address'] },
  }),
  show: ({ name, sender_addresses }: EnvironmentConfig) => {
    if (sender_addresses.length === 0) printError(`${UNCHECKED}\n`)
    return `The ${name} environment is set up.`
  },
})

const listEnvironments = routeCommand({
  name: 'environment list',
  help: 'List the environments.',
  route: 'GET /v1/offices/{office}/environments',
  options: officeOptions,
  show: ({ environments }: { environments: EnvironmentConfig[] }) =>
    table(
      ['ENVIRONMENT', 'KEYS', 'SENDER ADDRESSES'],
      environments.map(({ name, jwks_url, sender_addresses }) => [
        name,
        jwks_url,
        sender_addresses.join(' ') || 'any (not checked)',
      ]),
      'No environment is set up yet.',
    ),
})

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
        const held = await environmentOf(store, environment)
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

interface AddedInlet {
  inlet: Inlet
  path: string
  revoked: string[]
}

const addInlet = routeCommand({
  name: 'inlet add',
  help: 'Create an address to which the partner posts. Register it there once. Anyone who knows it can post to it.',
  route: 'POST /v1/offices/{office}/inlets',
  options: {
    ...officeOptions,
    environment: environmentOption,
    'revoke-old': switchOption('close the old inlets now, before the new one is registered at the partner'),
  },
  show: ({ path, revoked }: AddedInlet) =>
    [
      "New inlet. Its path below the relay's public address:",
      path,
      ...(revoked.length > 0 ? [`${revoked.length} old inlets are closed.`] : []),
    ].join('\n'),
  value: ({ inlet, ...added }) => ({ ...added, inlet: inlet.inlet }),
})

const listInlets = routeCommand({
  name: 'inlet list',
  help: 'List the inlets.',
  route: 'GET /v1/offices/{office}/inlets',
  options: officeOptions,
  show: ({ inlets }: { inlets: Inlet[] }) =>
    table(
      ['INLET', 'ENVIRONMENT', 'MADE', 'STATE'],
      inlets.map(({ inlet, environment, created_at, revoked_at }) => [
        inlet,
        environment,
        created_at,
        revoked_at === null ? 'in use' : `revoked ${revoked_at}`,
      ]),
      'No inlet exists yet.',
    ),
})

const revokeInlet = routeCommand({
  name: 'inlet revoke',
  help: 'Close an inlet permanently. Also remove its registration at the partner.',
  route: 'DELETE /v1/offices/{office}/inlets/{inlet}',
  options: { ...officeOptions, inlet: textOption('INLET', 'path segment from inlet list') },
  show: () => 'The inlet is closed.',
})

export const inletCommands = [addInlet, listInlets, revokeInlet]
