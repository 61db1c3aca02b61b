/** CHANGELOG.md: a section a version, the newest first; what users read of a new version is its section. */

const HEAD = '# Changelog\n'

/**
 * The changelog with a section for the version on top of the others.
 * @param {string} changelog empty where there is none yet
 * @param {{ version: string, day: string, notes: string }} release
 */
export function withSection(changelog, { version, day, notes }) {
  const before = withLines(changelog)
  const older = before.startsWith(HEAD) ? before.slice(HEAD.length).trim() : before.trim()
  // A heading of a release is the only one of its depth: others would end the section.
  const under = withLines(notes).trim().replaceAll(/^##? /gm, '### ')
  const section = `## ${version} – ${day}\n\n${under}\n`
  return `${HEAD}\n${section}${older === '' ? '' : `\n${older}\n`}`
}

/**
 * What the changelog says of a version; empty where it says nothing.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const section =
    withLines(changelog)
      .split(/^## /m)
      .find((part) => part.startsWith(`${version} `)) ?? ''
  return section.slice(section.indexOf('\n') + 1).trim()
}

/**
 * Lines as Git keeps them, whichever editor of Windows wrote the file.
 * @param {string} text
 */
const withLines = (text) => text.replaceAll('\r\n', '\n')

/**
 * A draft from the commits' subjects; to be shortened by whoever releases.
 * @param {readonly string[]} subjects newest first
 */
export const draftNotes = (subjects) => subjects.map((subject) => `- ${subject}`).join('\n')
