/** Writes the notices in the packaged app: our license agreement, the bill of materials (list of packages), and the license texts. */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { licenseOf, objection, shippedComponents, type Component } from './components.ts'

/**
 * Writes our license agreement, the bill of materials, and the license texts to `resources`/licenses, and a copy of the bill of materials
 * next to the packages, in `outFolder`. The name of the copy contains the system, such as `linux-x64`.
 * @throws if the license of a shipped package does not permit shipping
 */
export async function writeNotices(
  resources: string,
  outFolder: string,
  electronVersion: string,
  system: string,
) {
  const components = await shippedComponents()
  const objections = components.flatMap((component) => objection({ ...component, shipped: true }) ?? [])
  if (objections.length > 0) throw new Error(`Not to be shipped:\n${objections.join('\n')}`)

  const folder = join(resources, 'licenses')
  await mkdir(folder, { recursive: true })
  await copyFile(join(projectFolder, 'LICENSE'), join(folder, 'funding-desk.txt'))
  const bill = JSON.stringify(await billOfMaterials(components, electronVersion), null, 2)
  await writeFile(join(folder, 'sbom.cdx.json'), bill)
  await writeFile(join(outFolder, `sbom-${system}.cdx.json`), bill)
  const texts = await Promise.all(components.map(licenseText))
  await writeFile(
    join(folder, 'third-party.txt'),
    `${[ELECTRON, ...texts].join(`\n\n${'─'.repeat(80)}\n\n`)}\n`,
  )
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const ELECTRON =
  'Electron, Chromium and Node.js: their licenses are in the folder of the application, in LICENSE.electron.txt and\n' +
  'LICENSES.chromium.html.'

/**
 * Creates the bill of materials as a CycloneDX 1.6 document. npm's own command cannot create it, because it would set a wrong `scope`: most
 * shipped packages are bundled and therefore listed in devDependencies.
 */
async function billOfMaterials(components: Component[], electronVersion: string) {
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
          licenses: [{ expression: licenseOf(component) }],
          ...(component.integrity === undefined ? {} : { hashes: [hash(component.integrity)] }),
          properties: [{ name: 'funding-desk:shipped', value: bundled ? 'bundled' : 'as files' }],
        }
      }),
    ],
  }
}

/** Converts an integrity of the lockfile: sha512-BASE64. */
function hash(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

async function licenseText(component: Component) {
  const folder = join(projectFolder, component.path)
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  if (texts.length === 0) texts.push(await standardText(component))
  const head = `${component.name} ${component.version} (${licenseOf(component)})`
  return [head, ...texts.map((text) => text.trim())].join('\n\n')
}

/** Returns the standard license text for a package that contains no license text. Adds the author from the package's manifest. */
async function standardText(component: Component) {
  const expression = licenseOf(component)
  if (expression !== 'MIT')
    throw new Error(
      `${component.name} does not contain the text of its license, ${expression}, and this script does not know it.`,
    )
  const { author, contributors } = JSON.parse(
    await readFile(join(projectFolder, component.path, 'package.json'), 'utf8'),
  )
  const [holder = `the authors of ${component.name}`] = [author, ...(contributors ?? [])]
    .map((one) => (typeof one === 'string' ? one : one?.name))
    .filter(Boolean)
  return `Copyright (c) ${holder}\n\n${MIT}`
}
