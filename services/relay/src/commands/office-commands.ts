import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { printable } from '../../../../src-shared/platform/base/text.ts'
import { UsageError } from '../errors.ts'
import { type DeletedOffice, exportOffice } from '../offices/office-service.ts'
import { MAX_KEEP_DAYS, wholeNumber } from '../settings.ts'
import type { AuditEntry, PartnerProfile, Quotas } from '../store/relay-store.ts'
import {
  printResult,
  defineCommand,
  environmentOption,
  jsonOption,
  officeOptions,
  routeCommand,
  storeOptions,
  switchOption,
  table,
  textOption,
  withOffice,
} from './define-command.ts'
import { partnerOptions } from './environment-commands.ts'

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

interface ShownOffice {
  id: string
  name: string
  state: string
  created_at: string
}

const create = routeCommand({
  name: 'office create',
  help: 'Create an office. Then set its environments and invite its first computer.',
  route: 'POST /v1/offices',
  options: { ...storeOptions, name: textOption('TEXT', 'name of the office'), ...quotaOptions },
  parts: ({ name, ...quotas }) => ({ body: { name, ...quotasOf(quotas) } }),
  show: ({ id, name }: ShownOffice) => `The office "${printable(name)}" is created: ${id}`,
})

const list = routeCommand({
  name: 'office list',
  help: 'List the offices.',
  route: 'GET /v1/offices',
  options: storeOptions,
  show: ({ offices }: { offices: ShownOffice[] }) =>
    table(
      ['OFFICE', 'NAME', 'STATE', 'MADE'],
      offices.map(({ id, name, state, created_at }) => [id, name, state, created_at]),
      'There is no office.',
    ),
})

const changeState = (verb: 'suspend' | 'resume', help: string) =>
  routeCommand({
    name: `office ${verb}`,
    help,
    route: `POST /v1/offices/{office}/${verb}`,
    options: officeOptions,
    show: ({ state }: ShownOffice) => `The office is ${state}.`,
  })
const suspend = changeState(
  'suspend',
  'Refuse the notifications and devices of an office, and keep its data.',
)
const resume = changeState('resume', 'Serve a suspended office again.')

const limits = routeCommand({
  name: 'office limits',
  help: 'Change the limits of an office. Limits that are not given stay as they are.',
  route: 'PATCH /v1/offices/{office}',
  options: { ...officeOptions, ...quotaOptions },
  parts: (quotas) => ({ body: quotasOf(quotas) }),
  show: () => 'The limits of the office are set.',
})

const remove = routeCommand({
  name: 'office delete',
  help: 'Delete an office with all its data, and prove that nothing remains. This cannot be undone.',
  route: 'DELETE /v1/offices/{office}',
  options: {
    ...storeOptions,
    office: textOption('OFFICE', 'id from office list'),
    yes: switchOption('really delete it'),
  },
  parts: ({ yes }) => {
    if (!yes) throw new UsageError('This deletes the office and all its data. Add --yes to do it.')
    return {}
  },
  show: ({ deleted, remaining }: DeletedOffice) =>
    Object.entries(deleted)
      .map(([name, rows]) => `${name.padEnd(18)}${rows} deleted, ${remaining[name] ?? 0} remain`)
      .join('\n'),
})

const audit = routeCommand({
  name: 'office audit',
  help: 'Show the audit log of an office, oldest entry first.',
  route: 'GET /v1/offices/{office}/audit',
  options: {
    ...officeOptions,
    after: { value: 'N', help: 'start after this entry (0)', schema: wholeNumber(0).default(0) },
  },
  parts: ({ after }) => ({ query: { after, limit: 1000 } }),
  show: ({ entries }: { entries: AuditEntry[] }) =>
    table(
      ['ENTRY', 'AT', 'WHO', 'ACTION', 'DETAILS'],
      entries.map(({ entry, at, actor, action, details }) => [
        String(entry),
        at,
        actor,
        action,
        JSON.stringify(details),
      ]),
      'No entries.',
    ),
})

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

const setPartner = routeCommand({
  name: 'partner set',
  help: 'Create or replace a partner profile that offices share. Their keys are read once for all of them.',
  route: 'PUT /v1/partners/{partner}',
  options: {
    ...storeOptions,
    name: textOption('NAME', 'name of the profile'),
    ...partnerOptions,
  },
  parts: ({ name, ...options }) => ({
    params: { partner: name },
    body: {
      jwks_url: options['jwks-url'],
      sender_addresses: options['sender-address'],
    },
  }),
  show: ({ name }: PartnerProfile) => `The partner profile "${printable(name)}" is set.`,
})

const listPartners = routeCommand({
  name: 'partner list',
  help: 'List the partner profiles that offices share.',
  route: 'GET /v1/partners',
  options: storeOptions,
  show: ({ partners }: { partners: PartnerProfile[] }) =>
    table(
      ['PARTNER', 'KEYS', 'SENDER ADDRESSES'],
      partners.map(({ name, jwks_url, sender_addresses }) => [
        name,
        jwks_url,
        sender_addresses.join(' ') || 'any (not checked)',
      ]),
      'No partner profile is set up.',
    ),
})

const usePartner = routeCommand({
  name: 'partner use',
  help: 'Let an environment of an office use a partner profile.',
  route: 'PUT /v1/offices/{office}/environments/{environment}',
  options: {
    ...officeOptions,
    environment: environmentOption,
    partner: textOption('NAME', 'name from partner list'),
  },
  show: (_, { environment }) => `The ${environment} environment uses this partner profile.`,
})

export const officeCommands = [create, list, suspend, resume, limits, audit, exportData, remove]
export const partnerCommands = [setPartner, listPartners, usePartner]
