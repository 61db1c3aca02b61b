import type { snippetsContract } from '../../../src-shared/features/snippets/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { DealViewNeeds } from '../deal-screen/deal-view.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { type MessageDeps, copySnippet, mailSnippet, readSnippets, saveSnippets } from './use-snippet.ts'

export function openSnippets(
  context: DealViewNeeds & Pick<Platform, 'emit'>,
  outside: MessageDeps,
): RoomHandlers<typeof snippetsContract> {
  return {
    'snippets.get': () => readSnippets(context),
    'snippets.save': (settings) => saveSnippets(context, settings),
    'snippets.copy': (message) => copySnippet(context, outside, message),
    'snippets.open_mail': (message) => mailSnippet(context, outside, message),
  }
}
