import { registerHooks } from 'node:module'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagingConfig } from './packaging/config.ts'
import { projectFolder } from './runtime/cache.mjs'

// The parser's code imports JSON files without the attribute that Node requires. Add this attribute.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    return specifier.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved
  },
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import('@actions/workflow-parser')

const folder = join(projectFolder, '.github', 'workflows')
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

/** Returns what GitHub's own parser finds wrong in a workflow. */
async function faultsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

test("GitHub's own parser finds no errors in the GitHub Actions workflows", async () => {
  const steps = (step: string) =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`
  expect(await faultsOf('good.yml', steps('run: a'))).toEqual([])
  expect(await faultsOf('bad.yml', steps('runs: a'))).not.toEqual([])
  expect(await faultsOf('bad.yml', steps('run: a ${{ secret.A }}'))).not.toEqual([])
  for (const { name, text } of workflows) expect(await faultsOf(name, text), name).toEqual([])
})

test('each workflow step runs npm ci, an npm script of the project, or a program in the build folder', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = workflows.flatMap(({ text }) =>
    [...text.matchAll(/^\s+- run: (.+)$/gm)].map(([, command = '']) => command),
  )
  expect(commands.length).toBeGreaterThan(10)
  const unknown = commands.filter((command) => {
    const script = /^npm (?:run )?([\w-]+)/.exec(command)?.[1]
    const program = /node (build\/[\w-]+\.mjs)/.exec(command)?.[1]
    if (program !== undefined) return !existsSync(join(projectFolder, program))
    return script !== 'ci' && !(script !== undefined && script in scripts)
  })
  expect(unknown).toEqual([])
})

test('the workflows upload each kind of package, and the release records the provenance of each', () => {
  const { linux, mac, win } = packagingConfig({ electronVersion: '45.4.1', isTestRuntime: false }, {})
  const kinds = [linux, mac, win].flatMap((system) => system?.target as string[])
  expect(kinds.length).toBeGreaterThan(5)
  const patterns = kinds.map((kind) => `out/package/*.${kind === 'nsis' ? 'exe' : kind}\n`)
  const text = (name: string) => workflows.find((workflow) => workflow.name === name)?.text ?? ''
  const attested = /attest-build-provenance[^]*?upload-artifact/.exec(text('release.yml'))?.[0] ?? ''
  expect(patterns.filter((pattern) => !text('check.yml').includes(pattern))).toEqual([])
  expect(patterns.filter((pattern) => !attested.includes(pattern))).toEqual([])
})

test('workflow jobs that run npm have no access to the key that signs updates', () => {
  for (const { text } of workflows) {
    const jobs = text.split(/^ {2}(?=[\w-]+:$)/m)
    for (const job of jobs.filter((part) => part.includes('secrets.UPDATE_SIGNING_KEY')))
      expect(job).not.toMatch(/npm /)
  }
  expect(workflows.some(({ text }) => text.includes('secrets.UPDATE_SIGNING_KEY'))).toBe(true)
})
