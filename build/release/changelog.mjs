/**
 * Functions for CHANGELOG.md. It has one section per version, newest first. Users read the section of a new version before they install
 * this version.
 */

const HEAD = '# Changelog\n'

/**
 * Adds the section of a new version at the top.
 * @param {string} changelog empty if there is none yet
 * @param {{ version: string, day: string, notes: string }} release
 */
export function withSection(changelog, { version, day, notes }) {
  const before = withLines(changelog)
  const older = before.startsWith(HEAD) ? before.slice(HEAD.length).trim() : before.trim()
  // Change headings of level 1 or 2 in the notes to level 3, because a heading of level 1 or 2 would end the section.
  const under = withLines(notes).trim().replaceAll(/^##? /gm, '### ')
  const section = `## ${version} – ${day}\n\n${under}\n`
  return `${HEAD}\n${section}${older === '' ? '' : `\n${older}\n`}`
}

/**
 * Returns the section of a version, or an empty string if the changelog has no such section.
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
 * Normalizes line endings, because Windows editors may have written the file.
 * @param {string} text
 */
const withLines = (text) => text.replaceAll('\r\n', '\n')

/**
 * Drafts release notes from the commit subjects. The person who makes the release shortens them.
 * @param {readonly string[]} subjects newest first
 */
export const draftNotes = (subjects) => subjects.map((subject) => `- ${subject}`).join('\n')
