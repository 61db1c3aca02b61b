import { pathToFileURL } from 'node:url'

/** Returns the paths as a list of addresses (RFC 2483). */
export function uriList(paths: readonly string[]): string {
  return paths.map((path) => `${pathToFileURL(path).href}\r\n`).join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns the paths as an XML property list. */
export function propertyList(paths: readonly string[]): string {
  const items = paths.map(
    (path) => `<string>${path.replaceAll(/[&<>]/g, (one) => ENTITIES[one] ?? one)}</string>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><array>${items.join('')}</array></plist>
`
}
