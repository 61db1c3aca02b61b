import type { outgoingContract } from '../../../src-shared/ipc/outgoing-contract.ts'
import type { HandOut } from '../../core/handout/hand-out.ts'
import { readSnippets, saveSnippets } from '../../core/snippets/snippets.ts'
import { copySnippet, mailSnippet, type MessageDeps } from '../../core/snippets/use-snippet.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

export interface OutgoingHandlerDeps {
  handOut: HandOut
  messageDeps: MessageDeps
}

/** Creates the handlers of files and messages that leave the app. */
export function createOutgoingHandlers(
  withEnvironment: WithEnvironment,
  { handOut, messageDeps }: OutgoingHandlerDeps,
): Pick<Handlers, keyof typeof outgoingContract> {
  return {
    'handout.prepare': ({ deal_id, what }) =>
      withEnvironment((context) => handOut.prepare(context, deal_id, what)),
    'handout.start_drag': ({ handout_id }) =>
      withEnvironment((context) => handOut.startDrag(context, handout_id)),
    'handout.copy': ({ deal_id, document_ids }) =>
      withEnvironment((context) => handOut.copy(context, deal_id, document_ids)),
    'handout.save': ({ deal_id, document_ids }) =>
      withEnvironment((context) => handOut.save(context, deal_id, document_ids)),
    'handout.settings': () => withEnvironment((context) => handOut.settings(context)),
    'handout.save_pattern': ({ pattern }) =>
      withEnvironment((context) => handOut.savePattern(context, pattern)),

    'snippets.get': () => withEnvironment(readSnippets),
    'snippets.save': (settings) => withEnvironment((context) => saveSnippets(context, settings)),
    'snippets.copy': (message) => withEnvironment((context) => copySnippet(context, messageDeps, message)),
    'snippets.open_mail': (message) =>
      withEnvironment((context) => mailSnippet(context, messageDeps, message)),
  }
}
