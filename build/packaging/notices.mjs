/** What a package says about other people's code in it: the bill of materials, and the licences' texts. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { shippedComponents } from './components.mjs'
import { licenceOf, objection } from './licences.mjs'

const BILL = 'sbom.cdx.json'

/**
 * Writes both to `resources`/licenses, and the bill of materials beside the packages too. Throws where something is shipped
 * that may not be.
 * @param {string} resources of the packaged application
 * @param {string} outFolder where packages are made
 * @param {string} electronVersion
 */
export async function writeNotices(resources, outFolder, electronVersion) {
  const components = await shippedComponents()
  const objections = components.flatMap((component) => objection({ ...component, shipped: true }) ?? [])
  if (objections.length > 0) throw new Error(`Not to be shipped:\n${objections.join('\n')}`)

  const folder = join(resources, 'licenses')
  await mkdir(folder, { recursive: true })
  const bill = JSON.stringify(await billOfMaterials(components, electronVersion), null, 2)
  await writeFile(join(folder, BILL), bill)
  await writeFile(join(outFolder, BILL), bill)
  const texts = await Promise.all(components.map(licenceText))
  await writeFile(
    join(folder, 'third-party.txt'),
    `${[ELECTRON, ...texts].join(`\n\n${'─'.repeat(80)}\n\n`)}\n`,
  )
}

const ELECTRON =
  'Electron, Chromium and Node.js: their licences lie beside the application, in LICENSE.electron.txt and\n' +
  'LICENSES.chromium.html.'

/**
 * CycloneDX 1.6. `scope` is what npm's own cannot know: most of what is shipped is bundled, and stands in devDependencies.
 * @param {import('./components.mjs').Component[]} components
 * @param {string} electronVersion
 */
async function billOfMaterials(components, electronVersion) {
  const { name, version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { type: 'application', 'bom-ref': `pkg:npm/${name}@${version}`, name, version },
    },
    components: [
      {
        type: 'framework',
        'bom-ref': `pkg:npm/electron@${electronVersion}`,
        name: 'electron',
        version: electronVersion,
        purl: `pkg:npm/electron@${electronVersion}`,
        licenses: [{ expression: 'MIT' }],
      },
      ...components.map(({ path, bundled, ...component }) => {
        const purl = `pkg:npm/${component.name.replace('@', '%40')}@${component.version}`
        return {
          type: 'library',
          'bom-ref': `${purl}#${path}`,
          name: component.name,
          version: component.version,
          purl,
          licenses: [{ expression: licenceOf(component) }],
          ...(component.integrity === undefined ? {} : { hashes: [hash(component.integrity)] }),
          properties: [{ name: 'funding-desk:shipped', value: bundled ? 'bundled' : 'as files' }],
        }
      }),
    ],
  }
}

/** @param {string} integrity as the lockfile has it: sha512-BASE64 */
function hash(integrity) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** @param {import('./components.mjs').Component} component */
async function licenceText(component) {
  const folder = join(projectFolder, component.path)
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const head = `${component.name} ${component.version} (${licenceOf(component)})`
  return [head, ...texts.map((text) => text.trim())].join('\n\n')
}
