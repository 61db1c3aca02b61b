import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../services/relay/deploy', import.meta.url))
const files = readdirSync(folder).filter((name) => /^(Dockerfile$|compose.*\.ya?ml$)/.test(name))

/** Returns the names of the Docker images that a file uses. */
const imagesOf = (text: string) =>
  text.split('\n').flatMap((line) => /^\s*(?:FROM|image:)\s+(\S+)/.exec(line)?.[1] ?? [])

/**
 * Matches an image name with a digest (hash of the image), or with a variable that contains a digest. If the variable is empty, the name
 * ends in `@`, and Docker rejects it.
 */
const PINNED = /@(?:sha256:[0-9a-f]{64}|\$\{[A-Z]+_DIGEST(?::\?[^}]*)?)/

test.each(files)('%s pins every image by digest', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const images = imagesOf(text)
  if (!text.includes('dockerfile:')) expect(images.length).toBeGreaterThan(0)
  for (const image of images) expect(image).toMatch(PINNED)
})

test.each(files.filter((name) => name.startsWith('compose')))(
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
