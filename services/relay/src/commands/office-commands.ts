import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { printable } from '../../../../src-shared/text.ts'
import { UsageError } from '../errors.ts'
import { createOffice, deleteOffice, exportOffice, rotateInlet } from '../offices/office-service.ts'
import { jwksUrl, senderAddress } from '../offices/partner-address.ts'
import { MAX_KEEP_DAYS, wholeNumber } from '../settings.ts'
import { NO_QUOTAS, type Office, type Quotas, quotasIn } from '../store/relay-store.ts'
import {
  COMMAND_LINE,
  printResult,
  defineCommand,
  environmentOption,
  jsonOption,
  officeOptions,
  storeOptions,
  switchOption,
  table,
  textOption,
  withOffice,
  withStore,
} from './define-command.ts'
import { printInvitation } from './device-commands.ts'
import { requireEnvironment } from './environment-commands.ts'

/** Options for the quotas of an office. The value 0 removes a limit. */
const quotaOptions = {
  'events-per-minute': quota('maximum number of notifications per minute'),
  'max-devices': quota('maximum number of paired devices'),
  'max-streams': quota('maximum number of open streams and waiting polls per relay process'),
  'max-megabytes': quota('maximum size of the stored events'),
  'keep-days': quota('days to keep events', MAX_KEEP_DAYS),
}

function quota(help: string, most = 1e9) {
  return { value: 'N', help: `${help}; 0 means no limit`, schema: wholeNumber(0, most).optional() }
}

const MEGABYTE = 1024 * 1024

/** Returns the quotas that the options change. */
function quotasOf(options: { [Name in keyof typeof quotaOptions]: number | undefined }): Partial<Quotas> {
  const megabytes = options['max-megabytes']
  const given = {
    max_events_per_minute: options['events-per-minute'],
    max_devices: options['max-devices'],
    max_streams: options['max-streams'],
    max_bytes: megabytes === undefined ? undefined : megabytes * MEGABYTE,
    keep_days: options['keep-days'],
  }
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === 0 ? null : value]),
  )
}

/** Returns what the commands print about an office. `office_id` is internal. */
function shown({ public_id, name, state, created_at, ...office }: Office) {
  return { office: public_id, name, state, created_at, ...quotasIn(office) }
}

const create = defineCommand(
  {
    name: 'office create',
    help: 'Create an office. Then set its environments and invite its first computer.',
    options: {
      ...storeOptions,
      name: textOption('TEXT', 'name of the office'),
      ...quotaOptions,
      json: jsonOption,
    },
  },
  async ({ name, json, data, config, ...quotas }) => {
    const office = await withStore({ data, config }, (store) =>
      createOffice(store, name, { ...NO_QUOTAS, ...quotasOf(quotas) }, COMMAND_LINE),
    )
    printResult(json, shown(office), `The office "${printable(name)}" is created: ${office.public_id}`)
  },
)

const list = defineCommand(
  { name: 'office list', help: 'List the offices.', options: { ...storeOptions, json: jsonOption } },
  async ({ json, ...location }) => {
    const offices = (await withStore(location, (store) => store.listOffices())).map(shown)
    const rows = offices.map(({ office, name, state, created_at }) => [office, name, state, created_at])
    printResult(json, { offices }, table(['OFFICE', 'NAME', 'STATE', 'MADE'], rows, 'There is no office.'))
  },
)

/** Defines a command that changes one office and prints it. */
const change = (
  verb: string,
  help: string,
  words: string,
  act: (office: Parameters<Parameters<typeof withOffice>[1]>[0]) => Promise<void>,
) =>
  defineCommand(
    { name: `office ${verb}`, help, options: { ...officeOptions, json: jsonOption } },
    async ({ json, ...location }) => {
      const office = await withOffice(location, async (own, found) => {
        await act(own)
        return (await own.get()) ?? found
      })
      printResult(json, shown(office), words)
    },
  )

const suspend = change(
  'suspend',
  'Refuse the notifications and devices of an office, and keep its data.',
  'The office is suspended.',
  (office) => office.setState('suspended'),
)
const resume = change('resume', 'Serve a suspended office again.', 'The office is active.', (office) =>
  office.setState('active'),
)

const limits = defineCommand(
  {
    name: 'office limits',
    help: 'Change the limits of an office. Limits that are not given stay as they are.',
    options: { ...officeOptions, ...quotaOptions, json: jsonOption },
  },
  async ({ json, data, config, office, ...quotas }) => {
    const changed = await withOffice({ data, config, office }, async (own, found) => {
      await own.setQuotas({ ...quotasIn(found), ...quotasOf(quotas) })
      return (await own.get()) ?? found
    })
    printResult(json, shown(changed), 'The limits of the office are set.')
  },
)

const remove = defineCommand(
  {
    name: 'office delete',
    help: 'Delete an office with all its data, and prove that nothing remains. This cannot be undone.',
    options: {
      ...storeOptions,
      office: textOption('OFFICE', 'id from office list'),
      yes: switchOption('really delete it'),
      json: jsonOption,
    },
  },
  async ({ yes, json, ...location }) => {
    if (!yes) throw new UsageError('This deletes the office and all its data. Add --yes to do it.')
    const proof = await withOffice(location, (own) => deleteOffice(own))
    const words = Object.entries(proof.deleted).map(
      ([name, rows]) => `${name.padEnd(18)}${rows} deleted, ${proof.remaining[name] ?? 0} remain`,
    )
    printResult(json, proof, words.join('\n'))
  },
)

const invite = defineCommand(
  {
    name: 'office invite',
    help: 'Create a pairing code and a link for a computer of an office. They work once, for ten minutes.',
    options: {
      ...officeOptions,
      name: textOption('TEXT', 'name of the computer: "Front desk"'),
      environment: environmentOption,
      json: jsonOption,
    },
  },
  printInvitation,
)

const AUDIT_PAGE = 1000

const audit = defineCommand(
  {
    name: 'office audit',
    help: 'Show the audit log of an office, oldest entry first.',
    options: {
      ...officeOptions,
      after: { value: 'N', help: 'start after this entry (0)', schema: wholeNumber(0).default(0) },
      json: jsonOption,
    },
  },
  async ({ after, json, ...location }) => {
    const entries = await withOffice(location, (own) => own.readAudit(after, AUDIT_PAGE))
    const rows = entries.map(({ entry, at, actor, action, details }) => [
      String(entry),
      at,
      actor,
      action,
      JSON.stringify(details),
    ])
    printResult(json, { entries }, table(['ENTRY', 'AT', 'WHO', 'ACTION', 'DETAILS'], rows, 'No entries.'))
  },
)

const exportData = defineCommand(
  {
    name: 'office export',
    help: 'Write everything that the relay stores for an office into a file, one JSON record per line.',
    options: { ...officeOptions, to: textOption('FILE', 'a new file', 4096), json: jsonOption },
  },
  async ({ to, json, ...location }) => {
    let records = 0
    await withOffice(location, async (own) => {
      const file = createWriteStream(to, { flags: 'wx', mode: 0o600 })
      await once(file, 'open')
      await pipeline(async function* () {
        for await (const record of exportOffice(own)) {
          records += 1
          yield `${JSON.stringify(record)}\n`
        }
      }, file)
    })
    printResult(json, { file: to, records }, `${records} records are in ${printable(to)}.`)
  },
)

const rotate = defineCommand(
  {
    name: 'inlet rotate',
    help: 'Add a new inlet to an environment. With --revoke-old, close all its other inlets.',
    options: {
      ...officeOptions,
      environment: environmentOption,
      'revoke-old': switchOption('close the old inlets now, before the new one is registered at the partner'),
      json: jsonOption,
    },
  },
  async ({ environment, json, 'revoke-old': revokeOld, ...location }) => {
    const { inlet, revoked } = await withOffice(location, async (own) => {
      await requireEnvironment(own, environment)
      return rotateInlet(own, environment, revokeOld)
    })
    const path = `/hooks/${environment}/${inlet.inlet}`
    const words = `New inlet. Its path below the relay's public address:\n${path}\n${revoked.length} old inlets are closed.`
    printResult(json, { inlet: inlet.inlet, path, revoked }, words)
  },
)

const setPartner = defineCommand(
  {
    name: 'partner set',
    help: 'Create or replace a partner profile that offices share. Their keys are read once for all of them.',
    options: {
      ...storeOptions,
      name: textOption('NAME', 'name of the profile'),
      'base-url': {
        value: 'URL',
        help: "address of the partner's API, for information",
        schema: z.url().optional(),
      },
      'jwks-url': { value: 'URL', help: "address of the partner's JSON Web Key Set", schema: jwksUrl },
      'sender-address': {
        value: 'IP',
        help: 'allowed sender address of notifications',
        schema: senderAddress.array().default([]),
        multiple: true as const,
      },
      json: jsonOption,
    },
  },
  async ({ name, json, data, config, ...options }) => {
    const profile = {
      name,
      base_url: options['base-url'] ?? null,
      jwks_url: options['jwks-url'],
      sender_addresses: options['sender-address'],
    }
    await withStore({ data, config }, (store) => store.setPartner(profile, COMMAND_LINE))
    printResult(json, profile, `The partner profile "${printable(name)}" is set.`)
  },
)

const listPartners = defineCommand(
  {
    name: 'partner list',
    help: 'List the partner profiles that offices share.',
    options: { ...storeOptions, json: jsonOption },
  },
  async ({ json, ...location }) => {
    const partners = await withStore(location, (store) => store.listPartners())
    const rows = partners.map(({ name, base_url, jwks_url, sender_addresses }) => [
      name,
      base_url ?? '-',
      jwks_url,
      sender_addresses.join(' ') || 'any (not checked)',
    ])
    const header = ['PARTNER', 'API', 'KEYS', 'SENDER ADDRESSES']
    printResult(json, { partners }, table(header, rows, 'No partner profile is set up.'))
  },
)

const usePartner = defineCommand(
  {
    name: 'partner use',
    help: 'Let an environment of an office use a partner profile.',
    options: {
      ...officeOptions,
      environment: environmentOption,
      partner: textOption('NAME', 'name from partner list'),
      json: jsonOption,
    },
  },
  async ({ environment, partner, json, ...location }) => {
    const found = await withOffice(location, (own) => own.usePartner(environment, partner))
    if (!found) throw new UsageError('No partner profile has this name. See "relay partner list".')
    printResult(json, { environment, partner }, `The ${environment} environment uses this partner profile.`)
  },
)

export const officeCommands = [create, list, suspend, resume, limits, invite, audit, exportData, remove]
export const inletRotation = rotate
export const partnerCommands = [setPartner, listPartners, usePartner]
