import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { SETTING_NAMES, variableOf } from '../services/relay/src/settings.ts'

const folder = fileURLToPath(new URL('../services/relay/deploy', import.meta.url))
const dockerFiles = readdirSync(folder).filter((name) => /^(Dockerfile$|compose.*\.ya?ml$)/.test(name))

/** Returns the names of the Docker images that a file uses. */
const imagesOf = (text: string) =>
  text.split('\n').flatMap((line) => /^\s*(?:FROM|image:)\s+(\S+)/.exec(line)?.[1] ?? [])

/**
 * Matches an image name with a digest (hash of the image), or with a variable that contains a digest. If the variable is empty, the name
 * ends in `@`, and Docker rejects it.
 */
const PINNED = /@(?:sha256:[0-9a-f]{64}|\$\{[A-Z]+_DIGEST(?::\?[^}]*)?)/

test.each(dockerFiles)('%s pins every image by digest', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const images = imagesOf(text)
  if (!text.includes('dockerfile:')) expect(images.length).toBeGreaterThan(0)
  for (const image of images) expect(image).toMatch(PINNED)
})

test.each(dockerFiles.filter((name) => name.startsWith('compose')))(
  '%s requires every digest variable to be set',
  (name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const variables = [...text.matchAll(/\$\{([A-Z]+_DIGEST)([^}]*)\}/g)]
    expect(variables.map(([, variable]) => variable)).toContain('NODE_DIGEST')
    for (const [, , rule] of variables) expect(rule).toMatch(/^:\?/)
  },
)

test("the Dockerfile has no default for the Node image's digest", () => {
  const text = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  expect(text).toMatch(/^ARG NODE_DIGEST$/m)
  expect(text).not.toMatch(/^ARG NODE_DIGEST=/m)
})

// Helm is not available to this project's tests. They render the chart themselves, and support only the few actions that the chart uses.

const chart = join(folder, 'helm')
const read = (name: string) => readFileSync(join(chart, name), 'utf8')
const templates = readdirSync(join(chart, 'templates'))

const given = {
  ...(parse(read('values.yaml')) as Record<string, unknown>),
  image: { repository: 'registry.example/relay', digest: `sha256:${'a'.repeat(64)}` },
  publicUrl: 'https://relay.example.com',
}

/** Renders a template like Helm, with the release name `office`. Throws on an action that it does not know. */
function render(template: string, values: object): string {
  const lookUp = (path: string): unknown => {
    const all: unknown = { Values: values, Release: { Name: 'office' } }
    return path
      .slice(1)
      .split('.')
      .reduce((at, name) => {
        if (typeof at !== 'object' || at === null || !(name in at)) throw new Error(`no value ${path}`)
        return (at as Record<string, unknown>)[name]
      }, all)
  }
  const withoutConditions = template.replaceAll(
    /^ *\{\{- if (\.[\w.]+) \}\}\n([^]*?)^ *\{\{- end \}\}\n/gm,
    (_whole, path: string, inner: string) => (lookUp(path) === true ? inner : ''),
  )
  return withoutConditions.replaceAll(
    /\{\{ (\.[\w.]+)((?: \| \w+)*) \}\}/g,
    (_whole, path: string, filters: string) => {
      const names = filters.split(' | ').slice(1)
      return String(names.reduce((value, name) => applyFunction(name, value), lookUp(path)))
    },
  )
}

function applyFunction(name: string, value: unknown): string {
  if (name === 'quote') return JSON.stringify(String(value))
  if (name === 'toJson') return JSON.stringify(value)
  throw new Error(`unknown function ${name}`)
}

interface Container {
  image: string
  envFrom: object[]
  env: { name: string; value: string }[]
  securityContext: object
  readinessProbe: object
}
interface Deployment {
  kind: string
  spec: {
    strategy: object
    selector: { matchLabels: object }
    template: {
      metadata: { labels: object; annotations: Record<string, string> }
      spec: { terminationGracePeriodSeconds: number; securityContext: object; containers: Container[] }
    }
  }
}

function deployment(values: object = given): Deployment {
  const text = render(read('templates/deployment.yaml'), values)
  expect(text).not.toContain('{{')
  return parse(text, { version: '1.1' }) as Deployment
}

const containerOf = ({ spec }: Deployment) => spec.template.spec.containers[0] ?? expect.fail('no container')

describe('the Helm chart of the relay', () => {
  const schema = z.fromJSONSchema(JSON.parse(read('values.schema.json')) as never)

  test('requires an image with a digest and an https address, and accepts its other defaults', () => {
    expect(schema.safeParse(given).success).toBe(true)
    expect(schema.safeParse(parse(read('values.yaml'))).success).toBe(false)
    for (const wrong of [
      { ...given, image: { repository: 'relay', digest: '' } },
      { ...given, image: { repository: 'relay', digest: 'latest' } },
      { ...given, publicUrl: 'http://relay.example.com' },
      { ...given, replica: 3 },
      { ...given, settings: { RELAY_DATABASE: 'postgres://relay:password@host/relay' } },
      { ...given, settings: { RELAY_MAX_CONNECTIONS: 5000 } },
      { ...given, settings: { NODE_OPTIONS: '--inspect' } },
    ])
      expect(schema.safeParse(wrong).success).toBe(false)
  })

  test.each(templates)('renders %s without an unknown value', (name) => {
    const text = render(read(`templates/${name}`), given)
    expect(text).not.toContain('{{')
    expect(parse(text, { version: '1.1' })).toMatchObject({ metadata: { name: 'office' } })
  })

  test('sets only variables that the relay knows, and passes the database as files', () => {
    const known = new Set(SETTING_NAMES.flatMap((name) => [variableOf(name), `${variableOf(name)}_FILE`]))
    for (const databaseDirect of [true, false]) {
      const { env } = containerOf(deployment({ ...given, databaseDirect }))
      const names = env.map(({ name }) => name)
      expect(names.filter((name) => !known.has(name))).toEqual([])
      expect(names).toContain('RELAY_DATABASE_FILE')
      expect(names.includes('RELAY_DATABASE_DIRECT_FILE')).toBe(databaseDirect)
      for (const { value } of env) expect(typeof value).toBe('string')
    }
  })

  test('passes further settings in a map that the pods read, and replaces the pods when it changes', () => {
    const settings = { RELAY_MAX_CONNECTIONS: '5000', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    const values = { ...given, settings }
    expect(schema.safeParse(values).success).toBe(true)
    const map = parse(render(read('templates/settings.yaml'), values), { version: '1.1' }) as object
    expect(map).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'office' }, data: settings })
    expect(containerOf(deployment(values)).envFrom).toEqual([{ configMapRef: { name: 'office' } }])
    const settingsOf = (made: Deployment) =>
      made.spec.template.metadata.annotations['funding-desk/settings'] ?? ''
    expect(JSON.parse(settingsOf(deployment(values)))).toEqual(settings)
    expect(settingsOf(deployment())).toBe('{}')
  })

  test('passes the token of the administration API as a file, only if it is turned on', () => {
    for (const adminApi of [true, false]) {
      const { env } = containerOf(deployment({ ...given, adminApi }))
      expect(env.some(({ name }) => name === 'RELAY_ADMIN_TOKEN_FILE')).toBe(adminApi)
    }
  })

  test('runs the image by its digest, without privileges, and stops a relay only after another one serves', () => {
    const made = deployment()
    const { image, securityContext, readinessProbe } = containerOf(made)
    expect(image).toBe(`registry.example/relay@sha256:${'a'.repeat(64)}`)
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(readinessProbe).toMatchObject({ httpGet: { path: '/healthz' } })
    expect(made.spec.strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } })
    expect(made.spec.template.metadata.labels).toEqual(made.spec.selector.matchLabels)
    const { maximum } = (
      JSON.parse(read('values.schema.json')) as { properties: { drainSeconds: { maximum: number } } }
    ).properties.drainSeconds
    expect(made.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(maximum + 3)
  })
})
