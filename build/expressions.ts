/**
 * A gate (check of `npm run check`) for the product's regular expressions: the time of a match must grow at most linearly with the length
 * of the text.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { whyNotLinear } from './linear-expression.ts'
import { projectFolder } from './runtime/cache.mjs'

type Expression = { place: string; source: string; flags: string }
type Node = { type: string; start: number; [key: string]: unknown }

const SOURCES = ['src-main', 'src-shared', 'src-preload', 'src-renderer', 'services']
/**
 * Lists every regular expression of the product: literals, expressions that a module constructs while it loads, and patterns in the
 * profiles (JSON Schemas).
 */
async function listExpressions(): Promise<Expression[]> {
  const files = SOURCES.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: projectFolder }),
  ).filter((file) => !/node_modules|\.(test|fixture|d)\.tsx?$/.test(file))
  const inSources = files.map((file) => ({
    file,
    ...inSource(file, readFileSync(join(projectFolder, file), 'utf8')),
  }))
  const built = await builtAtLoad(inSources.filter(({ sites }) => sites.length > 0))
  return [...inSources.flatMap(({ literals }) => literals), ...built, ...inProfiles()]
}

/** Lists the expressions that may take more than linear time. */
export function checkExpressions(expressions: readonly Expression[]): string[] {
  const unique = new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each]))
  return [...unique].flatMap(([expression, { source, flags, place }]) => {
    const why = whyNotLinear(source, flags)
    return why ? [`${place}  ${expression}  ${why}`] : []
  })
}

/** Lists the literal expressions of a source text, and the `sites` that build an expression. */
export function inSource(file: string, text: string): { literals: Expression[]; sites: string[] } {
  const literals: Expression[] = []
  const sites: string[] = []
  const placeOf = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    const regex = node['regex'] as { pattern: string; flags: string } | undefined
    if (node.type === 'Literal' && regex)
      literals.push({ place: placeOf(node.start), source: regex.pattern, flags: regex.flags })
    const callee = node['callee'] as { name?: string } | undefined
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && callee?.name === 'RegExp')
      sites.push(placeOf(node.start))
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, text).program)
  return { literals, sites }
}

/**
 * Imports the modules that construct regular expressions, and records those expressions. Throws if one of the `sites` (places in the code
 * that construct an expression) does not run during the import. Such a place probably constructs expressions from data, which this gate
 * cannot check.
 */
async function builtAtLoad(
  modules: readonly { file: string; sites: readonly string[] }[],
): Promise<Expression[]> {
  const built: Expression[] = []
  const Native = globalThis.RegExp
  globalThis.RegExp = new Proxy(Native, {
    construct(target, args) {
      const expression = Reflect.construct(target, args)
      const stack = new Error().stack ?? ''
      for (const { file, sites } of modules)
        for (const site of sites)
          if (stack.includes(`${pathToFileURL(join(projectFolder, file)).href}${site.slice(file.length)}:`))
            built.push({ place: site, source: expression.source, flags: expression.flags })
      return expression
    },
  })
  try {
    for (const { file } of modules) await import(String(pathToFileURL(join(projectFolder, file))))
  } finally {
    globalThis.RegExp = Native
  }
  const missing = modules
    .flatMap(({ sites }) => sites)
    .filter((site) => !built.some(({ place }) => place === site))
  if (missing.length > 0)
    throw new Error(
      `These places build a regular expression from data, which cannot be checked:\n${missing.join('\n')}`,
    )
  return built
}

/** Lists the patterns of JSON Schemas. */
function inProfiles(): Expression[] {
  return globSync('resources/profiles/*.json', { cwd: projectFolder }).flatMap((file) => {
    const found: Expression[] = []
    JSON.parse(readFileSync(join(projectFolder, file), 'utf8'), (key, value) => {
      if (key === 'pattern' && typeof value === 'string')
        found.push({ place: file, source: value, flags: 'u' })
      return value
    })
    return found
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const expressions = await listExpressions()
  const findings = checkExpressions(expressions)
  console.log(findings.join('\n') || `${expressions.length} regular expressions, all linear`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
