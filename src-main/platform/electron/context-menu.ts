import { clipboard, Menu, session, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'
import { deepLinkOf, parseDealHash } from '../../../src-shared/platform/addresses/deep-link.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

/**
 * True if the app checks spelling. On macOS, the system does this without a download. On other systems, Chromium would have to download
 * dictionaries. The app does not download any, so it checks no spelling there.
 */
export const CHECKS_SPELLING = process.platform === 'darwin'

/** Prevents Chromium from downloading spelling dictionaries. Call this once, when the app is ready. */
export function keepSpellingHere(): void {
  if (!CHECKS_SPELLING) session.defaultSession.setSpellCheckerEnabled(false)
}

const MOST_SUGGESTIONS = 5

/**
 * Shows a context menu for the text or link under the pointer. If the page handles the right click itself, only the page's own menu
 * appears.
 */
export function offerContextMenu(window: BrowserWindow, openDeal: (hash: string) => void): void {
  window.webContents.on('context-menu', (_, params) => {
    const items = [...spelling(window, params), ...link(params.linkURL, openDeal), ...editing(params)]
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

type Item = MenuItemConstructorOptions

function spelling(
  window: BrowserWindow,
  { misspelledWord, dictionarySuggestions }: Electron.ContextMenuParams,
): Item[] {
  if (misspelledWord === '') return []
  const page = window.webContents
  const { addToDictionary, noSuggestions } = messages().menu
  const suggestions: Item[] = dictionarySuggestions
    .slice(0, MOST_SUGGESTIONS)
    .map((word) => ({ label: word, click: () => page.replaceMisspelling(word) }))
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: noSuggestions, enabled: false }]),
    { type: 'separator' },
    {
      label: addToDictionary,
      click: () => page.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    { type: 'separator' },
  ]
}

function link(url: string, openDeal: (hash: string) => void): Item[] {
  const address = URL.canParse(url) ? parseDealHash(new URL(url).hash) : null
  if (address === null) return []
  const { openInNewWindow, copyLink } = messages().menu
  return [
    { label: openInNewWindow, click: () => openDeal(new URL(url).hash) },
    {
      label: copyLink,
      click: () => {
        // An older Electron returns no promise. The broker notices a failed copy when pasting.
        Promise.resolve(clipboard.writeText(deepLinkOf({ deal_id: address.deal_id }))).catch(() => {})
      },
    },
    { type: 'separator' },
  ]
}

function editing({ isEditable, editFlags, selectionText }: Electron.ContextMenuParams): Item[] {
  const { cut, copy, paste, selectAll } = messages().menu
  if (isEditable)
    return [
      { role: 'cut', label: cut, enabled: editFlags.canCut },
      { role: 'copy', label: copy, enabled: editFlags.canCopy },
      { role: 'paste', label: paste, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: selectAll, enabled: editFlags.canSelectAll },
    ]
  return selectionText.trim() === '' ? [] : [{ role: 'copy', label: copy }]
}
