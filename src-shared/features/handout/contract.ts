import { z } from 'zod'
import { type, dealId, nothing, type Contract, documentId, type Saved } from '../../platform/ipc/parts.ts'
import { LONGEST_PATTERN } from './name-pattern.ts'

/** Documents of a deal, in the order of the deal, or the whole deal as one zip file. */
const whatToHandOut = z.union([
  z.object({ document_ids: z.array(z.uuid()).min(1).max(100) }),
  z.object({
    with_sensitive: z.boolean(),
    with_notes: z.boolean(),
    with_summary: z.boolean().optional(),
  }),
])

export type WhatToHandOut = z.infer<typeof whatToHandOut>

export interface HandOutSettings {
  pattern: string
  /** False on a system where the app cannot put files on the clipboard. */
  can_copy: boolean
}

export const handoutContract = {
  'documents.save_copy': { input: documentId, output: type<Saved>() },
  /**
   * Writes decrypted copies of files to a private folder, for a drag that follows soon. The copies are deleted if no drag follows, and some
   * time after the drag.
   */
  'handout.prepare': {
    input: dealId.extend({ what: whatToHandOut }),
    output: type<{ handout_id: string; names: string[] }>(),
  },
  /**
   * Starts the drag of prepared files out of the window. Call this while the mouse button is down. The answer does not say whether or where
   * the files were dropped.
   */
  'handout.start_drag': { input: z.object({ handout_id: z.uuid() }), output: type<void>() },
  /** Puts documents as files on the clipboard. Fails on systems where `can_copy` is false. */
  'handout.copy': {
    input: dealId.extend({ document_ids: z.array(z.uuid()).min(1).max(100) }),
    output: type<{ names: string[] }>(),
  },
  /** Saves documents in a folder that the broker picks in a dialog. `folder` is the folder's name, or null if the broker canceled. */
  'handout.save': {
    input: dealId.extend({ document_ids: z.array(z.uuid()).min(1).max(100) }),
    output: type<{ folder: string | null; names: string[] }>(),
  },
  'handout.settings': { input: nothing, output: type<HandOutSettings>() },
  'handout.save_pattern': {
    input: z.object({ pattern: z.string().max(LONGEST_PATTERN) }),
    output: type<HandOutSettings>(),
  },
} as const satisfies Contract
